import DemoServer
import Support
import Testing

@Suite("Commands that go on with what was begun")
struct GoingOnRunTests {
    @Test("A small file of a tree that takes long goes on where it was, whatever killed it")
    func small() throws {
        let served = try Served()
        let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        try served.folder.makeFolder("served/tree")
        try served.folder.write(bytes, to: "served/tree/small")
        for number in 0..<20 { try served.folder.write("x", to: "served/tree/a\(number)") }
        served.server.behaviour = [.always(.slow(bytesPerSecond: 100_000))]
        // It is known where it comes from as soon as it can be gone on with.
        let killed = try served.run(
            script: """
                "$FERRY" get -r -c "$URL/tree" & pid=$!
                until "$FERRY" parts | grep -q "of .*/tree/small"; do
                    kill -0 $pid || exit 3
                done
                kill -9 $pid; wait $pid
                test $? = 137
                """)
        #expect(killed.code == 0)
        served.server.behaviour = []
        let before = served.server.commands.count
        #expect(try served.run(["get", "-r", "-c", served.url + "/tree"]).code == 0)
        #expect(served.folder.read("here/tree/small") == bytes)
        let rests = served.server.commands.dropFirst(before).compactMap { command in
            command.hasPrefix("REST ") ? Int(command.dropFirst(5)) : nil
        }
        #expect(rests.contains { $0 > 0 }, "\(rests)")
        // What was whole was not fetched again.
        #expect(!served.server.commands.dropFirst(before).contains { $0.hasSuffix("a7") })
        #expect(try served.run(["parts"]).output.isEmpty)
    }
}
