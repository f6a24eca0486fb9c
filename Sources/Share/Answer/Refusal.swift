/// Why a request is not fulfilled: a status and one sentence, which the visitor gets as text and
/// the log shows.
package struct Refusal: Error, Sendable {
    package var status: Status
    /// One plain sentence, sanitised; no secret, and no path of this machine.
    package var sentence: String
    package var headers: Headers
    /// What WebDAV calls it; the answer is a document then (RFC 4918, section 16).
    var condition: DAVCondition?

    package init(_ status: Status, _ sentence: String, headers: [(String, String)] = []) {
        self.status = status
        self.sentence = sentence
        self.headers = Headers(headers)
    }

    /// What the visitor gets.
    package var response: Response {
        if let condition { return condition.response(status, headers) }
        var fields = headers
        fields["Content-Type"] = "text/plain; charset=utf-8"
        return Response(status, headers: fields, body: .bytes(Array((sentence + "\n").utf8)))
    }
}
