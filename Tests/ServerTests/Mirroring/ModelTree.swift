import Files
import Glibc
import Support

/// A tree as plain values, and what mirroring does to one. Its keys are paths as text: two that read the
/// same are one, however they are written.
struct ModelTree: Equatable {
    enum Node: Equatable {
        case file([UInt8])
        case directory
    }

    var nodes: [String: Node] = [:]

    init() {}

    /// Of a folder of this machine, without `hidden` at its top.
    init(folder: String, hidden: String? = nil) throws {
        try read(folder, "", hidden)
    }

    private mutating func read(_ folder: String, _ path: String, _ hidden: String?) throws {
        guard let directory = opendir(folder) else { throw Unreadable(path: folder) }
        defer { closedir(directory) }
        while let found = readdir(directory) {
            let name = withUnsafePointer(to: &found.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name == "." || name == ".." || (path.isEmpty && name == hidden) { continue }
            let (file, key) = ("\(folder)/\(name)", path.isEmpty ? name : "\(path)/\(name)")
            var status = stat()
            guard lstat(file, &status) == 0, nodes[key] == nil else {
                throw Unreadable(path: file)
            }
            if status.st_mode & S_IFMT == S_IFDIR {
                nodes[key] = .directory
                try read(file, key, hidden)
            } else {
                nodes[key] = .file(try ModelTree.bytes(of: file))
            }
        }
    }

    struct Unreadable: Error {
        let path: String
    }

    private static func bytes(of file: String) throws -> [UInt8] {
        let descriptor = open(file, O_RDONLY)
        guard descriptor >= 0 else { throw Unreadable(path: file) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    /// The paths at which it is not as another is.
    func differing(from other: ModelTree) -> [String] {
        Set(nodes.keys).union(other.nodes.keys).filter { nodes[$0] != other.nodes[$0] }.sorted()
            .map { "\($0): \(ModelTree.words(nodes[$0])), not \(ModelTree.words(other.nodes[$0]))" }
    }

    private static func words(_ node: Node?) -> String {
        switch node {
        case nil: "nothing"
        case .directory?: "a directory"
        case .file(let bytes)?: "\(bytes.count) bytes from \(bytes.first ?? 0)"
        }
    }

    // MARK: - What mirroring does

    /// Those above a path, the nearest last.
    static func above(_ path: String) -> [String] {
        let names = path.split(separator: "/")
        return (0..<max(0, names.count - 1)).map { names[...$0].joined(separator: "/") }
    }

    static func isLeftOut(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0.hasSuffix(".log") }
    }

    func holdsLeftOut(_ path: String) -> Bool {
        nodes.keys.contains {
            ModelTree.above($0).contains(path) && ModelTree.isLeftOut($0)
        }
    }

    /// What this one becomes where `source` is mirrored to it, with or without deleting, and what is left
    /// out left out.
    func mirrored(from source: ModelTree, deletes: Bool, leavesOut: Bool) -> ModelTree {
        func isOut(_ path: String) -> Bool { leavesOut && ModelTree.isLeftOut(path) }
        func holdsOut(_ path: String) -> Bool { leavesOut && holdsLeftOut(path) }
        var result = self
        var blocked: Set<String> = []
        func isBlocked(_ path: String) -> Bool {
            blocked.contains(path) || ModelTree.above(path).contains { blocked.contains($0) }
        }
        for path in source.nodes.keys.sorted(by: { $0.utf8.count < $1.utf8.count }) {
            guard !isOut(path), !isBlocked(path), let wanted = source.nodes[path] else { continue }
            switch (wanted, result.nodes[path]) {
            case (_, nil), (.file, .file?): result.nodes[path] = wanted
            case (.directory, .directory?): break
            default:
                guard deletes, !holdsOut(path) else {
                    blocked.insert(path)
                    continue
                }
                for below in result.nodes.keys where ModelTree.above(below).contains(path) {
                    result.nodes[below] = nil
                }
                result.nodes[path] = wanted
            }
        }
        guard deletes else { return result }
        for path in nodes.keys
        where source.nodes[path] == nil && !isOut(path) && !isBlocked(path) && !holdsOut(path) {
            result.nodes[path] = nil
        }
        return result
    }
}
