import DemoServer

/// Commands at a demo server, which serves `served`.
extension Scenario {
    private static func command(
        _ description: String, moves: [String: String] = [:], isRepeatable: Bool = true,
        _ arguments: [String],
        plant: @escaping @Sendable (Workplace) throws -> Void,
        change: @escaping @Sendable (inout FolderContents) -> Void
    ) -> Scenario {
        Scenario(
            description: description, moves: moves, isRepeatable: isRepeatable, plant: plant,
            change: change
        ) { place, environment in
            let server = try DemoServer(root: place.path("served"), options: .init(user: "u"))
            let port = try server.start()
            defer { server.stop() }
            return place.run(
                arguments.map { $0.replacing("SERVER", with: "ftp://u:p@127.0.0.1:\(port)") },
                environment)
        }
    }

    static let commands: [Scenario] = [
        command("get", ["get", "SERVER/large"]) {
            try $0.write(Planted.large, to: "served/large")
        } change: {
            $0.items["here/large"] = .file(Planted.large)
        },
        command("get what the kernel moves", ["get", "SERVER/huge"]) {
            try $0.write(Planted.huge, to: "served/huge")
        } change: {
            $0.items["here/huge"] = .file(Planted.huge)
        },
        command("put what the kernel moves", ["put", "huge", "SERVER/"]) {
            try $0.write(Planted.huge, to: "here/huge")
        } change: {
            $0.items["served/huge"] = .file(Planted.huge)
        },
        command("get over another", ["get", "SERVER/large"]) {
            try $0.write(Planted.large, to: "served/large")
            try $0.write(Planted.other, to: "here/large")
        } change: {
            $0.items["here/large"] = .file(Planted.large)
        },
        command("get -c", ["get", "-c", "SERVER/large"]) {
            try $0.write(Planted.large, to: "served/large")
            try $0.write(Array(Planted.large.prefix(100_000)), to: "here/large")
        } change: {
            $0.items["here/large"] = .file(Planted.large)
        },
        command("get -r", ["get", "-r", "SERVER/tree"]) {
            try Planted.tree(in: "served", of: $0)
        } change: {
            Planted.tree(in: "here", of: &$0)
        },
        command("put -r", ["put", "-r", "tree", "SERVER/"]) {
            try Planted.tree(in: "here", of: $0)
        } change: {
            Planted.tree(in: "served", of: &$0)
        },
        command(
            "mv from a server", moves: ["served/large": "here/large"], isRepeatable: false,
            ["mv", "SERVER/large", "large"]
        ) {
            try $0.write(Planted.large, to: "served/large")
        } change: {
            $0.items["here/large"] = .file(Planted.large)
            $0.items["served/large"] = nil
        },
        command(
            "mv a tree from a server", moves: Planted.moves("served", "here"),
            isRepeatable: false, ["mv", "SERVER/tree", "tree"]
        ) {
            try Planted.tree(in: "served", of: $0)
        } change: {
            Planted.tree(in: "here", of: &$0)
            Planted.noTree(in: "served", of: &$0)
        },
        command(
            "mv a tree to a server", moves: Planted.moves("here", "served"),
            isRepeatable: false, ["mv", "tree", "SERVER/tree"]
        ) {
            try Planted.tree(in: "here", of: $0)
        } change: {
            Planted.tree(in: "served", of: &$0)
            Planted.noTree(in: "here", of: &$0)
        },
        command("copy here", ["get", "-r", "./from/tree", "to"]) {
            for name in ["here/from", "here/to"] { try $0.makeFolder(name) }
            try Planted.tree(in: "here/from", of: $0)
        } change: {
            Planted.tree(in: "here/to", of: &$0)
        },
        command("copy here what the kernel copies", ["get", "./huge", "to"]) {
            try $0.makeFolder("here/to")
            try $0.write(Planted.huge, to: "here/huge")
        } change: {
            $0.items["here/to/huge"] = .file(Planted.huge)
        },
        command("copy here over another", ["get", "./large", "to"]) {
            try $0.makeFolder("here/to")
            try $0.write(Planted.large, to: "here/large")
            try $0.write(Planted.other, to: "here/to/large")
        } change: {
            $0.items["here/to/large"] = .file(Planted.large)
        },
        command(
            "rename here", moves: ["here/large": "here/renamed"], isRepeatable: false,
            ["mv", "./large", "./renamed"]
        ) {
            try $0.write(Planted.large, to: "here/large")
        } change: {
            $0.items["here/large"] = nil
            $0.items["here/renamed"] = .file(Planted.large)
        },
        command("rm -r", ["rm", "-r", "./tree"]) {
            try Planted.tree(in: "here", of: $0)
        } change: {
            Planted.noTree(in: "here", of: &$0)
        },
        command("rm --trash", isRepeatable: false, ["rm", "--trash", "./tree"]) {
            try Planted.tree(in: "here", of: $0)
        } change: {
            Planted.noTree(in: "here", of: &$0)
        },
    ]
}
