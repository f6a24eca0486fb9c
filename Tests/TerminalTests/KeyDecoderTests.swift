import Terminal
import Testing

@Suite("What a terminal sends becomes keys, pastes and clicks")
struct KeyDecoderTests {
    /// Fed whole, then left alone for long.
    private func decode(_ text: String) -> [Event] { decode(Array(text.utf8)) }

    private func decode(_ bytes: [UInt8]) -> [Event] {
        var decoder = KeyDecoder()
        return decoder.feed(bytes, at: 1) + decoder.flush(at: 100)
    }

    private static let keys: [(String, String)] = [
        ("a", "a"), ("Z", "Z"), ("é", "é"), ("漢", "漢"), ("😀", "😀"), (" ", "Space"),
        ("\r", "Enter"), ("\n", "Enter"), ("\t", "Tab"), ("\u{7F}", "Backspace"),
        ("\u{8}", "Backspace"), ("\u{1}", "C-a"), ("\u{3}", "C-c"), ("\u{11}", "C-q"),
        ("\u{13}", "C-s"), ("\u{1A}", "C-z"), ("\u{1C}", "C-\\"), ("\u{0}", "C-Space"),
        ("\u{1B}", "Esc"), ("\u{1B}x", "M-x"), ("\u{1B}é", "M-é"), ("\u{1B}\r", "M-Enter"),
        ("\u{1B}\u{7F}", "M-Backspace"), ("\u{1B}\u{4}", "C-M-d"), ("\u{1B}[", "M-["),
        ("\u{1B}O", "M-O"), ("\u{1B}]", "M-]"), ("\u{1B}P", "M-P"),
        ("\u{1B}[A", "Up"), ("\u{1B}OA", "Up"), ("\u{1B}[B", "Down"), ("\u{1B}OD", "Left"),
        ("\u{1B}[1;5A", "C-Up"), ("\u{1B}[1;2C", "S-Right"), ("\u{1B}[1;3D", "M-Left"),
        ("\u{1B}[1;8B", "C-M-S-Down"), ("\u{1B}\u{1B}[A", "M-Up"), ("\u{1B}O5A", "C-Up"),
        ("\u{1B}[H", "Home"), ("\u{1B}OF", "End"), ("\u{1B}[1~", "Home"), ("\u{1B}[4~", "End"),
        ("\u{1B}[7~", "Home"), ("\u{1B}[8~", "End"), ("\u{1B}[2~", "Insert"),
        ("\u{1B}[3~", "Del"), ("\u{1B}[3;5~", "C-Del"), ("\u{1B}[5~", "PgUp"),
        ("\u{1B}[6~", "PgDn"), ("\u{1B}[6;3~", "M-PgDn"), ("\u{1B}[Z", "S-Tab"),
        ("\u{1B}OP", "F1"), ("\u{1B}[11~", "F1"), ("\u{1B}[[A", "F1"), ("\u{1B}[[E", "F5"),
        ("\u{1B}OS", "F4"), ("\u{1B}[15~", "F5"), ("\u{1B}[17~", "F6"), ("\u{1B}[21~", "F10"),
        ("\u{1B}[24~", "F12"), ("\u{1B}[1;2P", "S-F1"), ("\u{1B}[17;2~", "S-F6"),
        ("\u{1B}[32~", "S-F6"), ("\u{1B}[25~", "S-F1"), ("\u{1B}[25;2~", "S-F1"),
        ("\u{1B}[34~", "S-F8"), ("\u{1B}[15;5~", "C-F5"), ("\u{1B}O2P", "S-F1"),
        ("\u{1B}[7^", "C-Home"), ("\u{1B}[3$", "S-Del"), ("\u{1B}[5@", "C-S-PgUp"),
        ("\u{1B}[a", "S-Up"), ("\u{1B}Ob", "C-Down"), ("\u{1B}OM", "Enter"), ("\u{1B}Ok", "+"),
        ("\u{1B}Oj", "*"), ("\u{1B}Ox", "8"),
        ("\u{1B}1", "F1"), ("\u{1B}9", "F9"), ("\u{1B}0", "F10"),
        ("\u{1B}[27;5;13~", "C-Enter"), ("\u{1B}[97;5u", "C-a"), ("\u{1B}[97;2u", "A"),
        ("\u{1B}[27u", "Esc"), ("\u{1B}[9;2u", "S-Tab"), ("\u{1B}[233;3u", "M-é"),
    ]

