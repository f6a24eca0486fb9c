package import Files

/// What comes of a raw exchange, as it comes. Texts are a stranger's until they are shown.
package enum RawReply: Sendable {
    /// Something to know about the request or the replies: a sentence.
    case remark(String)
    /// The lines of a reply's head, the status line first; 100…999 for the code.
    case head([String], code: Int?)
    /// Bytes of the body at hand that have come so far.
    case progress(UInt64)
    case body(RawBody)
    /// A line behind a chunked body.
    case trailer(String)
    /// A body that was asked for is in this file.
    case saved(Path)
    /// All replies are there, or why they are not.
    case ended(Result<Void, FileSystemError>)
}

/// A body that was received whole, or as far as it came.
package struct RawBody: Hashable, Sendable {
    /// Counts the bodies of one exchange from 0.
    package var number: Int
    /// The name that fits it, for a file.
    package var name: Name
    /// In bytes.
    package var size: UInt64
    /// As the server calls it; nil where it does not.
    package var mediaType: String?
    /// The beginning, where it is text; nil where it is not.
    package var text: [UInt8]?

    /// A body as it was received.
    package init(number: Int, name: Name, size: UInt64, mediaType: String?, text: [UInt8]?) {
        self.number = number
        self.name = name
        self.size = size
        self.mediaType = mediaType
        self.text = text
    }
}
