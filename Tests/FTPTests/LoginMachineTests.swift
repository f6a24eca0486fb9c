import Files
import Testing

@testable import FTP

@Suite("Logging in takes the steps that the server asks for")
struct LoginMachineTests {
    private func reply(_ code: Int) -> Reply { Reply(code: code, lines: [Array("\(code) x".utf8)]) }

    private func steps(_ codes: [Int]) -> [LoginMachine.Step] {
        var machine = LoginMachine()
        return codes.map { machine.receive(reply($0)) }
    }

    @Test("Greeting, user, password")
    func usual() {
        #expect(steps([220, 331, 230]) == [.sendUser, .sendPassword, .done])
    }

    @Test("120 waits, 230 as a greeting is a login, 230 after USER needs no password")
    func shortcuts() {
        #expect(steps([120, 220, 230]) == [.wait, .sendUser, .done])
        #expect(steps([230]) == [.done])
        #expect(steps([220, 331, 202]) == [.sendUser, .sendPassword, .done])
    }

    @Test("An account is sent where it is asked for")
    func account() {
        let account = LoginMachine.Step.sendAccount(reply(332))
        #expect(steps([220, 331, 332, 230]) == [.sendUser, .sendPassword, account, .done])
        #expect(steps([220, 332, 230]) == [.sendUser, account, .done])
    }

    @Test("Only full names are announced by HOST")
    func announcing() {
        #expect(LoginMachine.isWorthAnnouncing("ftp.example.org"))
        for host in ["127.0.0.1", "::1", "localhost", "fe80::1%eth0.1"] {
            #expect(!LoginMachine.isWorthAnnouncing(host))
        }
    }

    @Test(
        "Refusals and nonsense fail",
        arguments: [[421], [220, 530], [220, 331, 530], [331], [220, 350]])
    func refusals(codes: [Int]) {
        guard case .failed = steps(codes).last else {
            Issue.record("did not fail")
            return
        }
    }
}
