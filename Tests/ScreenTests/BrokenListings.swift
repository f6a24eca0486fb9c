import DemoServer

extension Fault {
    /// A listing that is refused, cut off, never ends, or ends in an error.
    static let brokenListings: [Fault] = [
        .reply("MLSD", "550 Not allowed\r\n"), .resetData(at: "MLSD", after: 10),
        .truncate(at: "MLSD", after: 60), .finalReply(at: "MLSD", "426 Broken\r\n"),
        .close(at: "MLSD"),
    ]
}
