import Files
import Testing

@testable import HTTP

@Suite("Where a request may be sent on to")
struct RedirectionRuleTests {
    private static let site = Site(scheme: .http, host: "a.example")

    private func redirections(from url: String = "/start") -> Redirections {
        Redirections(
            from: Destination(origin: Origin(RedirectionRuleTests.site), target: url),
            of: RedirectionRuleTests.site, log: ExchangeLog(connection: 1) { _ in })
    }

    private func head(_ status: Int) -> ResponseHead {
        ResponseHead(version: "HTTP/1.1", status: status, reason: "Go")
    }

    @Test(
        "What a method becomes (RFC 9110 section 15.4)",
        arguments: [
            ("GET", 301, "GET"), ("GET", 307, "GET"), ("HEAD", 303, "HEAD"),
            ("PROPFIND", 302, "PROPFIND"), ("PROPFIND", 303, "GET"), ("POST", 301, "GET"),
            ("POST", 302, "GET"), ("POST", 303, "GET"), ("POST", 307, "POST"),
            ("POST", 308, "POST"), ("PUT", 303, "GET"), ("PUT", 307, "PUT"),
            ("DELETE", 308, "DELETE"),
        ])
    func methods(method: String, status: Int, expected: String) throws {
        var redirections = redirections()
        var request = Request(method, Path("/start"), body: .bytes([1]))
        try redirections.follow(head(status), to: "/next", &request)
        #expect(request.method == expected)
        #expect(redirections.destination.target == "/next")
        if case .bytes = request.body {
            #expect(expected == method)
        } else {
            #expect(method != expected)
        }
    }

    @Test(
        "What changes something is not repeated by 301 or 302, nor on another server",
        arguments: [
            ("PUT", 301, "/next"), ("DELETE", 302, "/next"), ("MOVE", 302, "/next"),
            ("PUT", 307, "http://b.example/next"), ("POST", 308, "http://b.example/next"),
        ])
    func refused(method: String, status: Int, location: String) {
        var redirections = redirections()
        var request = Request(method, Path("/start"))
        #expect {
            try redirections.follow(head(status), to: location, &request)
        } throws: { error in
            (error as? FileSystemError)?.detail
                == "a.example redirects /start, but Ferry does not repeat \(method) there; open "
                + "that URL yourself."
        }
        #expect(redirections.destination.target == "/start")
    }

    @Test("A loop is one wherever it closes, and ten steps are all")
    func bounded() throws {
        var redirections = redirections(from: "/0")
        var request = Request("GET", Path("/0"))
        for step in 1...10 { try redirections.follow(head(302), to: "/\(step)", &request) }
        for (location, words) in [("/4", "a loop"), ("/11", "10 redirects")] {
            #expect {
                try redirections.follow(head(302), to: location, &request)
            } throws: { error in
                (error as? FileSystemError)?.detail.contains(words) == true
            }
        }
    }
}
