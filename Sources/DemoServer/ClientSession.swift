import CLinux
import Glibc

/// One client's connection, from the greeting to the end, in one thread.
final class ClientSession {
    /// What a transfer is to start with, once.
    enum DataPlan {
        case passive(Descriptor)
        case active(address: String, port: UInt16)
    }

    /// Wrong passwords until the connection is closed.
    private static let loginLimit = 5

    let server: DemoServer
    let control: Control
    let faults: Faults
    /// The served folder.
    let folder: Folder

    /// The folder that the client is in, from the root.
    var current: Folder.Components = []
    var isBinary = false
    var restart: UInt64 = 0
    var renameSource: Folder.Components?
    var plan: DataPlan?
    /// After `EPSV ALL` (RFC 2428, 4) other ways of opening data connections are refused.
    var isEPSVOnly = false
    /// The facts that MLSD and MLST give.
    var facts = Fact.standard

    let accounts = AccountNames()

    private var user: String?
    private var isPasswordDone = false
    private var isLoggedIn = false
    private var failedLogins = 0
    private var hasQuit = false
    /// Closing resets the connection; a shutdown before would end it in good order.
    private var isReset = false

    init(server: DemoServer, control: Control) {
        self.server = server
        self.control = control
        folder = server.root
        faults = Faults(server)
    }

    /// Serves until the client or the server is gone.
    func run() {
        do {
            if try perform(faults: faults.atCommand("GREETING"), unknownText: "") == false {
                try control.reply(220, "Ferry's demo server is ready.")
            }
            while !hasQuit {
                try step()
            }
        } catch {
            // The client is gone, or a fault closed the connection: nobody is left to tell.
        }
        if !isReset { shutdown(control.descriptor.number, CInt(SHUT_RDWR)) }
    }

    private func step() throws(Departure) {
        let idle = faults.idleMilliseconds ?? server.options.idleSeconds &* 1_000
        switch try control.next(milliseconds: idle) {
        case .idle:
            try control.reply(421, "No command was received for a while; closing.")
            throw Departure()
        case .tooLong:
            server.record("(a line longer than \(Control.lineLimit) bytes)")
            try control.reply(500, "The line is too long.")
        case .command(let line):
            try obey(line)
        }
    }

    private func obey(_ line: [UInt8]) throws(Departure) {
        let blank = line.firstIndex(of: 0x20) ?? line.endIndex
        let typed = String(decoding: line[..<blank], as: UTF8.self)
        let argument = blank < line.endIndex ? Array(line[(blank + 1)...]) : []
        let name = Verb.canonical(typed)
        let isSecret = name == "PASS" || name == "ACCT"
        server.record(isSecret ? "\(name) ***" : String(decoding: line, as: UTF8.self))

        if let milliseconds = faults.delay(at: name) { try pause(milliseconds) }
        let isAnswered = try perform(
            faults: faults.atCommand(name), unknownText: "\(name) is not supported.")
        if !isAnswered {
            if argument.contains(where: { $0 == 0 || $0 == 0x0D }) {
                try control.reply(501, "The argument contains a control character.")
            } else if let verb = Verb(rawValue: name) {
                try obey(verb, argument)
            } else {
                try control.reply(500, "\(ClientSession.printable(typed)) is not supported.")
            }
        }
        if let text = faults.extraReply(after: name) { try control.send(Array(text.utf8)) }
    }

    private func obey(_ verb: Verb, _ argument: [UInt8]) throws(Departure) {
        guard isLoggedIn || verb.isFree else {
            try control.reply(530, "Log in with USER and PASS first.")
            return
        }
        // RNTO must follow RNFR at once (RFC 959, 4.1.3).
        if verb != .rnto, verb != .rnfr { renameSource = nil }
        switch verb {
        case .user: try logIn(user: argument)
        case .pass: try logIn(password: argument)
        case .acct: try logIn(account: argument)
        case .quit:
            hasQuit = true
            try control.reply(221, "Good-bye.")
        case .rein:
            forgetLogin()
            try control.reply(220, "Start again with USER.")
        case .noop: try control.reply(200, "Still here.")
        case .clnt: try control.reply(200, "Noted.")
        case .allo: try control.reply(202, "No space needs to be reserved.")
        case .abor: try control.reply(226, "Nothing is being transferred.")
        case .help, .feat, .syst, .opts, .stat, .site, .type, .mode, .stru:
            try describe(verb, argument)
        case .cwd, .cdup, .pwd, .mkd, .rmd, .dele, .rnfr, .rnto, .size, .mdtm, .mfmt, .mlst:
            try manage(verb, argument)
        case .pasv, .epsv, .port, .eprt: try planData(verb, argument)
        case .rest: try setRestart(argument)
        case .list, .nlst, .mlsd: try sendListing(verb, argument)
        case .retr: try sendFile(argument)
        case .stor, .appe: try receiveFile(verb, argument)
        }
    }

