import Files
import Sync

/// A tree by its directories, and what synchronising two of them does.
indirect enum ModelNode: Equatable {
    case file([UInt8])
    case directory([String: ModelNode])

    /// Nests a tree.
    init(_ tree: ModelTree) {
        self = .directory([:])
        for path in tree.nodes.keys.sorted(by: { $0.utf8.count < $1.utf8.count }) {
            guard let node = tree.nodes[path] else { continue }
            let names = path.split(separator: "/").map(String.init)
            insert(node == .directory ? .directory([:]) : .file(node.bytes), names[...])
        }
    }

    private mutating func insert(_ node: ModelNode, _ names: ArraySlice<String>) {
        guard let name = names.first, case .directory(var children) = self else { return }
        if names.count == 1 {
            children[name] = node
        } else {
            children[name]?.insert(node, names.dropFirst())
        }
        self = .directory(children)
    }

    /// The same without nesting.
    var tree: ModelTree {
        var tree = ModelTree()
        flatten(into: &tree, "")
        return tree
    }

    private func flatten(into tree: inout ModelTree, _ path: String) {
        guard case .directory(let children) = self else { return }
        for (name, node) in children {
            let key = path.isEmpty ? name : "\(path)/\(name)"
            switch node {
            case .file(let bytes): tree.nodes[key] = .file(bytes)
            case .directory:
                tree.nodes[key] = .directory
                node.flatten(into: &tree, key)
            }
        }
    }

    private var children: [String: ModelNode]? {
        if case .directory(let children) = self { children } else { nil }
    }

    // MARK: - What synchronising does

    /// What both sides become; `base`: what they last agreed about.
    static func synchronised(
        _ base: ModelNode?, _ one: ModelNode, _ two: ModelNode, keptName: (String) -> String
    ) -> ModelNode {
        guard let first = one.children, let second = two.children else { return one }
        let earlier = base?.children ?? [:]
        var result: [String: ModelNode] = [:]
        for name in Set(first.keys).union(second.keys) {
            let outcome = merged(earlier[name], first[name], second[name], keptName)
            result[name] = outcome.node
            if let kept = outcome.kept { result[keptName(name)] = kept }
        }
        return .directory(result)
    }

    /// What has the name, and what is kept beside it.
    private static func merged(
        _ base: ModelNode?, _ one: ModelNode?, _ two: ModelNode?, _ keptName: (String) -> String
    ) -> (node: ModelNode?, kept: ModelNode?) {
        switch (one, two) {
        case (nil, nil): return (nil, nil)
        case (let one?, nil): return (one.surviving(base), nil)
        case (nil, let two?): return (two.surviving(base), nil)
        case (.directory?, .directory?):
            guard let one, let two else { return (nil, nil) }
            let before = base?.children == nil ? nil : base
            return (synchronised(before, one, two, keptName: keptName), nil)
        case (.file?, .file?):
            if one == two || base == two { return (one, nil) }
            return base == one ? (two, nil) : (one, two)
        case (.file?, .directory?): return kinds(base, file: one, directory: two)
        case (.directory?, .file?): return kinds(base, file: two, directory: one)
        }
    }

    /// A file on one side and a directory on the other.
    private static func kinds(
        _ base: ModelNode?, file: ModelNode?, directory: ModelNode?
    ) -> (node: ModelNode?, kept: ModelNode?) {
        switch base {
        case .file?: return base == file ? (directory, nil) : (directory, file)
        case .directory?:
            guard let left = directory?.surviving(base) else { return (file, nil) }
            return (left, file)
        case nil: return (directory, file)
        }
    }

    /// What is left where the other side does not have it; nil for nothing.
    private func surviving(_ base: ModelNode?) -> ModelNode? {
        switch (self, base) {
        case (.file, _): return self == base ? nil : self
        case (.directory(let children), .directory(let earlier)?):
            let left = children.compactMap { name, node in
                node.surviving(earlier[name]).map { (name, $0) }
            }
            return left.isEmpty ? nil : .directory(Dictionary(uniqueKeysWithValues: left))
        case (.directory, _): return self
        }
    }
}

extension ModelTree.Node {
    fileprivate var bytes: [UInt8] {
        if case .file(let bytes) = self { bytes } else { [] }
    }
}
