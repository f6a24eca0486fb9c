package import Files

/// Makes archives by libarchive.
package struct ArchivePacker: Packing {
    package init() {}

    package func pack(
        _ order: PackOrder, from files: any FileSystem
    ) throws(FileSystemError) -> any PackedSource {
        try PackingSource(order, from: files)
    }

    package func measure(
        _ order: PackOrder, in files: any FileSystem
    ) throws(FileSystemError) -> UInt64 {
        var order = order
        // It is said when they are packed.
        order.leaveOut = { _ in }
        var walk = PackWalk(order, in: files)
        var size: UInt64 = 0
        while let item = try walk.next() {
            if item.entry.kind == .file { size &+= item.entry.size ?? 0 }
        }
        return size
    }
}
