import Files
import Words

/// What an archive holds, as directories: made from its headers once, then only looked at.
package struct ArchiveTree: Sendable {
    struct Node: Sendable {
        enum Kind: Sendable {
            case directory(children: [Name: Int32])
            /// Contents that begin with the header of that number.
            case file(header: Int32, size: UInt64?, isEncrypted: Bool)
            case link([UInt8])
        }

        var kind: Kind
        var modified: Timestamp?
        /// Nil for a directory that has no header of its own.
        var mode: UInt16?
    }

    /// Why entries are not shown.
    enum Refusal: Int, CaseIterable {
        case outside, device, nothingLinked, below, tooLong

        /// After "because".
        var words: String {
            switch self {
            case .outside: tr("they lead out of it")
            case .device: tr("they are devices, pipes or sockets")
            case .nothingLinked: tr("they are links to nothing")
            case .below: tr("they lie below a file or a link")
            case .tooLong: tr("their path is too long")
            }
        }
    }

    /// Of a .zip file, where the files lie: by the numbers of their headers.
    var places: [ZipPlace]?
    var nodes = [Node(kind: .directory(children: [:]))]
    /// How many were refused, and the first of them.
    var refused: [Refusal: (count: Int, first: [UInt8])] = [:]

    /// How many entries are not shown.
    package var refusedCount: Int { refused.values.reduce(0) { $0 + $1.count } }

    /// Why entries are not shown, as a sentence; nil where all are.
    package var remark: String? {
        guard let kind = Refusal.allCases.first(where: { refused[$0] != nil }),
            let found = refused[kind]
        else { return nil }
        let name = VisibleText.make(Array(found.first.prefix(80)))
        return found.count == refusedCount
            ? tr(
                "Skipped \(refusedCount) of the archive's entries because \(kind.words), "
                    + "such as '\(name)'.")
            : tr(
                "Skipped \(refusedCount) of the archive's entries, \(found.count) of them "
                    + "because \(kind.words), such as '\(name)'.")
    }

    // MARK: Looking

    /// The number of what is there; nil for nothing. Links on the way are followed, and the last one
    /// where that is wanted.
    func find(
        _ path: Path, follows: Bool, in archive: Path, _ limits: ArchiveLimits
    ) throws(FileSystemError) -> Int? {
        var budget = limits.links
        guard
            let trail = try walk(
                from: [0], Array(path.components), follows: follows, &budget, path, archive)
        else { return nil }
        return trail.last
    }

    /// The nodes from the root to what `names` lead to from the last of `start`.
    private func walk(
        from start: [Int], _ names: [Name], follows: Bool, _ budget: inout Int, _ path: Path,
        _ archive: Path
    ) throws(FileSystemError) -> [Int]? {
        var trail = start
        for (position, name) in names.enumerated() {
            guard let here = trail.last, case .directory(let children) = nodes[here].kind,
                let child = children[name]
            else { return nil }
            guard case .link(let text) = nodes[Int(child)].kind,
                follows || position < names.count - 1
            else {
                trail.append(Int(child))
                continue
            }
            budget -= 1
            guard budget >= 0, text.first != 0x2F else {
                throw ArchiveError.leadsOut(path, archive)
            }
            for piece in text.split(separator: 0x2F) where !piece.elementsEqual([0x2E]) {
                if piece.elementsEqual([0x2E, 0x2E]) {
                    guard trail.count > 1 else { throw ArchiveError.leadsOut(path, archive) }
                    trail.removeLast()
                    continue
                }
                guard let name = Name(piece),
                    let next = try walk(
                        from: trail, [name], follows: true, &budget, path, archive)
                else { return nil }
                trail = next
            }
        }
        return trail
    }

    /// What is known of a node.
    func entry(_ number: Int, named name: Name) -> Entry {
        let node = nodes[number]
        var entry = Entry(name: name, kind: .directory, modified: node.modified, mode: node.mode)
        switch node.kind {
        case .directory: break
        case .file(_, let size, _):
            entry.kind = .file
            entry.size = size
        case .link(let text):
            entry.kind = .link
            entry.target = text
        }
        return entry
    }
}
