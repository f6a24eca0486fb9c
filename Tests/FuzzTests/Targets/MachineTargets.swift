@testable import FTP
import Files

extension FuzzTarget {
    /// What is made of sequences of replies, and what goes back.
    static let machineTargets = [
        FuzzTarget("login") { bytes, _ in
            let replies = ReplyReading([bytes[...]]).replies
            try holdLogin(replies)
            _ = LoginMachine.isWorthAnnouncing(String(decoding: bytes, as: UTF8.self))
        },
        FuzzTarget("transfer") { bytes, _ in
            var machine = TransferMachine()
            var parser = ReplyParser()
            var finals: [Reply] = []
            var hasEnded = false
            for line in bytes.split(separator: 0x0A) {
                let word = Array(line.last == 0x0D ? line.dropLast() : line)
                if word == Array("data".utf8) {
                    machine.dataArrived()
                    try hold(machine.hasBegun, "data came, but nothing has begun")
                } else if word == Array("end".utf8) {
                    machine.dataEnded()
                    hasEnded = true
                } else if case .reply(let reply)? = try? parser.take(word) {
                    machine.receive(reply)
                    if !reply.isPreliminary { finals.append(reply) }
                }
                try hold(machine.final == finals.first, "not the first final reply counts")
                try hold(
                    machine.isOver == (hasEnded && !finals.isEmpty),
                    "a transfer is over without its reply or the end of its data")
                try holdVerdict(machine)
            }
        },
        FuzzTarget("commands") { bytes, _ in
            for isSecret in [false, true] {
                do {
                    try holdCommand(try Command("STOR", bytes, isSecret: isSecret))
                } catch let error as FileSystemError {
                    try holdVisible(error.detail, "a refused command")
                }
            }
            do {
                let raw = try RawCommand(String(decoding: bytes, as: UTF8.self))
                try holdCommand(raw.command)
            } catch let error as FileSystemError {
                try holdVisible(error.detail, "a refused command")
            }
        },
        // The first line is the reply to SYST, the rest is what PWD says.
        FuzzTarget("styles", longest: 512) { bytes, _ in
            let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
            let system = String(decoding: bytes[..<end], as: UTF8.self)
            let said = Array(bytes[end...].dropFirst())
            let style = PathStyle(directory: said, system: system)
            let path = style.path(said)
            for name in path.components {
                try hold(Name(name.bytes) == name, "a component is no name")
            }
            _ = (style.file(path), style.file(path, isMember: true))
            _ = path.name.map { style.subdirectory($0) }
            // What holds controls is refused before; what has VMS's own signs in a name is none.
            guard style != .opaque, !path.isRoot, !said.contains(where: { $0 < 0x20 }),
                style != .vms || !path.bytes.contains(where: { "[]<>^".utf8.contains($0) })
            else { return }
            let again = style.path(style.directory(path))
            try hold(again == path, "\(path) becomes \(again) on its way to the server")
        },
        FuzzTarget("zones", samples: "times") { bytes, _ in
            let numbers = [bytes.prefix(8), bytes.dropFirst(8).prefix(8)].map { part in
                part.reduce(Int64(0)) { $0 << 8 | Int64($1) }
            }
            let exact = numbers[1]
            for listed in [numbers[0], exact &+ numbers[0] % 60_000] {
                guard let offset = ZoneOffset.between(listed: listed, exact: exact) else {
                    continue
                }
                try hold(abs(offset) <= 54_000 && offset % 900 == 0, "\(offset) is no zone")
            }
        },
    ]

    private static func holdLogin(_ replies: [Reply]) throws {
        var machine = LoginMachine()
        var sent: [LoginMachine.Step] = []
        for reply in replies {
            let step = machine.receive(reply)
            switch step {
            case .wait:
                try hold(reply.isPreliminary, "a final reply is waited past")
            case .sendUser, .sendPassword, .sendAccount:
                try hold(!sent.contains(step), "\(step) comes twice")
                sent.append(step)
            case .done:
                try hold(reply.isSuccess, "logged in by a \(reply.code)")
                try hold(!sent.isEmpty || reply.code == 230, "logged in by the greeting")
                return
            case .failed:
                try hold(!reply.isPreliminary, "a preliminary reply fails the login")
                return
            }
        }
    }

    private static func holdVerdict(_ machine: TransferMachine) throws {
        for expected in [nil, 0, 7, UInt64.max] as [UInt64?] {
            for received in [0, 7, UInt64.max] as [UInt64] {
                switch machine.verdict(received: received, expected: expected) {
                case .open:
                    try hold(machine.final == nil, "a transfer with its reply is open")
                case .refused(let reply):
                    try hold(!reply.isSuccess, "a success is a refusal")
                case .complete:
                    try hold(machine.final?.isSuccess ?? false, "complete without a success")
                    try hold(expected ?? received == received, "complete, but of another size")
                case .short(let missing):
                    try hold(expected == received + missing, "short by another number")
                case .long(let surplus):
                    try hold(expected == received - surplus, "long by another number")
                }
            }
        }
    }

    private static func holdCommand(_ command: Command) throws {
        try hold(command.bytes.suffix(2) == [0x0D, 0x0A], "a command has no line end")
        let inner = command.bytes.dropLast(2)
        try hold(
            !inner.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D },
            "the end of a command stands in one")
        try holdVisible(command.text, "a command's text")
    }
}
