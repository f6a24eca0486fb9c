import Support

/// A request's head, as a scripted server got it.
struct ScriptedRequest {
    /// `GET /a HTTP/1.1`
    let line: String
    let fields: [(name: String, value: String)]

    subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

extension ScriptedConversation {
    /// The next request's head.
    func request() throws -> ScriptedRequest {
        let first = try line()
        var fields: [(name: String, value: String)] = []
        while true {
            let field = try line()
            if field.isEmpty { return ScriptedRequest(line: first, fields: fields) }
            guard let colon = field.firstIndex(of: ":") else {
                throw ScriptedPeer.Mismatch("no header field: '\(field)'")
            }
            let value = field[field.index(after: colon)...].drop { $0 == " " }
            fields.append((String(field[..<colon]), String(value)))
        }
    }

    /// Waits for a request with this line, without its version.
    @discardableResult
    func expectRequest(_ line: String) throws -> ScriptedRequest {
        let request = try request()
        guard request.line == "\(line) HTTP/1.1" else {
            throw ScriptedPeer.Mismatch("expected '\(line)', got '\(request.line)'")
        }
        return request
    }

    /// Answers with a status line, fields, and a body whose length is said.
    func answer(_ status: String, _ fields: [String] = [], body: String = "") throws {
        let head = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)"]
        try send(head.map { $0 + "\r\n" }.joined() + "\r\n" + body)
    }

    /// Answers with a head alone.
    func answerHead(_ status: String, _ fields: [String] = []) throws {
        let head = ["HTTP/1.1 \(status)"] + fields
        try send(head.map { $0 + "\r\n" }.joined() + "\r\n")
    }
}
