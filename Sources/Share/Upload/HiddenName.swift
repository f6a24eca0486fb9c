import Files

/// The names that a share gives to what is on its way; no visitor ever sees them.
enum HiddenName {
    private static let item: StaticString = ".ferry-upload-"
    private static let record: StaticString = ".ferry-replacing-"

    /// For a file or folder that is not whole yet, or was displaced by another.
    static func ofItem() -> Name { .random(item) }

    /// For what is written down of a replacement.
    static func ofRecord() -> Name { .random(record) }

    static func isOne(_ name: Name) -> Bool {
        isRecord(name) || name.bytes.starts(with: Array("\(item)".utf8))
    }

    static func isRecord(_ name: Name) -> Bool {
        name.bytes.starts(with: Array("\(record)".utf8))
    }
}
