import Testing

@testable import Settings

@Suite("Every key of a TOML text is found on its line")
struct KeyLinesTests {
    @Test("Whatever the values look like")
    func lines() {
        let lines = KeyLines(
            """
            # [not] = "a key"
            a = 1
            b.c = "x = 5 # no comment"  # comment
            "q\\"u.o" = '''
            d = 4
            '''
            list = [ # [
              "]", 'x = 1',
              { y = 2 },
            ]
            long = \"\"\"
            e = \"quoted\" \\\"\"\"
            \"\"\"\"\"
            f = 6
            [ t . "u v" ] # ]
            g = { h = 1, i = { j = 2 } }
            [[arr]]
            k = 1
            [arr.sub]
            l = 1
            [[arr]]
            k = 2
            [[arr.deep]]
            m = 1
            """)
        func line(_ path: String...) -> Int? { lines.line(of: path) }
        #expect(line("a") == 2)
        #expect(line("b", "c") == 3)
        #expect(line("q\"u.o") == 4)
        #expect(line("d") == nil)
        #expect(line("list") == 7)
        #expect(line("list", "y") == 7)
        #expect(line("long") == 11)
        #expect(line("e") == nil)
        #expect(line("f") == 14)
        #expect(line("t") == 15)
        #expect(line("t", "u v") == 15)
        #expect(line("t", "u v", "g") == 16)
        #expect(line("t", "u v", "g", "i", "j") == 16)
        #expect(line("arr", "0", "k") == 18)
        #expect(line("arr", "0", "sub", "l") == 20)
        #expect(line("arr", "1") == 21)
        #expect(line("arr", "1", "k") == 22)
        #expect(line("arr", "1", "deep", "0", "m") == 24)
        #expect(line("nothing") == nil)
    }

    @Test(
        "What the parser would not survive is said before it reads it",
        arguments: [
            "n=[}", "n = [ 1, # one\n }", "n=[\u{2028}]", "n=\u{85}", "a = { b = [ } }", "[\u{1}]",
        ])
    func faults(text: String) {
        #expect(KeyLines(text).fault != nil)
        #expect(throws: SettingsError.self) { _ = try SettingsDocument(text, file: "x") }
    }

    @Test("Braces and brackets in their places are no fault")
    func noFaults() throws {
        for text in ["n=[]", "n=[{},{a=[]}]", "n=['}',\n]", "n={a={}}", "t='\u{2028}' # \u{85}"] {
            #expect(KeyLines(text).fault == nil, "\(text)")
            _ = try SettingsDocument(text, file: "x")
        }
    }

    @Test("No text makes the scanner stop or trap")
    func anything() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("[]{}=\"'\\\n#.a \t,é")
        for _ in 0..<2_000 {
            let text = (0..<24).compactMap { _ in alphabet.randomElement(using: &generator) }
            _ = KeyLines(String(text)).line(of: ["a"])
        }
    }
}
