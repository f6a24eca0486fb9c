/// One way to misbehave. Verbs are FTP's, in capitals, as `Verb` spells them (XPWD counts as PWD);
/// `GREETING` stands for the moment before the greeting. Data faults count the bytes of one transfer.
package enum Fault: Sendable {
    // MARK: On the control connection, at a command

    /// Sends these bytes instead of doing anything: `reply("SIZE", "213 x\r\n")`.
    case reply(String, String)
    /// Answers 500 to the verb, and leaves it out of FEAT.
    case unknown(String)
    /// Never answers this command, and reads nothing more.
    case silent(at: String)
    /// Closes the control connection without an answer.
    case close(at: String)
    /// Resets the control connection (RST).
    case reset(at: String)
    /// 421, then closes.
    case goodbye(at: String)
    /// 421 after so many milliseconds without a command.
    case idle(milliseconds: Int)
    /// Sends these bytes after the command's own final reply.
    case extra(after: String, String)
    /// Waits before answering the command.
    case delay(at: String, milliseconds: Int)
    /// Sends one line without an end, for as long as the client reads.
    case endlessLine(at: String)
    /// Sends a reply of many lines without an end.
    case endlessReply(at: String)
    /// FEAT lists exactly these.
    case features([String])
    /// Reads one command a packet; what comes with another fares as this says.
    case singleCommands(Company)

    // MARK: On the control connection, always

    /// Ends lines by LF alone.
    case lineFeedOnly
    /// Sends replies a byte at a time, each in a packet of its own.
    case bytewise
    /// Telnet commands (RFC 854) stand in every reply.
    case telnet
    /// CR NUL (RFC 2640, 3.1) stands before every line end.
    case carriageReturnNul
    /// Every reply of one line becomes one of many, with other codes in it.
    case longReplies

    // MARK: Data connections

    /// 227 names this address (four numbers with commas) instead of the server's own.
    case foreignAddress(String)
    /// EPSV or PASV names a port where nobody listens.
    case closedPort(at: String)
    /// EPSV or PASV names the port 0.
    case zeroPort(at: String)

    // MARK: Transfers

    /// No 1xx reply at all.
    case noPreliminary(at: String)
    /// These bytes as the 1xx reply.
    case preliminary(at: String, String)
    /// The 1xx reply only after all data, just before the final one.
    case latePreliminary(at: String)
    /// The final reply before the data.
    case earlyFinal(at: String)
    /// The final reply so long after the data.
    case lateFinal(at: String, milliseconds: Int)
    /// Never a final reply.
    case silentFinal(at: String)
    /// These bytes as the final reply: `finalReply(at: "RETR", "426 Lost.\r\n")`.
    case finalReply(at: String, String)
    /// After so many bytes of data neither data nor a reply comes any more.
    case stall(at: String, after: UInt64)
    /// After so many bytes of data the data connection ends and the final reply says success.
    case truncate(at: String, after: UInt64)
    /// After so many bytes of data the data connection is reset (RST), followed by 426.
    case resetData(at: String, after: UInt64)
    /// After so many bytes of data both connections are reset.
    case die(at: String, after: UInt64)
    /// Bytes a second of a data connection.
    case slow(bytesPerSecond: UInt64)
    /// 350 to REST, but RETR and STOR start at 0.
    case lyingRest
    /// SIZE, MLST and listings give this size for every file.
    case lyingSize(UInt64)
    /// LIST, NLST or MLSD sends these bytes.
    case listing(at: String, [UInt8])
    /// LIST, NLST or MLSD goes on for as long as the client reads.
    case endlessListing(at: String)

    /// What becomes of commands that come in one packet.
    package enum Company: Sendable {
        /// The first one is done, the others are lost.
        case dropped
        /// 500 with all of them in it; from then on nothing is heard.
        case refused
        /// The connection is closed.
        case closed
        /// The first one is done, and each of the others once a further packet comes.
        case kept
    }
}
