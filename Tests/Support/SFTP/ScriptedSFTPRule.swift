/// What becomes of some requests.
package struct ScriptedSFTPRule: Sendable {
    /// What goes out for a request.
    package enum Answer: Sendable {
        /// The usual.
        case usual
        /// A refusal, and nothing is done. An empty text is OpenSSH's.
        case status(ScriptedSFTPStatus, String = "")
        /// A packet of this type with these bytes behind the id, and nothing is done.
        case packet(UInt8, [UInt8])
        /// These bytes as they are, and nothing is done.
        case bytes([UInt8])
        /// The usual, with another id.
        case withID(UInt32)
        /// The usual, twice.
        case twice
        /// It is done, but never answered.
        case silence
        /// The connection ends instead; nothing is done.
        case end
        /// It is done, and the connection ends instead of the answer.
        case doneThenEnd
    }

    private let kinds: Set<ScriptedSFTPRequest.Kind>
    private let name: String?
    private let path: String?
    private let condition: @Sendable (ScriptedSFTPRequest) -> Bool
    /// How many requests it is still about.
    private(set) var times: Int
    let answer: @Sendable (ScriptedSFTPRequest) -> Answer

    /// About requests of these kinds: at a path (as the client writes it; a handle's is what was
    /// opened) where that is given, and only where `condition` holds.
    package init(
        _ kinds: ScriptedSFTPRequest.Kind..., path: String? = nil, times: Int = .max,
        where condition: @escaping @Sendable (ScriptedSFTPRequest) -> Bool = { _ in true },
        answers: @escaping @Sendable (ScriptedSFTPRequest) -> Answer
    ) {
        self.kinds = Set(kinds)
        self.path = path
        self.times = times
        self.condition = condition
        answer = answers
        name = nil
    }

    /// The same with an answer that does not depend on the request.
    package init(
        _ kinds: ScriptedSFTPRequest.Kind..., path: String? = nil, times: Int = .max,
        where condition: @escaping @Sendable (ScriptedSFTPRequest) -> Bool = { _ in true },
        answer: Answer
    ) {
        self.kinds = Set(kinds)
        self.path = path
        self.times = times
        self.condition = condition
        self.answer = { _ in answer }
        name = nil
    }

    /// About an extension, by its name.
    package init(
        extension name: String, path: String? = nil, times: Int = .max,
        where condition: @escaping @Sendable (ScriptedSFTPRequest) -> Bool = { _ in true },
        answer: Answer
    ) {
        kinds = [.extended]
        self.name = name
        self.path = path
        self.times = times
        self.condition = condition
        self.answer = { _ in answer }
    }

    func isAbout(_ request: ScriptedSFTPRequest) -> Bool {
        guard times > 0, let kind = request.kind, kinds.contains(kind) else { return false }
        return (name ?? request.name) == request.name
            && (path ?? request.pathText) == request.pathText && condition(request)
    }

    mutating func use() {
        if times != .max { times -= 1 }
    }
}
