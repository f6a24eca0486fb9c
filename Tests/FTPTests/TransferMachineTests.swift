import FTP
import Testing

@Suite("A transfer is over when its reply and its data have ended, in any order")
struct TransferMachineTests {
    private func reply(_ text: String) -> Reply {
        Reply(code: Int(text.prefix(3)) ?? 0, lines: [Array(text.utf8)])
    }

    @Test("150, data, 226")
    func usual() {
        var machine = TransferMachine()
        machine.receive(reply("150 go"))
        #expect(machine.hasBegun)
        machine.dataEnded()
        #expect(!machine.isOver)
        machine.receive(reply("226 ok"))
        #expect(machine.isOver)
        #expect(machine.verdict(received: 5, expected: 5) == .complete)
    }

    @Test("226 before the end of the data")
    func early() {
        var machine = TransferMachine()
        machine.receive(reply("125 go"))
        machine.receive(reply("226 ok"))
        #expect(!machine.isOver)
        machine.dataEnded()
        #expect(machine.isOver)
    }

    @Test("Data and 226 without any 1xx")
    func withoutBeginning() {
        var machine = TransferMachine()
        machine.dataArrived()
        machine.dataEnded()
        machine.receive(reply("226 ok"))
        #expect(machine.isOver && machine.hasBegun)
    }

    @Test("Fewer and more bytes than promised are told apart")
    func counts() {
        var machine = TransferMachine()
        #expect(machine.verdict(received: 1, expected: 1) == .open)
        machine.receive(reply("226 ok"))
        #expect(machine.verdict(received: 3, expected: 5) == .short(missing: 2))
        #expect(machine.verdict(received: 7, expected: 5) == .long(surplus: 2))
        #expect(machine.verdict(received: 7, expected: nil) == .complete)
    }

    @Test(
        "A refusal after all bytes is a refusal", arguments: ["426 aborted", "451 error", "550 no"])
    func refusals(text: String) {
        var machine = TransferMachine()
        machine.receive(reply("150 go"))
        machine.dataEnded()
        machine.receive(reply(text))
        #expect(machine.verdict(received: 5, expected: 5) == .refused(reply(text)))
    }

    @Test(
        "The size in a 150 is a hint",
        arguments: [
            ("150 Opening BINARY mode data connection for a (1000 bytes).", 1_000),
            ("150 a (b) (12 bytes)", 12), ("150 go (many bytes)", nil), ("150 go", nil),
            ("150 ( bytes", nil),
        ] as [(String, UInt64?)])
    func announced(text: String, size: UInt64?) {
        var machine = TransferMachine()
        machine.receive(reply(text))
        #expect(machine.announcedSize == size)
    }
}
