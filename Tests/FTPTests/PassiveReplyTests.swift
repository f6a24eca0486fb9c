import FTP
import Support
import Testing

@Suite("The port of a data connection is read out of many forms")
struct PassiveReplyTests {
    @Test(
        "EPSV: any delimiter, parentheses or not",
        arguments: [
            ("Entering Extended Passive Mode (|||6446|)", 6_446),
            ("ok |||6446|", 6_446), ("(!!!6446!)", 6_446), ("ok (|||65535|).", 65_535),
            ("12 |||1|", 1),
        ] as [(String, UInt16)])
    func extended(text: String, port: UInt16) {
        #expect(PassiveReply.extendedPort(text.utf8) == port)
    }

    @Test(
        "EPSV without a port from 1 to 65535 is refused",
        arguments: [
            "", "(||||)", "(|||0|)", "(|||65536|)", "(|||99999999999999|)", "(||6446|)", "|||",
            "(|||6446", "(|||64a6|)",
        ])
    func badExtended(text: String) {
        #expect(PassiveReply.extendedPort(text.utf8) == nil)
    }

    @Test(
        "PASV: six numbers, wherever they stand",
        arguments: [
            ("Entering Passive Mode (127,0,0,1,4,1)", 1_025),
            ("Entering Passive Mode 127,0,0,1,4,1", 1_025), ("=127,0,0,1,4,1", 1_025),
            ("id 123456789012: (10,0,0,1,255,255).", 65_535),
            ("1,2,3 then (10, 0, 0, 1, 0, 21)", 21),
        ] as [(String, UInt16)])
    func passive(text: String, port: UInt16) {
        #expect(PassiveReply.endpoint(text.utf8)?.port == port)
    }

    @Test(
        "PASV with a number past 255, five numbers or port 0 is refused",
        arguments: [
            "", "(127,0,0,1,256,1)", "(300,0,0,1,4,1)", "(127,0,0,1,4)", "(127,0,0,1,0,0)",
            "nothing", "1,2,3,4,5,",
        ])
    func badPassive(text: String) {
        #expect(PassiveReply.endpoint(text.utf8) == nil)
    }

    @Test("PASV names an address too, and 0.0.0.0 is none")
    func address() {
        #expect(PassiveReply.endpoint("(10,1,2,3,4,5)".utf8)?.host == "10.1.2.3")
        #expect(PassiveReply.endpoint("(0,0,0,0,4,5)".utf8)?.host == nil)
    }

    @Test("Random bytes never trap")
    func random() {
        var generator = SeededNumbers(seed: 2)
        let alphabet = Array("0192,|(). ".utf8)
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0..<30, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            _ = PassiveReply.endpoint(bytes)
            _ = PassiveReply.extendedPort(bytes)
        }
    }
}
