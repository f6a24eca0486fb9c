import Files
import Testing

@Suite("Too many connections are told from other refusals")
struct CrowdedReplyTests {
    @Test(
        "By what servers were seen to say",
        arguments: [
            "530 Sorry, the maximum number of clients (5) for this user are already connected.",
            "421 There are too many connected users, please try later.",
            "421 There are too many connections from your internet address.",
            "421 Too many connections (2) from this IP", "530 Sorry, no more connections",
            "421 Server is overloaded", "530 Please try again later", "530 Try back later",
            "530 Login is restricted to 2 at a time", "530 Number of connections is exceeded",
            "530 Only 2 sessions are allowed", "530 You are already connected",
            "530 Multiple simultaneous logins are not allowed",
        ])
    func crowded(text: String) {
        #expect(CrowdedReply.matches(text))
    }

    @Test(
        "A wrong password is nothing that passes",
        arguments: ["530 Login incorrect.", "530 Only you", "421 Timeout.", "", "550 No"])
    func others(text: String) {
        #expect(!CrowdedReply.matches(text))
    }
}
