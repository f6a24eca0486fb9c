import Files
import Web

/// A response's status line and header fields (RFC 9112 section 4, RFC 9110 section 5).
struct ResponseHead: Sendable {
    /// `HTTP/1.1`, as the server wrote it.
    var version: String
    /// 100…599
    var status: Int
    /// Sanitised; HTTP/2 has none.
    var reason: String
    /// Names in small letters; values without the blanks around them, as bytes from a stranger.
    var fields: [(name: String, value: [UInt8])] = []

    var isSuccess: Bool { (200..<300).contains(status) }
    var isRedirection: Bool { [301, 302, 303, 307, 308].contains(status) }

    /// `404 Not Found`, sanitised, for messages.
    var text: String { reason.isEmpty ? String(status) : "\(status) \(reason)" }

    /// The first field of that name (in small letters), as UTF-8, else as Latin-1; not sanitised.
    func value(_ name: String) -> String? {
        fields.first { $0.name == name }.map { ResponseHead.string($0.value) }
    }

    func values(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map { ResponseHead.string($0.value) }
    }

    /// The bytes of the first field of that name.
    func bytes(_ name: String) -> [UInt8]? { fields.first { $0.name == name }?.value }

    static func string(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }

    /// Content-Length (RFC 9110 section 8.6); nil where there is none, or it is no number.
    var length: UInt64? {
        guard value("transfer-encoding") == nil else { return nil }
        return contentLength
    }

    /// The same without a look at how the body is framed: what an answer to HEAD tells of a file.
    var contentLength: UInt64? {
        value("content-length").flatMap { text in
            let digits = text.prefix { $0 != "," }
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return nil
            }
            return UInt64(digits)
        }
    }

    /// Whether Content-Length is given more than once with different numbers, so that nobody knows
    /// where the body ends (RFC 9112 section 6.3).
    var hasLengthsThatDiffer: Bool {
        let all = values("content-length").joined(separator: ",").split(separator: ",")
            .map { $0.filter { $0 != " " && $0 != "\t" } }
        return Set(all).count > 1
    }

    /// `text/html`: in small letters, without parameters.
    var mediaType: String? {
        value("content-type").map { text in
            text.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
        }
    }

    /// The methods of Allow (RFC 9110 section 10.2.1), in capitals.
    var allowedMethods: [String] {
        values("allow").flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " }.uppercased() }
    }

    /// Last-Modified (RFC 9110 section 8.8.2).
    var modified: Timestamp? {
        value("last-modified").flatMap(HTTPDate.seconds).map { Timestamp(seconds: $0) }
    }
}
