/// Asks a server's behaviour about the moments of a session.
struct Faults {
    private let server: DemoServer

    init(_ server: DemoServer) {
        self.server = server
    }

    /// What happens at a command before it is done.
    func atCommand(_ verb: String) -> Fault? {
        server.fault { fault in
            switch fault {
            case .reply(let at, _), .unknown(let at), .silent(let at), .close(let at),
                .reset(let at), .goodbye(let at), .endlessLine(let at), .endlessReply(let at):
                at == verb ? fault : nil
            default: nil
            }
        }
    }

    func delay(at verb: String) -> Int? {
        server.fault { fault in
            if case .delay(verb, let milliseconds) = fault { milliseconds } else { nil }
        }
    }

    func extraReply(after verb: String) -> String? {
        server.fault { if case .extra(verb, let text) = $0 { text } else { nil } }
    }

    /// The verbs that are unknown; asking uses nothing up.
    var unknownVerbs: Set<String> {
        Set(
            server.behaviour.occurrences.compactMap {
                if case .unknown(let verb) = $0.fault { verb } else { nil }
            })
    }

    var features: [String]? {
        server.fault { if case .features(let features) = $0 { features } else { nil } }
    }

    /// Milliseconds without a command until 421; asking uses nothing up.
    var idleMilliseconds: Int? {
        for occurrence in server.behaviour.occurrences {
            if case .idle(let milliseconds) = occurrence.fault { return milliseconds }
        }
        return nil
    }

    /// What becomes of commands that come together; nil where all are done.
    var company: Fault.Company? {
        server.fault { if case .singleCommands(let company) = $0 { company } else { nil } }
    }

    var isLineFeedOnly: Bool {
        server.fault { if case .lineFeedOnly = $0 { true } else { nil } } ?? false
    }

    var isBytewise: Bool {
        server.fault { if case .bytewise = $0 { true } else { nil } } ?? false
    }

    var hasTelnet: Bool {
        server.fault { if case .telnet = $0 { true } else { nil } } ?? false
    }

    var hasCarriageReturnNul: Bool {
        server.fault { if case .carriageReturnNul = $0 { true } else { nil } } ?? false
    }

    var isLong: Bool {
        server.fault { if case .longReplies = $0 { true } else { nil } } ?? false
    }

    func preliminary(at verb: String) -> String? {
        server.fault { if case .preliminary(verb, let text) = $0 { text } else { nil } }
    }

    var foreignAddress: String? {
        server.fault { if case .foreignAddress(let address) = $0 { address } else { nil } }
    }

    func hasClosedPort(at verb: String) -> Bool {
        server.fault { if case .closedPort(verb) = $0 { true } else { nil } } ?? false
    }

    func hasZeroPort(at verb: String) -> Bool {
        server.fault { if case .zeroPort(verb) = $0 { true } else { nil } } ?? false
    }

    var isRestIgnored: Bool {
        server.fault { if case .lyingRest = $0 { true } else { nil } } ?? false
    }

    /// A false size for every file.
    var size: UInt64? {
        server.fault { if case .lyingSize(let size) = $0 { size } else { nil } }
    }

    /// Bytes a second of one data connection, at least 1; nil is without a limit.
    var bytesPerSecond: UInt64? {
        let slow: UInt64? = server.fault {
            if case .slow(let rate) = $0 { rate } else { nil }
        }
        return (slow ?? server.options.bytesPerSecond).map { max(1, $0) }
    }

    /// How the replies of one transfer come.
    func replies(at verb: String) -> Fault? {
        server.fault { fault in
            switch fault {
            case .noPreliminary(let at), .latePreliminary(let at), .earlyFinal(let at),
                .lateFinal(let at, _), .silentFinal(let at), .finalReply(let at, _):
                at == verb ? fault : nil
            default: nil
            }
        }
    }

    /// What breaks one transfer's data.
    func data(at verb: String) -> Fault? {
        server.fault { fault in
            switch fault {
            case .stall(let at, _), .truncate(let at, _), .resetData(let at, _), .die(let at, _):
                at == verb ? fault : nil
            default: nil
            }
        }
    }

    /// What a listing is instead of the truth.
    func listing(at verb: String) -> Fault? {
        server.fault { fault in
            switch fault {
            case .listing(let at, _), .endlessListing(let at): at == verb ? fault : nil
            default: nil
            }
        }
    }
}
