/// Whether a server's refusal says that it has too many connections, so that fewer, or later,
/// will do. The phrases are those that servers were seen to use.
package enum CrowdedReply {
    private static let phrases = [
        "too many", "overloaded", "try again later", "try back later", "try later",
        "is restricted to", "maximum number", "number of connect", "more connection",
        "already connected", "simultaneous login",
    ]

    /// `text` is the reply, in letters of any case.
    package static func matches(_ text: String) -> Bool {
        let words = text.lowercased()
        if phrases.contains(where: words.contains) { return true }
        guard let only = words.firstRange(of: "only"),
            let session = words[only.upperBound...].firstRange(of: "session")
        else { return false }
        return words[session.upperBound...].contains("allowed")
    }
}
