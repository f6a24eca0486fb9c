import CLinux

/// The version of its source with which an unfinished file was begun, kept as an attribute of the
/// file itself. Where the file system keeps none, the version is not known later.
enum PartVersion {
    /// Bytes that are kept.
    private static let limit = 1_024

    /// Nil forgets it.
    static func set(_ version: String?, of part: Descriptor) {
        let bytes = Array((version ?? "").utf8)
        guard bytes.count <= limit else { return set(nil, of: part) }
        _ = ferry_set_version(part.number, bytes, bytes.count)
    }

    static func get(of part: Descriptor) -> String? {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = ferry_get_version(part.number, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(validating: bytes.prefix(count), as: UTF8.self)
    }
}
