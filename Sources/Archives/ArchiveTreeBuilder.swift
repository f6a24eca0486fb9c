import Files

/// Makes a tree of an archive's headers, in their order. Every path is taken apart into single names
/// here, so that none can lead out.
struct ArchiveTreeBuilder {
    private(set) var tree = ArchiveTree()
    private let archive: Path
    private let archiveSize: UInt64
    private let limits: ArchiveLimits
    private var count = 0
    private var nameBytes = 0
    private var unpacked: UInt64 = 0

    init(_ archive: Path, size: UInt64, _ limits: ArchiveLimits) {
        self.archive = archive
        archiveSize = size
        self.limits = limits
    }

    /// Takes in the entry of the header of that number; throws where the whole archive is refused.
    mutating func add(_ member: ArchiveMember, header: Int) throws(FileSystemError) {
        try bound(member)
        guard let names = try path(member.name) else { return }
        guard let name = names.last else { return noteRoot(member) }
        let found: ArchiveTree.Node.Kind
        switch member.kind {
        case .directory:
            found = .directory(children: [:])
        case .file:
            found = .file(
                header: Int32(clamping: header), size: member.size,
                isEncrypted: member.isEncrypted)
        case .link(let text):
            guard !text.isEmpty, text.count <= limits.pathBytes else {
                return refuse(.nothingLinked, member.name)
            }
            found = .link(text)
        case .hardLink(let target):
            guard let node = linked(target) else { return refuse(.nothingLinked, member.name) }
            found = node
        case .device:
            return refuse(.device, member.name)
        }
        guard let parent = directory(names.dropLast()) else {
            return refuse(.below, member.name)
        }
        put(
            ArchiveTree.Node(kind: found, modified: member.modified, mode: member.mode), name,
            in: parent, member.name)
    }

    private mutating func bound(_ member: ArchiveMember) throws(FileSystemError) {
        count += 1
        nameBytes += member.name.count
        switch member.kind {
        case .link(let text), .hardLink(let text): nameBytes += text.count
        case .file, .directory, .device: break
        }
        guard count <= limits.entries, nameBytes <= limits.nameBytes else {
            throw ArchiveError.tooMany(archive, limits.entries)
        }
        unpacked =
            unpacked.addingReportingOverflow(member.size ?? 0).overflow
            ? .max : unpacked + (member.size ?? 0)
        guard unpacked <= limits.unpacked || unpacked / max(1, archiveSize) < limits.ratio else {
            throw ArchiveError.bomb(archive, limits.ratio)
        }
    }

    /// The names in a path, none for the root; nil where it was refused.
    private mutating func path(_ bytes: [UInt8]) throws(FileSystemError) -> [Name]? {
        guard bytes.first != 0x2F, !bytes.isEmpty else {
            refuse(.outside, bytes)
            return nil
        }
        guard bytes.count <= limits.pathBytes else {
            refuse(.tooLong, bytes)
            return nil
        }
        var names: [Name] = []
        for piece in bytes.split(separator: 0x2F) where !piece.elementsEqual([0x2E]) {
            guard let name = Name(piece) else {
                refuse(.outside, bytes)
                return nil
            }
            names.append(name)
        }
        guard names.count <= limits.depth else {
            refuse(.tooLong, bytes)
            return nil
        }
        return names
    }

    private mutating func refuse(_ reason: ArchiveTree.Refusal, _ name: [UInt8]) {
        tree.refused[reason, default: (0, Array(name.prefix(limits.pathBytes)))].count += 1
    }

    private mutating func noteRoot(_ member: ArchiveMember) {
        guard case .directory = member.kind else { return }
        tree.nodes[0].modified = member.modified
        tree.nodes[0].mode = member.mode
    }

    /// The contents that an earlier entry of that path has.
    private func linked(_ target: [UInt8]) -> ArchiveTree.Node.Kind? {
        var here = 0
        for piece in target.split(separator: 0x2F) where !piece.elementsEqual([0x2E]) {
            guard let name = Name(piece), let child = tree.nodes[here].child(name) else {
                return nil
            }
            here = child
        }
        guard target.first != 0x2F, case .file = tree.nodes[here].kind else { return nil }
        return tree.nodes[here].kind
    }

    /// The directory of that path, made as far as the archive has no header for it; nil where a file
    /// or a link is in the way: nothing is looked for behind a link.
    private mutating func directory(_ names: some Collection<Name>) -> Int? {
        var here = 0
        for name in names {
            guard tree.nodes[here].isDirectory else { return nil }
            if let child = tree.nodes[here].child(name) {
                here = child
            } else {
                here = append(
                    ArchiveTree.Node(kind: .directory(children: [:])), name, in: here)
            }
        }
        return tree.nodes[here].isDirectory ? here : nil
    }

    /// Of several entries of one path, the last holds, as when they are unpacked one after the other.
    private mutating func put(
        _ node: ArchiveTree.Node, _ name: Name, in parent: Int, _ path: [UInt8]
    ) {
        guard let before = tree.nodes[parent].child(name) else {
            _ = append(node, name, in: parent)
            return
        }
        switch (tree.nodes[before].kind, node.kind) {
        case (.directory, .directory):
            tree.nodes[before].modified = node.modified
            tree.nodes[before].mode = node.mode
        case (.directory(let inside), _) where !inside.isEmpty:
            refuse(.below, path)
        default:
            tree.nodes[before] = node
        }
    }

    private mutating func append(
        _ node: ArchiveTree.Node, _ name: Name, in parent: Int
    ) -> Int {
        let number = tree.nodes.count
        tree.nodes.append(node)
        tree.nodes[parent].add(Int32(clamping: number), name)
        return number
    }
}

extension ArchiveTree.Node {
    fileprivate var isDirectory: Bool {
        if case .directory = kind { return true }
        return false
    }

    fileprivate func child(_ name: Name) -> Int? {
        guard case .directory(let children) = kind else { return nil }
        return children[name].map { Int($0) }
    }

    /// In place: a copy of a large directory for every name in it would take too long.
    fileprivate mutating func add(_ child: Int32, _ name: Name) {
        guard case .directory(var children) = kind else { return }
        kind = .directory(children: [:])
        children[name] = child
        kind = .directory(children: children)
    }
}
