import Files
import HTTP
import Support
import Testing

@Suite("Logging in over HTTP")
struct HTTPLoginTests {
    private func challenge(_ fields: String...) -> [String] {
        fields.map { "WWW-Authenticate: \($0)" }
    }

    @Test("Basic is answered where nothing better is offered, and from then on sent at once")
    func basic() throws {
        let peer = try ScriptedPeer { peer in
            #expect(try peer.expectRequest("GET /a")["Authorization"] == nil)
            try peer.answer(
                "401 Who?", challenge("Negotiate, NTLM, Basic realm=\"a, b\", charset=\"UTF-8\""),
                body: "log in")
            for _ in 0..<2 {
                let request = try peer.expectRequest("GET /a")
                #expect(request["Authorization"] == "Basic dXNlcjpzw6k6Y3JldA==")
                try peer.answer("200 OK", body: "in")
            }
        }
        let client = WebClient(peer, user: "user", password: "sé:cret")
        #expect(try client.read("/a") == "in")
        #expect(try client.read("/a") == "in")
        try peer.verify()
        #expect(!client.log.whole.contains("dXNlcj"))
        #expect(client.log.whole.contains("Authorization: •••"))
        #expect(client.log.texts(.remark).contains { $0.contains("unencrypted") })
    }

    @Test("Digest is preferred, and each request counts")
    func digest() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer(
                "401 Who?",
                challenge(
                    "Basic realm=x",
                    "Digest realm=\"r\", nonce=\"n1\", qop=\"auth, auth-int\", opaque=\"o\"",
                    "Digest realm=\"r\", nonce=\"n2\", qop=\"auth\", algorithm=SHA-256"))
            for count in 1...2 {
                let sent = try peer.expectRequest("GET /a")["Authorization"] ?? ""
                for part in [
                    "Digest username=\"user\"", "realm=\"r\"", "nonce=\"n2\"", "uri=\"/a\"",
                    "algorithm=SHA-256", "qop=auth", "nc=0000000\(count)",
                ] {
                    #expect(sent.contains(part))
                }
                try peer.answer("200 OK", body: "in")
            }
            // The nonce has grown old.
            try peer.expectRequest("GET /a")
            try peer.answer(
                "401 Again", challenge("Digest realm=\"r\", nonce=\"n3\", qop=auth, stale=TRUE"))
            let sent = try peer.expectRequest("GET /a")["Authorization"] ?? ""
            #expect(sent.contains("nonce=\"n3\""))
            #expect(sent.contains("nc=00000001"))
            try peer.answer("200 OK", body: "in")
        }
        let client = WebClient(peer, user: "user", password: "secret")
        for _ in 0..<3 { #expect(try client.read("/a") == "in") }
        try peer.verify()
    }

    @Test("A token is sent at once where the site says so")
    func bearer() throws {
        let peer = try ScriptedPeer { peer in
            #expect(try peer.expectRequest("GET /a")["Authorization"] == "Bearer abc.def")
            try peer.answer("200 OK", body: "in")
            try peer.expectRequest("GET /b")
            try peer.answer("401 No", challenge("Bearer error=\"invalid_token\""))
        }
        let client = WebClient(peer, password: "abc.def") {
            $0[HTTPOptions.authentication] = .bearer
        }
        #expect(try client.read("/a") == "in")
        let error = client.failureToRead("/b")
        #expect(error?.kind == .login)
        #expect(error?.detail.contains("token") == true)
        #expect(!client.log.whole.contains("abc.def"))
        try peer.verify()
    }

    @Test("A wrong password is asked of the server once")
    func wrongPassword() throws {
        for field in ["Basic realm=x", "Digest realm=x, nonce=\"n\", qop=\"auth\""] {
            let peer = try ScriptedPeer { peer in
                for _ in 0..<2 {
                    try peer.expectRequest("GET /a")
                    try peer.answer("401 No", challenge(field))
                }
                try peer.expectEnd()
            }
            let client = WebClient(peer, user: "user", password: "wrong")
            let error = try #require(client.failureToRead("/a"))
            #expect(error.kind == .login)
            #expect(!error.isTransient)
            #expect(error.detail.contains("refused the login of user"))
            client.files.close()
            try peer.verify()
        }
    }

    @Test("A server that always has a new nonce does not go on for ever")
    func endlessNonces() throws {
        let peer = try ScriptedPeer { peer in
            var count = 0
            while (try? peer.expectRequest("GET /a")) != nil {
                count += 1
                try peer.answer(
                    "401 No", challenge("Digest realm=x, nonce=\"\(count)\", stale=true"))
            }
            #expect(count <= 5)
        }
        let client = WebClient(peer, user: "user", password: "secret")
        #expect(client.failureToRead("/a")?.kind == .login)
        client.files.close()
        try peer.verify()
    }

    @Test("Without a password, or a user, the login says what is missing")
    func missing() throws {
        for (user, words) in [("user", "password of user"), (nil, "://user@")] {
            let peer = try ScriptedPeer { peer in
                try peer.expectRequest("GET /a")
                try peer.answer("401 Who?", challenge("Basic realm=x"))
            }
            let error = try #require(WebClient(peer, user: user).failureToRead("/a"))
            #expect(error.kind == .login)
            #expect(!error.isTransient)
            #expect(error.detail.contains(words))
            try peer.verify()
        }
    }

    @Test("A user name with a colon is refused, because HTTP cannot say it")
    func colon() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer("401 Who?", challenge("Basic realm=x"))
            try peer.expectEnd()
        }
        let client = WebClient(peer, user: "a:b", password: "secret")
        #expect(client.failureToRead("/a")?.detail.contains("colon") == true)
        client.files.close()
        try peer.verify()
    }

    @Test("What cannot be answered is named")
    func unknownWays() throws {
        for field in ["Negotiate", "Digest nonce=x, algorithm=MD4", "Digest nonce=x, qop=auth-int"]
        {
            let peer = try ScriptedPeer { peer in
                try peer.expectRequest("GET /a")
                try peer.answer("401 Who?", challenge(field))
            }
            let client = WebClient(peer, user: "user", password: "secret")
            let error = client.failureToRead("/a")
            #expect(error?.kind == .login)
            #expect(error?.detail.contains("Ferry supports Basic") == true)
            try peer.verify()
        }
    }
}
