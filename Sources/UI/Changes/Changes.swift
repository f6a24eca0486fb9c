import Files

/// Changes that were asked for and not answered yet.
struct Changes: Sendable {
    private var changes: [RequestID: Change] = [:]
    /// The same of modes and times.
    private var attributeChanges: [RequestID: RunningAttributeChange] = [:]

    mutating func begin(_ change: Change, as request: RequestID) {
        changes[request] = change
    }

    mutating func begin(_ change: RunningAttributeChange, as request: RequestID) {
        attributeChanges[request] = change
    }

    /// The change that an answer is to; it is not waited for any more.
    mutating func end(_ request: RequestID) -> Change? {
        changes.removeValue(forKey: request)
    }

    /// The same of modes and times.
    mutating func endAttributes(_ request: RequestID) -> RunningAttributeChange? {
        attributeChanges.removeValue(forKey: request)
    }

    /// Those of modes and times that go on are to stop; none where all of them are stopping already.
    mutating func stopAttributes() -> [RequestID] {
        let requests = Array(attributeChanges.filter { !$0.value.isStopping }.keys)
        for request in requests { attributeChanges[request]?.isStopping = true }
        return requests
    }
}
