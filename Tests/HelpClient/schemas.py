#!/usr/bin/env python3
"""Checks every schema of `movies help schema` with the package jsonschema.

Usage: schemas.py [<movies>]

Without a program, it only tests that the package is there: installed, or in `.build/tools`.
"""

import json
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / ".build" / "tools"))
import jsonschema  # noqa: E402

if len(sys.argv) < 2:
    sys.exit()


def output(*words):
    return json.loads(subprocess.run([sys.argv[1], *words], capture_output=True, check=True).stdout)


document = output("help", "--json")
commands = [command for command in document["commands"] if command["output"]]
for command in commands:
    schema = output("help", "schema", *command["output"].split())
    jsonschema.Draft202012Validator.check_schema(schema)
    if command["output"] == "help":
        jsonschema.Draft202012Validator(schema).validate(document)
print(f"{len(commands)} schemas")
