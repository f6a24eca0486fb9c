import DemoServer

/// A way in which servers are odd, slow or broken, to be tried alone and with every other.
enum Quirk: String, CaseIterable, Sendable {
    // Odd, but nothing is lost.
    case lineFeedOnly, bytewise, telnet, carriageReturnNul, longReplies
    case noExtendedPassive, closedExtendedPort, zeroExtendedPort, foreignAddress
    case noFeatures, noFactListing, noSize, junkSize, negativeSize, noTimes
    case twoFinals, noPreliminary, latePreliminary, earlyFinal, otherPreliminary
    case noSystem, noOptions, noPwd, quotelessPwd, greetingOfManyLines, extraReply
    case singleCommands, singleCommandsOrSilence, singleCommandsOrEnd, singleCommandsLate

    // Something is lost, or said that is not so.
    case zeroSize, falseSize, lyingRest, noRest, noAbort
    case lostAtTheEnd, silentFinal, truncated, dataReset, stalled, died
    case goodbyeAtRetrieve, goodbyeAtStore, goodbyeAtPassive, resetAtList, closedAtSize
    case silentAtQuit, endlessReply, endlessLine, endlessListing, storeRefused, tooMany

    /// Whether all that is asked for works all the same.
    var isHarmless: Bool {
        switch self {
        case .lineFeedOnly, .bytewise, .telnet, .carriageReturnNul, .longReplies,
            .noExtendedPassive, .closedExtendedPort, .zeroExtendedPort, .foreignAddress,
            .noFeatures, .noFactListing, .noSize, .junkSize, .negativeSize, .noTimes, .twoFinals,
            .noPreliminary, .latePreliminary, .earlyFinal, .otherPreliminary, .noSystem,
            .noOptions, .noPwd, .quotelessPwd, .greetingOfManyLines, .extraReply,
            .goodbyeAtRetrieve, .goodbyeAtPassive, .resetAtList, .closedAtSize, .silentAtQuit,
            .singleCommands, .singleCommandsOrSilence, .singleCommandsOrEnd, .singleCommandsLate:
            true
        default: false
        }
    }

    /// Whether SIZE says nothing.
    var hidesSizes: Bool { [.noSize, .junkSize, .negativeSize].contains(self) }

    private static let transfers = ["RETR", "STOR", "APPE", "LIST", "MLSD"]

    private static func each(_ make: (String) -> Fault) -> Behaviour {
        Behaviour(transfers.map { .always(make($0)) })
    }

    var behaviour: Behaviour {
        switch self {
        case .lineFeedOnly: [.always(.lineFeedOnly)]
        case .bytewise: [.always(.bytewise)]
        case .telnet: [.always(.telnet)]
        case .carriageReturnNul: [.always(.carriageReturnNul)]
        case .longReplies: [.always(.longReplies)]
        case .noExtendedPassive: [.always(.unknown("EPSV"))]
        case .closedExtendedPort: [.always(.closedPort(at: "EPSV"))]
        case .zeroExtendedPort: [.always(.zeroPort(at: "EPSV"))]
        case .foreignAddress:
            [.always(.unknown("EPSV")), .always(.foreignAddress("10,11,12,13"))]
        case .noFeatures: [.always(.unknown("FEAT"))]
        case .noFactListing: [.always(.unknown("MLSD")), .always(.unknown("MLST"))]
        case .noSize: [.always(.unknown("SIZE"))]
        case .junkSize: [.always(.reply("SIZE", "213 many bytes\r\n"))]
        case .negativeSize: [.always(.reply("SIZE", "213 -1\r\n"))]
        case .noTimes: [.always(.unknown("MDTM")), .always(.unknown("MFMT"))]
        case .twoFinals: Quirk.each { .extra(after: $0, "226 Really.\r\n") }
        case .noPreliminary: Quirk.each { .noPreliminary(at: $0) }
        case .latePreliminary: Quirk.each { .latePreliminary(at: $0) }
        case .earlyFinal: Quirk.each { .earlyFinal(at: $0) }
        case .otherPreliminary: Quirk.each { .preliminary(at: $0, "125 It is open.\r\n") }
        case .noSystem: [.always(.unknown("SYST"))]
        case .noOptions: [.always(.unknown("OPTS"))]
        case .noPwd: [.always(.reply("PWD", "550 You are nowhere.\r\n"))]
        case .quotelessPwd: [.always(.reply("PWD", "257 / is it\r\n"))]
        case .greetingOfManyLines:
            [.always(.reply("GREETING", "220-a\r\n331 b\r\n\r\n220-c\r\n220 d\r\n"))]
        case .extraReply: [.always(.extra(after: "NOOP", "200 Again.\r\n"))]
        case .singleCommands: [.always(.singleCommands(.dropped))]
        case .singleCommandsOrSilence: [.always(.singleCommands(.refused))]
        case .singleCommandsOrEnd: [.always(.singleCommands(.closed))]
        case .singleCommandsLate: [.always(.singleCommands(.kept))]
        case .zeroSize: [.always(.lyingSize(0))]
        case .falseSize: [.always(.lyingSize(7))]
        case .lyingRest: [.always(.lyingRest)]
        case .noRest: [.always(.unknown("REST"))]
        case .noAbort: [.always(.unknown("ABOR"))]
        case .lostAtTheEnd: Quirk.each { .finalReply(at: $0, "426 Lost at the end.\r\n") }
        case .silentFinal: [.once(.silentFinal(at: "RETR")), .once(.silentFinal(at: "STOR"))]
        case .truncated: [.always(.truncate(at: "RETR", after: 1_000))]
        case .dataReset:
            [
                .once(.resetData(at: "RETR", after: 1_000)),
                .once(.resetData(at: "STOR", after: 1_000)),
            ]
        case .stalled: [.once(.stall(at: "RETR", after: 1_000))]
        case .died: [.once(.die(at: "RETR", after: 1_000)), .once(.die(at: "STOR", after: 1_000))]
        case .goodbyeAtRetrieve: [.once(.goodbye(at: "RETR"))]
        case .goodbyeAtStore: [.once(.goodbye(at: "STOR"))]
        case .goodbyeAtPassive: [.once(.goodbye(at: "EPSV")), .once(.goodbye(at: "CWD"))]
        case .resetAtList: [.once(.reset(at: "MLSD")), .once(.reset(at: "LIST"))]
        case .closedAtSize: [.once(.close(at: "SIZE"))]
        case .silentAtQuit: [.always(.silent(at: "QUIT"))]
        case .endlessReply: [.once(.endlessReply(at: "SIZE"))]
        case .endlessLine: [.once(.endlessLine(at: "EPSV"))]
        case .endlessListing:
            [.always(.endlessListing(at: "MLSD")), .always(.endlessListing(at: "LIST"))]
        case .storeRefused: [.always(.reply("STOR", "553 No such name here.\r\n"))]
        case .tooMany: [.once(.reply("GREETING", "421 Too many connections.\r\n"))]
        }
    }
}
