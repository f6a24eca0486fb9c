import Support

/// Requests to `ferry share`, which shares `served`.
extension Scenario {
    private static func request(
        _ description: String, moves: [String: String] = [:], isRepeatable: Bool = true,
        _ options: [String], at path: String = "/large",
        plant: @escaping @Sendable (Workplace) throws -> Void,
        change: @escaping @Sendable (inout FolderContents) -> Void
    ) -> Scenario {
        Scenario(
            description: "share, \(description)", folders: ["served"], moves: moves,
            isRepeatable: isRepeatable, plant: plant, change: change
        ) { place, environment in
            try serve(place, environment) { port in
                let root = "http://127.0.0.1:\(port)"
                let answer = try CommandOutput(
                    [
                        "curl", "-sS", "--noproxy", "*", "--max-time", "30", "-w",
                        "\n%{http_code}",
                    ]
                        + options.map {
                            $0.replacing("HERE", with: place.path("here"))
                                .replacing("ROOT", with: root)
                        } + [root + path])
                // A form may be kept in part.
                if answer.text.contains("not saved.") { return 422 }
                return Int(answer.text.split(separator: "\n").last ?? "") ?? 0
            }
        }
    }

    private static let exclusively =
        "<lockinfo xmlns='DAV:'><lockscope><exclusive/></lockscope><locktype><write/></locktype>"
        + "</lockinfo>"

    /// Locks what is at `path`, uploads `here/large` to it under the lock, and gives the lock back.
    private static func lockedUpload(
        _ description: String, to path: String,
        plant: @escaping @Sendable (Workplace) throws -> Void
    ) -> Scenario {
        // The lock's token, then the upload's status.
        let script = """
            ask() { curl -sS --noproxy '*' --max-time 30 "$@"; }
            token=$(ask -X LOCK -H 'Timeout: Second-600' -d "$2" -D - -o /dev/null "$1" |
                tr -d '\r' | sed -n 's/^[Ll]ock-[Tt]oken: //p')
            [ -n "$token" ] || { echo 500; exit; }
            ask -T "$0/large" -H "If: ($token)" -w '\n%{http_code}' "$1"
            ask -X UNLOCK -H "Lock-Token: $token" -o /dev/null "$1"
            """
        return Scenario(
            description: "share, \(description)", folders: ["served"],
            plant: { place in
                try place.write(Planted.large, to: "here/large")
                try plant(place)
            },
            change: { $0.items["served\(path)"] = .file(Planted.large) },
            act: { place, environment in
                try serve(place, environment) { port in
                    let answer = try CommandOutput([
                        "sh", "-c", script, place.path("here"),
                        "http://127.0.0.1:\(port)\(path)", exclusively,
                    ])
                    return Int(answer.text.split(separator: "\n").last ?? "") ?? 0
                }
            })
    }

    /// Runs a share while `body` asks something of it, and gives the status, 0 for none. A share
    /// that was killed is started again, and may mend what it left.
    private static func serve(
        _ place: Workplace, _ environment: [String: String], _ body: (UInt16) throws -> Int
    ) throws -> Int {
        let port = try ServerProcess.freePort()
        func share(_ environment: [String: String]) -> ServerProcess {
            ServerProcess(
                "ferry share", port: port,
                command: [
                    Workplace.ferry, "share", "--writable", "--port", "\(port)",
                    place.path("served"),
                ], environment: environment, folder: place.folder)
        }
        let first = share(environment)
        do {
            try first.start()
        } catch {
            if place.trace.met.isEmpty { throw error }
            return 1
        }
        let status = try body(port)
        first.stop()
        guard place.trace.wasKilled else {
            // No answer at all is as good as a crash.
            return status == 0 ? 128 + 6 : status / 100 == 2 ? 0 : 1
        }
        let orders = (environment["FERRY_FAULT"] ?? "").split(separator: ",").dropLast()
        let second = share(
            environment.merging(["FERRY_FAULT": orders.joined(separator: ",")]) { $1 })
        try second.start()
        second.stop()
        return 128 + 9
    }

    static let requests =
        plain + plain.filter { $0.description.contains("tree over") }.map(\.withoutRenameat2)

    private static let plain: [Scenario] = [
        request("PUT", ["-T", "HERE/large"]) {
            try $0.write(Planted.large, to: "here/large")
        } change: {
            $0.items["served/large"] = .file(Planted.large)
        },
        request("PUT over another", ["-T", "HERE/large"]) {
            try $0.write(Planted.large, to: "here/large")
            try $0.write(Planted.other, to: "served/large")
        } change: {
            $0.items["served/large"] = .file(Planted.large)
        },
        request(
            "a form", ["-F", "overwrite=1", "-F", "file=@HERE/large", "-F", "file=@HERE/small"],
            at: "/"
        ) {
            try $0.write(Planted.large, to: "here/large")
            try $0.write([1, 2, 3], to: "here/small")
            try $0.write(Planted.other, to: "served/large")
        } change: {
            $0.items["served/large"] = .file(Planted.large)
            $0.items["served/small"] = .file([1, 2, 3])
        },
        request(
            "MOVE over another", moves: ["served/large": "served/to"], isRepeatable: false,
            ["-X", "MOVE", "-H", "Destination: ROOT/to"]
        ) {
            try $0.write(Planted.large, to: "served/large")
            try $0.write(Planted.other, to: "served/to")
        } change: {
            $0.items["served/large"] = nil
            $0.items["served/to"] = .file(Planted.large)
        },
        request(
            "MOVE a tree over a file", moves: Planted.moves("served", "served/new"),
            isRepeatable: false, ["-X", "MOVE", "-H", "Destination: ROOT/new/tree"], at: "/tree"
        ) {
            try Planted.tree(in: "served", of: $0)
            try $0.makeFolder("served/new")
            try $0.write(Planted.other, to: "served/new/tree")
        } change: {
            Planted.noTree(in: "served", of: &$0)
            Planted.tree(in: "served/new", of: &$0)
        },
        request("COPY over another", ["-X", "COPY", "-H", "Destination: ROOT/to"]) {
            try $0.write(Planted.large, to: "served/large")
            try $0.write(Planted.other, to: "served/to")
        } change: {
            $0.items["served/to"] = .file(Planted.large)
        },
        request(
            "COPY a tree over another", ["-X", "COPY", "-H", "Destination: ROOT/new/tree"],
            at: "/tree"
        ) {
            try Planted.tree(in: "served", of: $0)
            for name in ["served/new", "served/new/tree"] { try $0.makeFolder(name) }
            try $0.write(Planted.other, to: "served/new/tree/old")
        } change: {
            Planted.tree(in: "served/new", of: &$0)
            $0.items["served/new/tree/old"] = nil
        },
        request("DELETE a tree", isRepeatable: false, ["-X", "DELETE"], at: "/tree") {
            try Planted.tree(in: "served", of: $0)
        } change: {
            Planted.noTree(in: "served", of: &$0)
        },
        request("LOCK of a new name", ["-X", "LOCK", "-d", exclusively], at: "/new") { _ in
        } change: {
            // It is an empty file until something is written to it (RFC 4918 section 7.3).
            $0.items["served/new"] = .file([])
        },
        lockedUpload("PUT over another under a lock", to: "/large") {
            try $0.write(Planted.other, to: "served/large")
        },
        request("MKCOL", isRepeatable: false, ["-X", "MKCOL"], at: "/new") { _ in
        } change: {
            $0.items["served/new"] = .folder
        },
    ]
}
