package import Files
import Synchronization

/// A connection to a `MemoryVolume` whose server copies directories with all that is in them, as WebDAV's do.
package final class TreeCopyingMemoryFileSystem: MemoryFileSystem, CopyingTrees {
    /// How well the server does that, for all connections to it.
    package final class Skill: Sendable {
        package enum Extent: Sendable {
            case none
            case whole
            /// Says that it did, but leaves a file of that name out.
            case allBut(String)
            /// Copies that and then closes the connection, once.
            case broken
        }

        fileprivate let extent: Mutex<Extent>
        /// Hears of each tree, once it is copied.
        fileprivate let copied: @Sendable (Path) -> Void

        package init(_ extent: Extent, copied: @escaping @Sendable (Path) -> Void = { _ in }) {
            self.extent = Mutex(extent)
            self.copied = copied
        }
    }

    private let skill: Skill

    package init(_ volume: MemoryVolume, _ process: Int, _ skill: Skill) {
        self.skill = skill
        super.init(volume, process)
    }

    package var copiesTrees: Bool {
        if case .none = skill.extent.withLock({ $0 }) { false } else { true }
    }

    package func copyTree(
        _ directory: Path, files: Int, bytes: UInt64, into part: Part
    ) throws(FileSystemError) -> TreeCopy {
        try begin(.copyTree, directory, note: "\(files) \(bytes)")
        let extent = skill.extent.withLock { $0 }
        var missing: String?
        if case .allBut(let name) = extent { missing = name }
        try change { state in
            let from = directory.components.count
            for (source, nodes) in state.directories where source.isInside(directory) {
                let names = part.path.components + source.components[from...]
                let target = Path(components: names)
                state.makeDirectories(target)
                for (name, node) in nodes where name.text != missing {
                    state.put(target.appending(name), node)
                }
            }
        }
        skill.copied(part.file)
        if case .broken = extent {
            skill.extent.withLock { $0 = .whole }
            close()
            throw FileSystemError(
                .connection, detail: "The server closed the connection.", isTransient: true)
        }
        return .copied
    }
}
