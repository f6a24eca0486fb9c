import Terminal
import Testing

@Suite("The terminal's background")
struct BackgroundShadeTests {
    private func decode(_ text: String) -> [Event] {
        var decoder = KeyDecoder()
        decoder.awaitBackground(at: 1)
        return decoder.feed(Array(text.utf8), at: 1.1) + decoder.flush(at: 100)
    }

    @Test(
        "Answers of every kind",
        arguments: [
            ("rgb:0000/0000/0000", .dark), ("rgb:ffff/ffff/ffff", .light), ("rgb:f/f/f", .light),
            ("rgb:1e/1e/2E", .dark), ("rgb:fdf/fdf/fdf", .light),
            ("rgba:ffff/ffff/ffff/0000", .light),
            ("rgba:0/0/0/f", .dark), ("#ffffff", .light), ("#000", .dark), ("#fdf6e3", .light),
            ("#ffffffffffff", .light), ("rgb:fd/f6/e3", .light), ("rgb:00/2b/36", .dark),
            ("rgb:0000/ffff/0000", .light), ("rgb:0000/0000/ffff", .dark),
        ] as [(String, BackgroundShade)])
    func answers(text: String, shade: BackgroundShade) {
        for end in ["\u{7}", "\u{1B}\\"] {
            #expect(decode("\u{1B}]11;\(text)\(end)") == [.background(shade)], "\(text)")
        }
    }

    @Test(
        "What is no such answer is swallowed whole",
        arguments: [
            "11;?", "11;", "11;rgb:", "11;rgb:f/f", "11;rgb:f/f/f/f", "11;rgba:f/f/f",
            "11;rgb:fffff/0/0", "11;rgb:-1/0/0", "11;rgb:+f/f/f", "11;rgb:g/0/0", "11;#ffff",
            "11;#", "11;white", "10;rgb:f/f/f", "111;rgb:f/f/f", "11;rgb:ff/ff/ff ", "l;q!d",
            "11;rgb:\u{FF11}/f/f", "11;rgb:f/f/f" + String(repeating: "q", count: 10_000),
        ])
    func garbage(text: String) {
        for end in ["\u{7}", "\u{1B}\\"] {
            #expect(decode("\u{1B}]\(text)\(end)").isEmpty, "\(text.prefix(30))")
        }
    }

    @Test("Only one answer counts, and only one that was asked for and comes in time")
    func once() {
        let answer = Array("\u{1B}]11;rgb:ff/ff/ff\u{7}".utf8)
        var unasked = KeyDecoder()
        #expect(unasked.feed(answer, at: 1).isEmpty)
        var decoder = KeyDecoder()
        decoder.awaitBackground(at: 1)
        #expect(decoder.feed(answer, at: 2) == [.background(.light)])
        #expect(decoder.feed(answer, at: 3).isEmpty)
        var late = KeyDecoder()
        late.awaitBackground(at: 1)
        #expect(late.feed(answer, at: 61).isEmpty)
        #expect(late.feed(Array("a".utf8), at: 62) == [.key(Key("a"))])
    }

    @Test("An answer may come byte by byte, with pauses between")
    func split() {
        for text in ["\u{1B}]11;rgb:ff/ff/ff\u{7}", "\u{1B}]11;rgb:ff/ff/ff\u{1B}\\"] {
            for pause in [0.001, 0.06, 0.2] {
                var decoder = KeyDecoder()
                decoder.awaitBackground(at: 1)
                var time = 1.0
                var events: [Event] = []
                for byte in text.utf8 {
                    time += pause
                    events += decoder.flush(at: time)
                    events += decoder.feed([byte], at: time)
                }
                #expect(events == [.background(.light)], "\(pause)")
            }
        }
    }

    @Test("The rest of an answer that has paused is not taken for keys; what is typed is")
    func tail() {
        for cut in 5..<"\u{1B}]11;rgb:ff/de/ad".utf8.count {
            for end in ["\u{7}", "\u{1B}\\"] {
                let all = Array("\u{1B}]11;rgb:ff/de/ad\(end)".utf8)
                var decoder = KeyDecoder()
                decoder.awaitBackground(at: 1)
                var events = decoder.feed(all[..<cut], at: 1.1)
                events += decoder.flush(at: 3)
                events += decoder.feed(all[cut...], at: 3.1)
                events += decoder.flush(at: 4)
                #expect(events.isEmpty, "\(cut)")
                #expect(decoder.feed(Array("d".utf8), at: 5) == [.key(Key("d"))], "\(cut)")
            }
        }
        var decoder = KeyDecoder()
        _ = decoder.feed(Array("\u{1B}]11;rgb:f".utf8), at: 1)
        _ = decoder.flush(at: 3)
        #expect(decoder.feed(Array("jd".utf8), at: 4) == [.key(Key("j")), .key(Key("d"))])
        _ = decoder.feed(Array("\u{1B}]11;rgb:f".utf8), at: 10)
        _ = decoder.flush(at: 12)
        #expect(decoder.feed(Array("d".utf8), at: 60) == [.key(Key("d"))])
    }

    @Test("Keys that begin like an answer are those keys, only a little later")
    func keys() {
        var decoder = KeyDecoder()
        decoder.awaitBackground(at: 1)
        #expect(decoder.feed([0x1B], at: 1.1).isEmpty)
        #expect(decoder.flush(at: 1.2).isEmpty)
        #expect(decoder.flush(at: 1.5) == [.key(Key(.escape))])
        // Esc and a letter, typed one after the other, are no Alt.
        #expect(decoder.feed([0x1B], at: 2).isEmpty)
        #expect(decoder.feed(Array("j".utf8), at: 2.1) == [.key(Key(.escape)), .key(Key("j"))])
        #expect(decoder.feed([0x1B], at: 2.2).isEmpty)
        #expect(decoder.feed(Array("[A".utf8), at: 2.21) == [.key(Key(.up))])
        #expect(decoder.feed(Array("\u{1B}]".utf8), at: 3).isEmpty)
        #expect(
            decoder.feed(Array("j".utf8), at: 3.1) == [.key(Key("]", .alt)), .key(Key("j"))])
        #expect(decoder.feed([0x1B], at: 9).isEmpty)
        #expect(decoder.flush(at: 9.03) == [.key(Key(.escape))])
    }

    @Test(
        "COLORFGBG",
        arguments: [
            ("15;0", .dark), ("0;15", .light), ("0;default;15", .light), ("12;8", .dark),
            ("0;7", .light), ("default;default", nil), ("", nil), ("15", nil), ("0;99", nil),
            ("0;-1", nil),
        ] as [(String, BackgroundShade?)])
    func variable(text: String, shade: BackgroundShade?) {
        #expect(BackgroundShade(colorfgbg: text) == shade)
    }
}
