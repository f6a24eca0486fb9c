import Files
import Testing

@testable import HTTP

@Suite("Challenges and digests")
struct ChallengeTests {
    @Test("RFC 7616's examples", arguments: ["MD5", "SHA-256"])
    func examples(_ algorithm: String) throws {
        let challenge = try #require(
            Challenge.parse([
                "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", "
                    + "algorithm=\(algorithm), "
                    + "nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", "
                    + "opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""
            ]).first)
        var digest = try #require(Digest(challenge))
        let answer = digest.answer(
            user: "Mufasa", password: Secret("Circle of Life"), method: "GET",
            target: "/dir/index.html",
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
        let expected =
            algorithm == "MD5"
            ? "8ca523f5e9506fed4657c9700eebdbec"
            : "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"
        #expect(answer?.contains("response=\"\(expected)\"") == true)
        #expect(
            answer?.contains("opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\"") == true)
    }

    @Test("Several challenges in one value, quoted commas, and nonsense")
    func parsing() {
        #expect(Challenge.parse([]).isEmpty)
        #expect(Challenge.parse([",,, ,"]).isEmpty)
        #expect(
            Challenge.parse(["=\"", "\"", "Basic realm=\"unclosed"]).map(\.scheme) == ["basic"])
        let all = Challenge.parse([
            "Negotiate YII=, Basic realm=\"a \\\"b\\\", c\", Digest nonce = n , qop=auth", "Bearer",
        ])
        #expect(all.map(\.scheme) == ["negotiate", "basic", "digest", "bearer"])
        #expect(all[1].parameters == ["realm": "a \"b\", c"])
        #expect(all[2].parameters == ["nonce": "n", "qop": "auth"])
        #expect(Challenge.parse([String(repeating: "x, ", count: 1_000)]).count <= 16)
    }
}
