#!/usr/bin/env python3
"""Runs every command that only reads, with arguments made from `movies help --json`.

Usage: client.py <movies> <catalog> <list> <directory>

The catalog has movies with actors, the list is a file that `import` reads, and the directory is
empty. Prints each command line, and ends with status 1 at the first one that does not do what the
declarations say.
"""

import hashlib
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys

program, catalog, movie_list, directory = sys.argv[1:]
other = shutil.copy(catalog, f"{directory}/other.db")


def fail(words, message):
    sys.exit(f"{' '.join(words)}: {message}")


def run(words):
    return subprocess.run(
        [program, *words],
        env={**os.environ, "MOVIES_DB": catalog},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=300,
    )


def output(words):
    result = run(words)
    if result.returncode != 0:
        fail(words, result.stderr.decode())
    return json.loads(result.stdout)


def digest():
    return hashlib.sha256(pathlib.Path(catalog).read_bytes()).hexdigest()


numbers = itertools.count()


def value(argument, actors):
    """Returns a value of the argument's type."""
    kind = argument["type"]
    if kind == "integer":
        return str(max(1, argument.get("minimum", 1)))
    if kind in ("enum", "list"):
        return argument["choices"][0]
    if kind == "newFile":
        return f"{directory}/new-{next(numbers)}"
    if kind == "actor":
        return str(next(actors)["id"])
    return {
        "string": "a",
        "query": "title:a",
        "movie": str(movie["id"]),
        "key": "year",
        "date": "2026-01-05",
        "year": "2026",
        "catalog": other,
        "file": movie_list,
        "command": "list",
    }[kind]


def line(command, is_long):
    """Returns a command line; a long one has the arguments that can be left out, too."""
    words, actors = list(command["path"]), iter(movie["actors"])
    for argument in command["arguments"]:
        if argument["required"] or is_long:
            words.append(value(argument, actors))
    for option in command["options"]:
        if option["required"]:
            words += [option["names"][0], value(option, actors)]
    return words


def lines(command):
    """Returns command lines, and whether each prints JSON."""
    needs_all = command["requiresSelection"]
    yield line(command, True), False
    if not needs_all:
        yield line(command, False), False
    if command["output"] is not None:
        names = [name for option in command["options"] for name in option["names"]]
        json_options = ["--json"] if "--json" in names else ["--format", "json"]
        yield line(command, needs_all) + json_options, True


document = output(["help", "--json"])
if document["schemaVersion"] != 1:
    sys.exit("unknown version of the declarations")
before = digest()
movie = next(m for m in output(["list", "--json"]) if len(m["actors"]) > 1)
count = 0
for command in document["commands"]:
    if command["effect"] not in ("none", "reads"):
        continue
    for words, is_json in lines(command):
        result = run(words)
        print(result.returncode, *words)
        allowed = {0, 1, 3} & set(command["exitStatuses"])
        if result.returncode not in allowed:
            fail(words, f"exit status {result.returncode}: {result.stderr.decode()}")
        if is_json:
            try:
                json.loads(result.stdout)
            except ValueError as error:
                fail(words, f"invalid JSON: {error}")
        if digest() != before:
            fail(words, "the catalog was changed")
    count += 1
print(f"{count} commands")
