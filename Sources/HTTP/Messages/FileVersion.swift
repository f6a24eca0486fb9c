import Web

/// What tells one version of a file from others for sure: fit for If-Range (RFC 9110 section
/// 13.1.5), so never a weak ETag, and a date only where it cannot name two versions.
enum FileVersion {
    private static let limit = 1_024

    /// Of the file that a response is about; nil where there is nothing sure.
    static func of(_ head: ResponseHead) -> String? {
        if let tag = head.value("etag"), isStrong(tag) { return tag }
        // A file may change twice within the second of its time (RFC 9110 section 8.8.2.2).
        guard let text = head.value("last-modified"), text.utf8.count <= limit,
            let modified = HTTPDate.seconds(text),
            let sent = head.value("date").flatMap(HTTPDate.seconds), sent > modified
        else { return nil }
        return text
    }

    /// `"abc"`: one quoted string of bytes that can be sent back.
    private static func isStrong(_ tag: String) -> Bool {
        let bytes = Array(tag.utf8)
        return bytes.count >= 2 && bytes.count <= limit && bytes.first == 0x22
            && bytes.last == 0x22
            && bytes.dropFirst().dropLast().allSatisfy { $0 >= 0x21 && $0 != 0x22 && $0 < 0x7F }
    }

    /// Whether a response can be about `version`: false only where it says otherwise. A response
    /// that names nothing to compare says nothing.
    static func fits(_ head: ResponseHead, _ version: String) -> Bool {
        if version.hasPrefix("\"") {
            return head.value("etag").map { $0 == version } ?? true
        }
        guard let modified = head.value("last-modified").flatMap(HTTPDate.seconds) else {
            return true
        }
        return modified == HTTPDate.seconds(version)
    }
}
