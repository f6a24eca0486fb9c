import Files
import Listing
import Testing

@Suite("ls -l of rarer systems")
struct UnixVariantTests {
    @Test("Without a date the columns count, and a date in a form nobody knows is no name")
    func undated() throws {
        for (line, name, size, owner, group) in [
            ("-rw-r--r--   1 alice    staff      1234 a name", "a name", 1_234, "alice", "staff"),
            ("-rw-r--r--   1 1000     100        1234 5 apples", "5 apples", 1_234, nil, nil),
            ("-rw-r--r--   1 alice    1234 name", "name", 1_234, "alice", nil),
            ("-rw-r--r--   alice staff 1234  name", " name", 1_234, "alice", "staff"),
            ("-rw-r--r--1732 alice staff 1234 name", "name", 1_234, "alice", "staff"),
            ("-rw-r--r-- 1234 name", "name", 1_234, nil, nil),
        ] as [(String, String, UInt64, String?, String?)] {
            let entry = try #require(parsed(line), "\(line)")
            #expect(entry.name.text == name, "\(line)")
            #expect(entry.size == size, "\(line)")
            #expect(entry.modified == nil)
            #expect(entry.owner == owner && entry.group == group, "\(line)")
        }
        let listing = parse(
            "drwxr-xr-x 2 u g 4096 sub\r\nlrwxrwxrwx 1 u g 3 l -> x/y\r\n"
                + "crw-rw-rw- 1 u g 1, 3 null\r\n")
        #expect(listing.entries.map(\.name.text) == ["sub", "l", "null"])
        #expect(listing.entries.map(\.kind) == [.directory, .link, .other])
        #expect(listing.entries[1].target == Array("x/y".utf8))
        for line in [
            "-rw-r--r-- 1 u g 7 Xyz 20 23:51 name", "-rw-r--r-- 1 u g 7 20 Xyz 2003 name",
            "-rw-r--r-- 1 u g", "-rw-r--r-- 1 u g 7", "-rw-r--r-- a b c d",
            "-rw-r--r-- 1 u g 7 2006-06-15T12:00:00 name",
        ] {
            #expect(parse(line).isEmpty, "\(line)")
            #expect(parse(line).unreadCount == 1, "\(line)")
        }
    }

    @Test("A year may be followed by its sign in any charset")
    func signedYears() throws {
        // 年 in UTF-8, GBK and Shift_JIS; the last one's second byte is a letter.
        for sign: [UInt8] in [[0xE5, 0xB9, 0xB4], [0xC4, 0xEA], [0x94, 0x4E], [0xE3, 0x2E]] {
            let line = Array("-rw-r--r-- 1 u g 7 Jul  5 2003".utf8) + sign + Array(" name\n".utf8)
            let entry = try #require(parse(line).entries.first, "\(sign)")
            #expect(entry.name.text == "name", "\(sign)")
            #expect(entry.modified?.seconds == seconds(2_003, 7, 5, 12), "\(sign)")
        }
    }

    @Test(
        "The letter for year may stand behind a blank, where the month is in its language",
        arguments: ["\u{438}\u{44e}\u{43b} 25 2003", "25 \u{438}\u{44e}\u{43b} 2003"])
    func yearLetter(date: String) throws {
        for charset in ["UTF-8", "CP1251", "KOI8-R"] {
            let text = "-rw-r--r-- 1 u g 7 \(date) \u{433}. a name\n"
            let bytes = try #require(Charset(named: charset)).encode(text)
            let entry = try #require(parse(bytes).entries.first)
            #expect(entry.name.text == "a name", "\(charset)")
            #expect(entry.modified?.seconds == seconds(2_003, 7, 25, 12))
        }
        // The city of Moscow, listed in English.
        let name = "\u{433}. \u{41c}\u{43e}\u{441}\u{43a}\u{432}\u{430}"
        #expect(parsed("-rw-r--r-- 1 u g 7 Jul 25 2003 \(name)")?.name.text == name)
        #expect(parsed("-rw-r--r-- 1 u g 7 \(date) \u{433}.")?.name.text == "\u{433}.")
    }

