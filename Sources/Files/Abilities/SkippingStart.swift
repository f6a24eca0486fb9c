/// A source of a server that may send files from their start only: what was not wanted has then come
/// all the same.
package protocol SkippingStart: FileSource {
    /// Whether bytes before the offset that was asked for were received and thrown away.
    var hasSkippedStart: Bool { get }
}