    @Test("Each encoding of a key is that key", arguments: keys)
    func encodings(bytes: String, name: String) throws {
        #expect(decode(bytes) == [.key(try #require(Key(name: name)))])
    }

    @Test("A sequence may come split at every byte", arguments: keys)
    func split(bytes: String, name: String) {
        let all = Array(bytes.utf8)
        for cut in 0...all.count {
            var decoder = KeyDecoder()
            let first = decoder.feed(all[..<cut], at: 1)
            let second = decoder.feed(all[cut...], at: 1.01)
            #expect(first + second + decoder.flush(at: 100) == decode(bytes), "cut at \(cut)")
        }
    }

    @Test(
        "What means nothing is swallowed whole",
        arguments: [
            "\u{1B}[I", "\u{1B}[O", "\u{1B}[?1;2c", "\u{1B}[>0;276;0c", "\u{1B}[12;40R\u{1B}[E",
            "\u{1B}[?2004;1$y", "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}",
            "\u{1B}]52;c;aGVsbG8=\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\",
            "\u{1B}[99~", "\u{1B}[1;2", "\u{1B}[<35;10;10M", "\u{1B}[<0;0;0M", "\u{1B}[<0;5M",
            "\u{1B}[99999999999999999999~", "\u{1B}[<99999999999999999999;1;1M",
            "\u{1B}[" + String(repeating: "1;", count: 500) + "A", "\u{85}", "\u{1B}[1\u{18}",
        ])
    func swallowed(bytes: String) {
        let events = decode(bytes + "x")
        if bytes.hasSuffix("2") {
            #expect(events.isEmpty)
        } else if bytes.hasSuffix("\u{18}") {
            #expect(events == [.key(Key("x", .control)), .key(Key("x"))])
        } else {
            #expect(events == [.key(Key("x"))])
        }
    }

    @Test("Bytes that are no UTF-8 are dropped, and what follows is kept")
    func invalid() {
        #expect(decode([0xFF, 0x61]) == [.key(Key("a"))])
        #expect(decode([0xC3, 0x61]) == [.key(Key("a"))])
        #expect(decode([0xE6, 0xBC]) == [])
        #expect(decode([0xED, 0xA0, 0x80, 0x62]) == [.key(Key("b"))])
        #expect(decode([0xC3, 0x1B, 0x5B, 0x41]) == [.key(Key(.up))])
    }

