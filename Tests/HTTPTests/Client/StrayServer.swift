import Support
import Synchronization

/// A small WebDAV server that keeps connections, and sends bytes beyond the ends of its answers. It
/// serves one connection after the other, as a client does that gave the one before up.
final class StrayServer: Sendable {
    /// When those bytes come.
    enum Manner: CaseIterable, Sendable {
        /// In the packet that ends the answer.
        case together
        /// In a packet of their own.
        case apart
        /// After the next request was read, before its answer.
        case late
    }

    /// Behind which answers they come.
    enum Place: CaseIterable, Sendable {
        /// A body to HEAD.
        case head
        /// A body with 204.
        case status
        /// More than Content-Length says.
        case length
    }

    private static let stray = "<p>a page that nobody asked for</p>"

    private let manner: Manner
    private let place: Place
    private let files = Mutex<[String: String]>([:])
    private let lines = Mutex<[String]>([])

    init(_ place: Place, _ manner: Manner, files: [String: String]) {
        self.place = place
        self.manner = manner
        self.files.withLock { $0 = files }
    }

    /// Requests that were read, such as `GET /a`.
    var requests: [String] { lines.withLock { $0 } }

    /// The files that are there, by their paths.
    var stored: [String: String] { files.withLock { $0 } }

    /// Serves until `GET /end`.
    func serve(_ peer: ScriptedConversation) throws {
        while try !serveConnection(peer) { try peer.accept() }
    }

    /// Whether that was the last.
    private func serveConnection(_ peer: ScriptedConversation) throws -> Bool {
        var owed = ""
        while let request = try? peer.request() {
            let words = request.line.split(separator: " ").map(String.init)
            let (method, target) = (words[0], words[1])
            lines.withLock { $0.append("\(method) \(target)") }
            // So may it have before all bytes of its own were sent.
            guard let sent = try? peer.bytes(Int(request["Content-Length"] ?? "") ?? 0) else {
                break
            }
            // The client may have gone at these already.
            if !owed.isEmpty { try? peer.send(owed) }
            owed = ""
            let answer = answer(to: method, target, String(decoding: sent, as: UTF8.self))
            let stray = stray(behind: answer, to: method)
            let size = answer.body.utf8.count
            let length = answer.status == "204 No Content" ? [] : ["Content-Length: \(size)"]
            let head = ["HTTP/1.1 \(answer.status)", "DAV: 1,2"] + length + answer.fields
            let body = method == "HEAD" ? "" : answer.body
            let text = head.map { $0 + "\r\n" }.joined() + "\r\n" + body
            switch manner {
            case .together: try? peer.send(text + stray)
            case .apart:
                try? peer.send(text)
                if !stray.isEmpty { try? peer.send(stray) }
            case .late:
                try? peer.send(text)
                owed = stray
            }
            if target == "/end" { return true }
        }
        return false
    }

    private func stray(
        behind answer: (status: String, fields: [String], body: String), to method: String
    ) -> String {
        let isBodiless = answer.status == "204 No Content"
        switch place {
        case .head: return method == "HEAD" ? StrayServer.stray : ""
        case .status: return isBodiless ? StrayServer.stray : ""
        case .length: return method == "HEAD" || isBodiless ? "" : StrayServer.stray
        }
    }

    private func answer(
        to method: String, _ target: String, _ body: String
    ) -> (status: String, fields: [String], body: String) {
        files.withLock { files in
            switch method {
            case "OPTIONS": return ("200 OK", ["Allow: OPTIONS, GET, PUT, DELETE, PROPFIND"], "")
            case "PROPFIND":
                if let text = files[target] {
                    return (
                        "207 Multi-Status", [],
                        DAVReply.multistatus(DAVReply.file(target, size: text.utf8.count))
                    )
                }
                guard target.hasSuffix("/") else { return ("404 Not Found", [], "") }
                let all = files.map { DAVReply.file($0.key, size: $0.value.utf8.count) }
                return (
                    "207 Multi-Status", [],
                    DAVReply.multistatus(DAVReply.folder(target) + all.joined())
                )
            case "PUT":
                files[target] = body
                return ("204 No Content", [], "")
            case "DELETE":
                guard files.removeValue(forKey: target) != nil else {
                    return ("404 Not Found", [], "")
                }
                return ("204 No Content", [], "")
            default:
                guard let text = files[target] else { return ("404 Not Found", [], "none") }
                return ("200 OK", [], text)
            }
        }
    }
}
