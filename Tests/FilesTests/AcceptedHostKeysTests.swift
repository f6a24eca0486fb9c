import Files
import Testing

@Suite("Host keys that the user trusts until ssh has them")
struct AcceptedHostKeysTests {
    private let key = HostKey(
        host: "Gate.example", port: 2_222, type: "ED25519", fingerprint: "SHA256:abc")

    @Test("The answer to ssh is the fingerprint of the very key that was trusted")
    func answer() {
        let keys = AcceptedHostKeys()
        #expect(keys.answer(to: key) == nil)
        keys.accept(key)
        #expect(keys.answer(to: key) == "SHA256:abc")
        var same = key
        same.host = "gate.EXAMPLE"
        same.image = ["+--+"]
        #expect(keys.answer(to: same) == "SHA256:abc")
    }

    @Test("Another key, host or port is another question")
    func others() {
        let keys = AcceptedHostKeys()
        keys.accept(key)
        let changes: [(inout HostKey) -> Void] = [
            { $0.fingerprint = "SHA256:abd" }, { $0.host = "web01" }, { $0.port = 22 },
        ]
        for change in changes {
            var other = key
            change(&other)
            #expect(keys.answer(to: other) == nil, "\(other)")
        }
    }

    @Test("What can be answered depends on what is shown, and only changes are alarms")
    func questions() {
        let line = KnownHostsLine(file: "/k", number: 3)
        #expect(line.text == "/k line 3")
        let certificate = Certificate(
            subject: "", issuer: "", names: [], validFrom: 0, validUntil: 1, fingerprint: [1])
        let changed = TrustQuestion.hostKey(.changed(key, known: line))
        #expect(TrustQuestion.hostKey(.new(key)).answers == [.declined, .always])
        #expect(changed.answers == [.declined] && changed.isAlarm)
        #expect(!TrustQuestion.hostKey(.new(key)).isAlarm)
        for (asked, isAlarm) in [
            (CertificateQuestion.untrusted(certificate, reason: ""), false),
            (.changed(certificate, known: [2], reason: ""), true), (.clear(reason: ""), false),
        ] {
            let question = TrustQuestion.certificate(asked)
            #expect(question.answers == [.declined, .once, .always])
            #expect(question.isAlarm == isAlarm)
        }
    }
}