    @Test("Esc waits for the delay, and for nothing longer")
    func bareEscape() throws {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0x1B], at: 10) == [])
        let deadline = try #require(decoder.deadline)
        #expect(decoder.flush(at: deadline - 0.001) == [])
        #expect(decoder.flush(at: deadline) == [.key(Key(.escape))])
        #expect(decoder.deadline == nil)
    }

    @Test("A digit soon after Esc is a function key; later it is a digit")
    func digitAfterEscape() {
        var decoder = KeyDecoder()
        _ = decoder.feed([0x1B], at: 10)
        _ = decoder.flush(at: 10.03)
        #expect(decoder.feed([0x35], at: 10.4) == [.key(Key(.function(5)))])
        #expect(decoder.feed([0x35], at: 10.5) == [.key(Key("5"))])
        _ = decoder.feed([0x1B], at: 11)
        _ = decoder.flush(at: 11.03)
        #expect(decoder.feed([0x35], at: 12) == [.key(Key("5"))])
        _ = decoder.feed([0x1B], at: 13)
        _ = decoder.flush(at: 13.03)
        #expect(decoder.feed(Array("j5".utf8), at: 13.1) == [.key(Key("j")), .key(Key("5"))])
    }

    @Test("Two Esc at once are two")
    func twoEscapes() {
        #expect(decode("\u{1B}\u{1B}") == [.key(Key(.escape)), .key(Key(.escape))])
    }

    @Test("A paste is one event without controls, whatever is in it")
    func paste() {
        let text = "a\r\nb\rc\td\u{1B}[31me\u{7}\u{9B}f\u{3}漢"
        let events = decode("\u{1B}[200~\(text)\u{1B}[201~q")
        #expect(events == [.paste("a\nb\nc\td[31mef漢"), .key(Key("q"))])
    }

    @Test("A paste may be split at every byte")
    func pasteSplit() {
        let all = Array("\u{1B}[200~x\u{1B}\u{1B}[20\u{1B}[201~".utf8)
        for cut in 0...all.count {
            var decoder = KeyDecoder()
            let events =
                decoder.feed(all[..<cut], at: 1) + decoder.flush(at: 1.02)
                + decoder.feed(all[cut...], at: 1.02)
            #expect(events == [.paste("x[20")], "cut at \(cut)")
        }
    }

    @Test("A paste is bounded, and one that never ends is given up")
    func pasteBounds() {
        var decoder = KeyDecoder()
        _ = decoder.feed(Array("\u{1B}[200~".utf8), at: 1)
        let block = Array(repeating: UInt8(0x61), count: KeyDecoder.pasteLimit)
        _ = decoder.feed(block, at: 1)
        _ = decoder.feed(block, at: 1)
        let events = decoder.flush(at: 60)
        #expect(events == [.paste(String(repeating: "a", count: KeyDecoder.pasteLimit))])
        #expect(decoder.feed([0x62], at: 61) == [.key(Key("b"))])
    }

    @Test("Mouse reports carry button, place and modifiers")
    func mouse() {
        func mouse(
            _ button: Event.MouseButton, _ x: Int, _ y: Int, _ isPress: Bool,
            _ modifiers: Key.Modifiers = []
        ) -> [Event] {
            [.mouse(button, Point(x: x, y: y), isPress: isPress, modifiers: modifiers)]
        }
        #expect(decode("\u{1B}[<0;12;7M") == mouse(.left, 11, 6, true))
        #expect(decode("\u{1B}[<0;12;7m") == mouse(.left, 11, 6, false))
        #expect(decode("\u{1B}[<2;300;100M") == mouse(.right, 299, 99, true))
        #expect(decode("\u{1B}[<65;1;1M") == mouse(.wheelDown, 0, 0, true))
        #expect(decode("\u{1B}[<16;3;3M") == mouse(.left, 2, 2, true, .control))
        #expect(decode("\u{1B}[<68;3;3M") == mouse(.wheelUp, 2, 2, true, .shift))
        #expect(decode("\u{1B}[<32;4;5M") == [])
        #expect(decode("\u{1B}[M !!") == mouse(.left, 0, 0, true))
        #expect(decode("\u{1B}[M#&&") == mouse(.left, 5, 5, false))
    }

    @Test("The terminal's own sequences come first")
    func special() {
        var decoder = KeyDecoder(
            special: SpecialKeys([
                Array("\u{1B}[H".utf8): Key(.function(3)), Array("\u{1B}A".utf8): Key(.up),
            ]))
        #expect(
            decoder.feed(Array("\u{1B}[H\u{1B}A".utf8), at: 1) == [
                .key(Key(.function(3))), .key(Key(.up)),
            ])
    }

    @Test("Any bytes at all leave the decoder usable")
    func anyBytes() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("\u{1B}[O<;0129~MmPu$^@]\\\u{7}\u{18}aé".utf8) + [0xFF, 0xC3, 0x9B]
        for _ in 0..<500 {
            var decoder = KeyDecoder()
            var bytes: [UInt8] = []
            for _ in 0..<40 { bytes.append(alphabet.randomElement(using: &generator) ?? 0) }
            _ = decoder.feed(bytes, at: 1)
            _ = decoder.flush(at: 100)
            #expect(decoder.deadline == nil, "\(bytes)")
            #expect(decoder.feed([0x71], at: 200) == [.key(Key("q"))], "\(bytes)")
        }
    }
}
