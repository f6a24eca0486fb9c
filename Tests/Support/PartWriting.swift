package import Files

// Writing one file at a time, for tests that are not about whose the parts are.
extension FileSystem {
    /// Begins a part under a name of its own.
    package func create(
        _ file: Path, _ creation: Creation = Creation()
    ) throws(FileSystemError) -> any FileSink {
        try create(file, as: PartID(token: PartID.newToken(), number: 1), creation)
    }

    /// Makes what was written to `sink` final.
    @discardableResult
    package func commit(
        _ sink: any FileSink, _ creation: Creation = Creation(), size: UInt64
    ) throws(FileSystemError) -> Committed {
        try commit(sink.part, creation, size: size)
    }

    @discardableResult
    package func commit(
        _ part: Part, _ creation: Creation = Creation(), size: UInt64
    ) throws(FileSystemError) -> Committed {
        let results = commit([PendingCommit(part: part, creation: creation, size: size)]) { _ in }
        guard let result = results[part.id] else { throw FileSystemError.unanswered(part.file) }
        return try result.get()
    }
}

extension Creation {
    /// Into the file itself.
    package static func inPlace(
        offset: UInt64 = 0, size: UInt64? = nil, modified: Timestamp? = nil, mode: UInt16? = nil,
        replaces: Bool = true
    ) -> Creation {
        Creation(
            offset: offset, size: size, modified: modified, mode: mode, replaces: replaces,
            placement: .inPlace)
    }
}
