import Foundation
import TestSupport
import Testing

/// `mcp`, as a process: the reference client of the protocol, and signals.
@Suite(.limited, .temporaryDirectory) struct MCPClientTests {
  @Test(
    "the reference client lists and calls the tools, by handshake and without",
    .needs(.mcpClient), arguments: ["legacy", "auto"])
  func client(mode: String) throws {
    try ToolRunner.seed(60)
    _ = try ToolRunner.tool("add", "Unheard Melody", "--actor", "Ann Other").run()
    let before = try ToolRunner.tool("export", "--format", "ndjson").run().output
    let reading = try Self.run(mode, [])
    #expect(
      reading.output == """
        tools ['search', 'show', 'list', 'stats', 'history']
        read-only [True, True, True, True, True]
        list 50
        list 11
        search 1 Unheard Melody
        show 1 Unheard Melody
        stats 61
        history 2
        show: Error: no movie is titled 'nope'. Run 'movies list' to see titles.
        add: -32602
        edit: -32602
        undo: -32602

        """, "\(reading.error)")
    #expect(reading.status == 0)
    let writing = try Self.run(mode, ["--write"])
    #expect(
      writing.output.hasSuffix(
        """
        add: added 1 movie
        edit: changed 'Heat (1995)': rating 8.5
        undo: undid change 4: movies edit --json --rating=8.5 -- 62 (set rating of 'Heat (1995)' to 8.5)
        undo: undid change 3: movies add --json '--actor=Al Pacino' -- 'Heat (1995)' (added 'Heat (1995)')

        """), "\(writing.output) \(writing.error)")
    #expect(writing.error == "serving '\(ToolRunner.database)' with write access\n")
    #expect(try ToolRunner.tool("export", "--format", "ndjson").run().output == before)
  }

  private static func run(_ mode: String, _ options: [String]) throws -> Tool.Outcome {
    let script = try ToolRunner.write(Data(client.utf8), to: "client.py")
    return try ToolRunner.shell(
      #"python3 "$1" \#(mode) "$MOVIES" \#(options.joined(separator: " "))"#, script,
      environment: ["PYTHONPATH": ForeignProgram.toolsDirectory])
  }

  private static let client = """
    import asyncio, json, os, sys
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters
    from mcp.shared.exceptions import MCPError

    async def main(mode, command, *options):
        server = StdioServerParameters(
            command=command, args=["mcp", *options], env={"MOVIES_DB": os.environ["MOVIES_DB"]})
        async with Client(server, mode=mode) as client:
            assert client.session.protocol_version == {
                "legacy": "2025-11-25", "auto": "2026-07-28"}[mode]
            assert client.server_info.name == "movies" and client.instructions
            tools = (await client.list_tools()).tools
            print("tools", [tool.name for tool in tools])
            print("read-only", [tool.annotations.read_only_hint for tool in tools])

            async def call(name, **arguments):
                result = await client.call_tool(name, arguments)
                assert not result.is_error, result
                value = json.loads(result.content[0].text)
                structure = result.structured_content
                if name in ["list", "search", "history"]:
                    # A list is in an object with its total.
                    assert "total" in structure or "totalAtLeast" in structure
                    structure = structure["changes" if name == "history" else "movies"]
                if structure is not None or mode == "auto":
                    assert structure == value
                return result, value

            print("list", len((await call("list"))[1]))
            print("list", len((await call("list", offset=50))[1]))
            found = (await call("search", terms=["unheard melody"]))[1]
            print("search", len(found), found[0]["title"])
            shown = (await call("show", movies=[str(found[0]["id"])], depth=2))[1]
            print("show", len(shown), shown[0]["title"])
            print("stats", (await call("stats"))[1]["movies"])
            print("history", len((await call("history"))[1]))
            if not options:
                result = await client.call_tool("show", {"movies": ["nope"]})
                assert result.is_error
                print("show:", result.content[0].text, end="")
                for name in ["add", "edit", "undo"]:
                    try:
                        await client.call_tool(name, {"title": "X"})
                    except MCPError as error:
                        print(f"{name}: {error.error.code}")
                return

            async def change(name, **arguments):
                result, value = await call(name, **arguments)
                print(f"{name}:", result.content[1].text, end="")
                return value

            added = await change("add", title="Heat (1995)", actor=["Al Pacino"])
            await change("edit", movies=[str(added[0]["id"])], rating="8.5")
            await change("undo")
            await change("undo")

    asyncio.run(main(*sys.argv[1:]))
    """

  @Test("a signal ends the server, and so does the end of its input", .fullTier)
  func ending() throws {
    try ToolRunner.seed(3)
    for (signal, status) in [("TERM", 143), ("HUP", 129)] {
      let outcome = try ToolRunner.shell(
        #"""
        mkfifo in; "$MOVIES" mcp <in >out 2>err & exec 3>in
        echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' >&3
        until [ -s out ]; do sleep 0.01; done
        kill -\#(signal) $!; wait $!; echo $?; cat out; rm in out
        """#)
      #expect(
        outcome.output == "\(status)\n" + #"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n",
        "\(signal)")
    }
    let outcome = try ToolRunner.tool("mcp", "-q", input: "{").run()
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
  }
}
