import Files

/// What a request is about to change.
struct WriteClaim: Sendable {
    /// Something at that path: its content, its properties, its being there.
    struct Item: Sendable {
        var path: SharedPath
        /// Whether all that is below goes with it.
        var isTree: Bool
    }

    var items: [Item] = []
    /// Directories that get or lose a name.
    var directories: [SharedPath] = []

    /// Adds the item, and the directory that holds it.
    fileprivate mutating func add(_ path: SharedPath, isTree: Bool, changesDirectory: Bool = true) {
        items.append(Item(path: path, isTree: isTree))
        if changesDirectory, !path.isRoot { directories.append(path.parent) }
    }

    /// What a request changes by its method; nothing for one that leaves all as it is.
    /// `isThere`: whether something is at the request's path already.
    init(_ request: Request, isThere: Bool, in folder: SharedFolder) {
        let path = folder.shared(request.path)
        switch request.method {
        case .put: add(path, isTree: false, changesDirectory: !isThere)
        case .mkcol: add(path, isTree: false)
        case .proppatch: add(path, isTree: false, changesDirectory: false)
        // The names of the files come with the body.
        case .post: directories.append(path)
        case .delete: add(path, isTree: true)
        case .move:
            add(path, isTree: true)
            addDestination(request, in: folder)
        case .copy: addDestination(request, in: folder)
        // An empty file is made where nothing is.
        case .lock: if !isThere, !path.isRoot { directories.append(path.parent) }
        default: break
        }
    }

    /// A file of a form, which replaces another.
    init(replacing path: SharedPath) {
        add(path, isTree: false, changesDirectory: false)
    }

    /// The empty file that a lock makes.
    init(creating path: SharedPath) { add(path, isTree: false) }

    private mutating func addDestination(_ request: Request, in folder: SharedFolder) {
        // A bad one is refused by who carries the request out.
        guard let path = try? Destination.path(request) else { return }
        add(folder.shared(path), isTree: true)
    }

    var isEmpty: Bool { items.isEmpty && directories.isEmpty }

    /// What both would change: the same thing, or something in a directory that goes as a whole; nil where
    /// they do not meet. `isRetry`: whether the same file may be sent once more.
    func meeting(_ other: WriteClaim, isRetry: Bool) -> SharedPath? {
        for item in items {
            for other in other.items {
                if item.path == other.path, !isRetry || item.isTree || other.isTree {
                    return item.path
                }
                guard item.path != other.path else { continue }
                if item.isTree, other.path.isInside(item.path) { return other.path }
                if other.isTree, item.path.isInside(other.path) { return other.path }
            }
        }
        return held(by: other) ?? other.held(by: self)
    }

    /// A directory that another claim changes, where this one's trees take it along.
    private func held(by other: WriteClaim) -> SharedPath? {
        other.directories.first { directory in
            items.contains { $0.isTree && directory.isInside($0.path) }
        }
    }
}