    // MARK: Faults

    /// Does what a fault says; false where there is none.
    private func perform(faults fault: Fault?, unknownText: String) throws(Departure) -> Bool {
        switch fault {
        case .reply(_, let text):
            try control.send(Array(text.utf8))
        case .unknown:
            try control.reply(500, unknownText)
        case .silent:
            control.waitForEnd()
            throw Departure()
        case .close:
            throw Departure()
        case .reset:
            armReset()
            throw Departure()
        case .goodbye:
            try control.reply(421, "Goodbye.")
            throw Departure()
        case .endlessLine:
            try control.send(Array("200-".utf8))
            while true { try control.send([UInt8](repeating: 0x78, count: 65_536)) }
        case .endlessReply:
            while true { try control.send(Array("200-and there is more to say\r\n".utf8)) }
        default:
            return false
        }
        return true
    }

    /// Waits, but not past the end of the connection.
    func pause(_ milliseconds: Int) throws(Departure) {
        let deadline = Clock.milliseconds() &+ Int64(milliseconds)
        while true {
            let left = deadline - Clock.milliseconds()
            guard left > 0 else { return }
            _ = try control.wait(for: nil, [], milliseconds: CInt(clamping: left))
        }
    }

    /// Makes the control connection end with RST.
    func armReset() {
        isReset = true
        Socket.armReset(control.descriptor)
    }

    // MARK: The login (RFC 959, 4.1.1)

    private func logIn(user argument: [UInt8]) throws(Departure) {
        forgetLogin()
        guard !argument.isEmpty else {
            try control.reply(501, "USER needs a name.")
            return
        }
        user = String(decoding: argument, as: UTF8.self)
        try control.reply(331, "Send the password.")
    }

    private func logIn(password argument: [UInt8]) throws(Departure) {
        guard let user, !isPasswordDone else {
            try control.reply(503, "Send USER first.")
            return
        }
        let password = String(decoding: argument, as: UTF8.self)
        guard server.options.user.map({ $0 == user }) ?? true,
            server.options.password.map({ $0 == password }) ?? true
        else {
            try refuseLogin()
            return
        }
        isPasswordDone = true
        if server.options.account == nil {
            isLoggedIn = true
            try control.reply(230, "Welcome.")
        } else {
            try control.reply(332, "Send the account.")
        }
    }

    private func logIn(account argument: [UInt8]) throws(Departure) {
        if isLoggedIn {
            try control.reply(202, "No account is needed.")
        } else if !isPasswordDone {
            try control.reply(503, "Send USER and PASS first.")
        } else if server.options.account.map({ Array($0.utf8) == argument }) ?? true {
            isLoggedIn = true
            try control.reply(230, "Welcome.")
        } else {
            try refuseLogin()
        }
    }

    private func refuseLogin() throws(Departure) {
        forgetLogin()
        failedLogins += 1
        if failedLogins >= ClientSession.loginLimit {
            try control.reply(421, "Too many failed logins; closing.")
            throw Departure()
        }
        try control.reply(530, "The login failed.")
    }

    private func forgetLogin() {
        user = nil
        isPasswordDone = false
        isLoggedIn = false
        current = []
        isBinary = false
        restart = 0
        plan = nil
        isEPSVOnly = false
    }

    // MARK: Names

    /// What a path in a command names, from the root; `..` never climbs out.
    func resolve(_ argument: [UInt8]) -> Folder.Components {
        var path = argument.first == 0x2F ? [] : current
        for part in argument.split(separator: 0x2F) {
            if part.elementsEqual([0x2E, 0x2E]) {
                _ = path.popLast()
            } else if !part.elementsEqual([0x2E]) {
                path.append(Array(part))
            }
        }
        return path
    }

    /// `/a/b`, as the client sees it.
    static func text(of path: Folder.Components) -> [UInt8] {
        [0x2F] + Array(path.joined(separator: [0x2F]))
    }

    /// In quotes, with the quotes in it doubled (RFC 959, appendix II).
    static func quoted(_ path: Folder.Components) -> [UInt8] {
        [0x22] + text(of: path).flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] } + [0x22]
    }

    /// At most 32 plain characters of what a client typed.
    static func printable(_ text: String) -> String {
        String(text.prefix(32).map { $0.isASCII && !$0.isNewline && $0 >= " " ? $0 : "?" })
    }

    /// 550, or what else fits a failed system call (RFC 959, 4.2).
    func refuse(_ path: Folder.Components, _ failure: Folder.Failure) throws(Departure) {
        let code =
            switch failure.number {
            case ENOSPC, EDQUOT: 452
            case ENAMETOOLONG: 553
            default: 550
            }
        let words = SystemCall.words(for: failure.number)
        try control.reply(code, ClientSession.text(of: path) + Array(": \(words)".utf8))
    }
}