    @Test("AM and PM belong to the clock, apart from it where every row has them")
    func halves() {
        func read(_ lines: String...) -> [String] {
            parse(lines.map { "-rw-r--r-- 1 u g 7 \($0)\n" }.joined()).entries.map { entry in
                let day = (entry.modified?.seconds ?? 0) % 86_400
                return "\(entry.name.text) \(day / 3_600):\(day / 60 % 60)"
            }
        }
        #expect(
            read("Jul 25 3:15 PM a b", "Jul 25 12:05 AM c", "Jul 25 2003 d", "Jul 25 12:05 pm e")
                == ["a b 15:15", "c 0:5", "d 12:0", "e 12:5"])
        #expect(read("07/25/2003 03:15 PM a", "2003-07-25 11:15 AM b") == ["a 15:15", "b 11:15"])
        #expect(read("Jul 25 03:15PM a", "Jul 25 12:15am b") == ["a 15:15", "b 0:15"])
        // Files of that name are there, too.
        #expect(read("Jul 25 3:15 PM a", "Jul 25 3:15 b") == ["PM a 3:15", "b 3:15"])
        #expect(read("Jul 25 15:15 PM notes") == ["PM notes 15:15"])
        #expect(read("Jul 25 3:15 PM") == ["PM 3:15"])
        #expect(read("Jul 25 2003 PM notes") == ["PM notes 12:0"])
    }

    @Test(
        "A date as narrow as one without a time is padded before the name",
        arguments: [
            "2004-07-15", "2004/07/15", "15-07-2004", "15.07.2004", "Jul 5 2004", "5 Jul 2004",
        ])
    func padded(date: String) {
        #expect(parsed("-rw-r--r-- 1 u g 7 \(date)  name")?.name.text == "name")
        #expect(parsed("-rw-r--r-- 1 u g 7 \(date)   name")?.name.text == " name")
        #expect(parsed("-rw-r--r-- 1 u g 7 \(date) name")?.name.text == "name")
    }

    @Test("With a time, further blanks are the name's")
    func notPadded() {
        #expect(parsed("-rw-r--r-- 1 u g 7 2004-07-15 10:20  name")?.name.text == " name")
        #expect(parsed("-rw-r--r-- 1 u g 7 Jul 15  2004  name")?.name.text == " name")
        #expect(parsed("-rw-r--r-- 1 u g 7 07-15 10:20  name")?.name.text == " name")
    }

    @Test(
        "Further letters for a kind",
        arguments: [
            ("f", .file), ("F", .file), ("C", .file), ("M", .file), ("n", .other), ("m", .other),
            ("P", .other), ("D", .other), ("w", .other),
        ] as [(String, Entry.Kind)])
    func kinds(letter: String, kind: Entry.Kind) {
        #expect(parsed("\(letter)rwxr-xr-x 1 u g 7 Nov 20 23:51 name")?.kind == kind)
        #expect(parse("\(letter)rwx words 1 u g 7 Nov 20 23:51 name").isEmpty)
    }

    @Test(
        "A count of links that is glued to the permissions is no owner",
        arguments: [
            "drwxr-x---+1464 chrism users 4096 Nov 20 23:51 name",
            "drwxr-xr-x1732 chrism users 4096 Nov 20 23:51 name",
            "drwxr-x---.1464 chrism users 4096 Nov 20 23:51 name",
        ])
    func gluedLinks(line: String) {
        #expect(parsed(line)?.owner == "chrism")
        #expect(parsed(line)?.group == "users")
        #expect(parsed(line)?.name.text == "name")
    }

    @Test("A time with seconds may be followed by its year, and a weekday may come first")
    func fullTimes() throws {
        for date in ["Jun 15 12:00:05 2006", "Thu Jun 15 12:00:05 2006"] {
            let entry = try #require(parsed("-rw-r--r-- 1 u g 7 \(date) a name"))
            #expect(entry.name.text == "a name")
            #expect(entry.size == 7 && entry.owner == "u" && entry.group == "g")
            #expect(entry.modified?.seconds == seconds(2_006, 6, 15, 12, 0, 5))
        }
        #expect(parsed("-rw-r--r-- 1 u g 7 Nov 20 23:51 2006 plan")?.name.text == "2006 plan")
        #expect(parsed("-rw-r--r-- 1 u g 7 Nov 20 23:51:07 2006")?.name.text == "2006")
        #expect(parsed("-rw-r--r-- 1 sun mon 7 Nov 20 23:51 x")?.owner == "sun")
    }

    @Test("The number of a file, or of its blocks, may come first")
    func numbered() throws {
        for prefix in ["1234 ", "   8 ", "1234   8 "] {
            let entry = try #require(parsed(prefix + "-rw-r--r-- 1 u g 7 Nov 20 23:51 x"))
            #expect(entry.name.text == "x")
            #expect(entry.size == 7 && entry.owner == "u" && entry.mode == 0o644)
        }
        #expect(parse("12 drwxr-x 1 u g 7 Nov 20 23:51 x").isEmpty)
    }
}
