/// What the helper that ssh starts is asked, as it passes it on: the kind, a line feed, the prompt.
struct AskpassRequest: Hashable, Sendable {
    /// By SSH_ASKPASS_PROMPT.
    enum Kind: String, Hashable, Sendable {
        /// Something is typed.
        case typed = ""
        /// `confirm`: yes or no.
        case confirmation = "confirm"
        /// `none`: nothing, it only says something until it is ended.
        case notice = "none"
    }

    /// Bytes of a prompt.
    static let promptLimit = 16 << 10
    /// Bytes of a whole request.
    static let limit = promptLimit + 16
    /// Bytes of an answer: ssh reads no more.
    static let answerLimit = 1_023

    var kind: Kind
    /// As ssh wrote it; a stranger may have had his part in it.
    var prompt: String

    init(_ kind: Kind, _ prompt: String) {
        self.kind = kind
        self.prompt = prompt
    }

    /// Nil for what no helper sends.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= AskpassRequest.limit, let end = bytes.firstIndex(of: 0x0A),
            let kind = Kind(rawValue: String(decoding: bytes[..<end], as: UTF8.self))
        else { return nil }
        self.init(kind, String(decoding: bytes[(end + 1)...], as: UTF8.self))
    }

    /// As it is sent; a prompt that is too long is cut.
    var bytes: [UInt8] {
        Array(kind.rawValue.utf8) + [0x0A] + prompt.utf8.prefix(AskpassRequest.promptLimit)
    }
}
