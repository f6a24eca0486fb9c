package import Files

/// What a folder of the share holds: a file or a folder; nothing else is shown.
package struct SharedEntry: Hashable, Sendable {
    package var name: Name
    package var status: FileStatus

    package var isDirectory: Bool { status.kind == .directory }

    package init(name: Name, status: FileStatus) {
        self.name = name
        self.status = status
    }
}
