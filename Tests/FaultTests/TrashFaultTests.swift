import Glibc
import Support
import Testing

/// `ferry rm --trash` where the trash has no room, or may not be written in.
@Suite("What cannot go to the trash stays where it was, and is named")
struct TrashFaultTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var call: String
        var error: String

        var testDescription: String { "\(call): \(error)" }
    }

    private static let cases = ["mkdir", "open", "write", "renameat2"].flatMap { call in
        ["ENOSPC", "EACCES"].filter { call != "write" || $0 == "ENOSPC" }.map {
            Case(call: call, error: $0)
        }
    }

    /// Every directory that could be asked for a trash: the user's own, and those of mounts.
    private func trashes(_ place: Workplace) -> [String] {
        var found = [place.folder.path("data")]
        var path = place.folder.path
        while let slash = path.lastIndex(of: "/") {
            path = String(path[..<slash])
            found.append("\(path)/.Trash-\(getuid())")
        }
        // As the library puts it together for the root.
        return found + ["//.Trash-\(getuid())"]
    }

    @Test("Each call on the trash", arguments: cases)
    func trash(fault: Case) throws {
        let place = try Workplace()
        try Planted.tree(in: "here", of: place)
        try place.write(Planted.other, to: "here/file")
        let before = place.contents
        // A trash of the mount would do where the user's own cannot be used: there must be none either.
        let calls = ["mkdir", "open"].contains(fault.call) ? ["mkdir", "open"] : [fault.call]
        let faults = calls.map { Fault(call: $0, number: 1, isLasting: true, kind: fault.error) }
        if fault.call != "mkdir" {
            for name in ["data", "data/Trash", "data/Trash/files", "data/Trash/info"] {
                try place.folder.makeFolder(name, mode: 0o700)
            }
        }
        var environment = try place.environment(faults, below: [])
        environment["FERRY_FAULT_BELOW"] = trashes(place).joined(separator: ":")
        environment["XDG_DATA_HOME"] = place.folder.path("data")
        #expect(place.run(["rm", "--trash", "./tree", "./file"], environment) == 1)
        #expect(place.trace.met.contains(fault.call))
        #expect(place.contents == before)
        for name in ["here/tree", "here/file"] {
            let lines = place.complaint.split(separator: "\n")
            let about = lines.filter { $0.contains(place.path(name)) || $0.contains("./\(name)") }
            #expect(about.count == 1, "\(place.complaint)")
            let reason = fault.error == "ENOSPC" ? ["full", "space", "room"] : ["denied", "allow"]
            #expect(
                about.allSatisfy { line in reason.contains { line.lowercased().contains($0) } },
                "\(place.complaint)")
        }
        // Nothing says that it would be there.
        let listed = "ls -A \"$0\"/Trash/info \"$0\"/Trash/files 2>/dev/null | grep -c '^[^/]'"
        let code = Command.run(
            ["sh", "-c", "exit $(\(listed))", place.folder.path("data")])
        #expect(code == 0, "\(fault) has left something in the trash")
        environment["FERRY_FAULT"] = nil
        #expect(place.run(["rm", "--trash", "./tree", "./file"], environment) == 0)
        #expect(place.folder.read("data/Trash/files/file") == Planted.other)
    }
}
