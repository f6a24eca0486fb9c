import Files
import Listing
import Testing

@Suite("ls -l in its shapes")
struct UnixFamilyTests {
    @Test("The usual line gives all its facts")
    func usual() throws {
        let entry = try #require(
            parsed("-rwsr-xr-t   12 alice    staff     123456 Nov 20 23:51 a b.txt"))
        #expect(entry.name.text == "a b.txt")
        #expect(entry.kind == .file)
        #expect(entry.size == 123_456)
        #expect(entry.mode == 0o5755)
        #expect(entry.owner == "alice")
        #expect(entry.group == "staff")
        #expect(
            entry.modified?.seconds == seconds(2_023, 11, 20, 23, 51))
        #expect(entry.modified?.precision == .minute)
        #expect(entry.modified?.isZoned == false)
    }

    @Test(
        "Columns come and go; the date is what is looked for",
        arguments: [
            "-rw-r--r-- 1 u g 7 Nov 20 23:51 name", "-rw-r--r-- 1 u 7 Nov 20 23:51 name",
            "-rw-r--r-- 1 7 Nov 20 23:51 name", "-rw-r--r-- 7 Nov 20 23:51 name",
            "-rw-r--r-- 1 u Domain Users 7 Nov 20 23:51 name",
            "-rw-r--r--1732 u g 7 Nov 20 23:51 name",
            "-rw-r--r--+ 1 u g 7 Nov 20 23:51 name", "-rw-r--r--.1464 u g 7 Nov 20 23:51 name",
            "-rw-r--r--@  1 1000 1000 7 Nov 20 23:51 name",
            "  -rw-r--r-- 1 u g 7 Nov 20 23:51 name",
            "-C--E-----FTP 1 u g 7 Nov 20 23:51 name", "---------- 1 (?) %%% 7 Nov 20 23:51 name",
            "-rw-r--r-- 0 u g 7 Nov 20 23:51 name", "-rwxr-x 1 u g 7 Nov 20 23:51 name",
            "-rw-r--r-- 1 john smith test group 7 Nov 20 23:51 name",
            "-rw-r--r--+1464 u g 7 Nov 20 23:51 name",
            "-SR------- 1 u g 7 Nov 20 23:51 name", "-rw-r--r-- 1 1000 2005 7 20 Nov 23:51 name",
            "-rw-r--r--\t1\tu\tg\t7\tNov\t20\t23:51\tname",
        ])
    func columns(line: String) throws {
        let entry = try #require(parsed(line))
        #expect(entry.name.text == "name")
        #expect(entry.size == 7)
        #expect(entry.modified?.seconds == seconds(2_023, 11, 20, 23, 51))
    }

    @Test(
        "Dates in many forms",
        arguments: [
            ("Jun 14 09:05", 2_024, 6, 14, 9, 5, false),
            ("Jun 16 09:05", 2_024, 6, 16, 9, 5, false),
            ("Jun 17 09:05", 2_023, 6, 17, 9, 5, false), ("14 Jun 9:5", 2_024, 6, 14, 9, 5, false),
            ("Jun 14  2011", 2_011, 6, 14, 12, 0, true),
            ("14. Jun. 2011", 2_011, 6, 14, 12, 0, true),
            ("14. Jun., 09:05", 2_024, 6, 14, 9, 5, false),
            ("Jun 14, 2011 09:05", 2_011, 6, 14, 9, 5, false),
            ("2011-06-14 09:05", 2_011, 6, 14, 9, 5, false),
            ("2011/06/14", 2_011, 6, 14, 12, 0, true),
            ("2011.06.14", 2_011, 6, 14, 12, 0, true),
            ("14-06-2011 09:05", 2_011, 6, 14, 9, 5, false),
            ("06-14 09:05", 2_024, 6, 14, 9, 5, false), ("06-14 2011", 2_011, 6, 14, 12, 0, true),
            ("6 14 09:05", 2_024, 6, 14, 9, 5, false), ("2011 6 14", 2_011, 6, 14, 12, 0, true),
            ("14-jun-11 09:05", 2_011, 6, 14, 9, 5, false),
            ("jun14 09:05", 2_024, 6, 14, 9, 5, false),
            ("6月 14日 09:05", 2_024, 6, 14, 9, 5, false),
            ("6月 14日 2011年", 2_011, 6, 14, 12, 0, true),
            ("2011년 6월 14일", 2_011, 6, 14, 12, 0, true),
            ("Jun 14 9:5", 2_024, 6, 14, 9, 5, false),
            ("Jun 14 2011", 2_011, 6, 14, 12, 0, true),
            ("14.   Jun.  2011", 2_011, 6, 14, 12, 0, true),
            ("Jun. 14, 2011, 09:05", 2_011, 6, 14, 9, 5, false),
            ("02-03-2011 09:05", 2_011, 3, 2, 9, 5, false),
            ("06-14-2011 09:05", 2_011, 6, 14, 9, 5, false),
            ("6월 14일 09:05", 2_024, 6, 14, 9, 5, false),
            ("6월 14일  2011년", 2_011, 6, 14, 12, 0, true),
            ("2011年 6月14日", 2_011, 6, 14, 12, 0, true),
            ("6月14日 09:05", 2_024, 6, 14, 9, 5, false),
            ("14 июн 09:05", 2_024, 6, 14, 9, 5, false),
            ("ИЮН 14  2011", 2_011, 6, 14, 12, 0, true),
            ("14 paź. 2011", 2_011, 10, 14, 12, 0, true),
            ("14 Febr. 2011", 2_011, 2, 14, 12, 0, true),
            ("14 juin 09:05", 2_024, 6, 14, 9, 5, false),
            ("Mär 14  2011", 2_011, 3, 14, 12, 0, true),
            ("Jun 13 24:00", 2_024, 6, 14, 0, 0, false),
        ] as [(String, Int, Int, Int, Int, Int, Bool)])
    func dates(
        text: String, year: Int, month: Int, day: Int, hour: Int, minute: Int, isDay: Bool
    ) throws {
        let entry = try #require(parsed("-rw-r--r-- 1 u g 7 \(text) name"))
        #expect(entry.name.text == "name")
        #expect(entry.size == 7)
        #expect(entry.modified?.seconds == seconds(year, month, day, hour, minute))
        #expect(entry.modified?.precision == (isDay ? .day : .minute))
    }

    @Test("A date with a zone of its own is UTC")
    func zone() throws {
        let entry = try #require(
            parsed("-rw-r--r-- 1 u g 7 2011-06-14 09:05:06.123456789 +0200 name"))
        #expect(
            entry.modified
                == Timestamp(seconds: try #require(seconds(2_011, 6, 14, 7, 5, 6))))
    }

    @Test("A measured zone makes times UTC")
    func measuredZone() throws {
        let listing = parse("-rw-r--r-- 1 u g 7 2011-06-14 09:05 a\r\n", zoneOffset: 7_200)
        #expect(
            listing.entries.first?.modified
                == Timestamp(
                    seconds: try #require(seconds(2_011, 6, 14, 7, 5)), precision: .minute))
    }

    @Test(
        "Dates of old charsets are read by their digits and their months",
        arguments: [
            // Month, day and year as Shift-JIS, GB2312, Big5 and EUC-KR write them.
            [0x36, 0x8C, 0x8E, 0x20, 0x31, 0x34, 0x93, 0xFA],
            [0x36, 0xD4, 0xC2, 0x20, 0x31, 0x34, 0xC8, 0xD5],
            [0x36, 0xA4, 0xEB, 0x20, 0x31, 0x34, 0xA4, 0xE9],
            [0x36, 0xBF, 0xF9, 0x20, 0x31, 0x34, 0xC0, 0xCF],
            // June in CP1251 and KOI8-R.
            [0xE8, 0xFE, 0xED, 0x20, 0x31, 0x34], [0x31, 0x34, 0x20, 0xC9, 0xC0, 0xCE],
        ] as [[UInt8]])
    func legacyDates(day: [UInt8]) throws {
        for (end, time) in [
            ("09:05", seconds(2_024, 6, 14, 9, 5)), ("2011", seconds(2_011, 6, 14, 12)),
        ] {
            let line = Array("-rw-r--r-- 1 u g 7 ".utf8) + day + Array(" \(end) name".utf8)
            let entry = try #require(parse(line).entries.first)
            #expect(entry.name.text == "name")
            #expect(entry.modified?.seconds == time)
        }
    }

    @Test("Märzes of Latin-1 and the Japanese year, whose second byte is a letter")
    func latinMonth() throws {
        let march = Array("-rw-r--r-- 1 u g 7 M".utf8) + [0xE4] + Array("r 14  2011 a".utf8)
        #expect(parse(march).entries.first?.modified?.seconds == seconds(2_011, 3, 14, 12))
        let year: [UInt8] = [0x32, 0x30, 0x31, 0x31, 0x94, 0x4E]
        let line =
            Array("-rw-r--r-- 1 u g 7 6".utf8) + [0x8C, 0x8E, 0x31, 0x34, 0x93, 0xFA, 0x20] + year
            + Array(" name".utf8)
        #expect(parse(line).entries.first?.modified?.seconds == seconds(2_011, 6, 14, 12))
        #expect(parse(line).entries.first?.name.text == "name")
    }

    @Test("A size that is glued to its group, or missing, is unknown")
    func gluedSizes() throws {
        let glued = try #require(parsed("-rw-r--r-- 1 u ftp125435904 Nov 20 23:51 a b"))
        #expect(glued.size == nil && glued.owner == "u" && glued.group == "ftp125435904")
        #expect(glued.name.text == "a b")
        let missing = try #require(parsed("-rw-r--r-- 1 u g Nov 20 2011 a"))
        #expect(missing.size == nil && missing.owner == "u" && missing.group == "g")
    }

    @Test("What ls was not permitted to look at has a name and nothing else")
    func unknown() throws {
        let entry = try #require(parsed("d????????? ? ? ? ?            ? a  b"))
        #expect(entry == Entry(name: try #require(Name("a  b")), kind: .directory))
        #expect(parsed("-????????? ? ? ? ? ? ?")?.name.text == "?")
        #expect(parsed("?????????? ? ? ? ? ? x")?.kind == .other)
        #expect(parsed("d????????? ? ? ? ? a b") == nil)
    }

    @Test("A day that never was costs the time, not the entry")
    func impossibleDays() throws {
        for day in ["Feb 30 10:00", "Feb 29  2011", "Nov 31 23:51", "2011 2 30"] {
            let entry = try #require(parsed("-rw-r--r-- 1 u g 7 \(day) a"))
            #expect(entry.name.text == "a")
            #expect(entry.size == 7)
            #expect(entry.modified == nil)
        }
        #expect(parsed("-rw-r--r-- 1 u g 7 Feb 32 10:00 a") == nil)
    }

    @Test("A day ahead of now is this year, more than that is last year, over the turn of it too")
    func years() throws {
        let eve = try #require(seconds(2_023, 12, 31, 20))
        func year(_ text: String, _ now: Int64) throws -> Int {
            let entry = try #require(parsed("-rw-r--r-- 1 u g 7 \(text) a", now: now))
            return CivilTime(secondsSinceEpoch: try #require(entry.modified).seconds).year
        }
        #expect(try year("Jan  1 19:59", eve) == 2_024)
        #expect(try year("Jan  1 20:01", eve) == 2_023)
        #expect(try year("Dec 31 23:59", eve) == 2_023)
        #expect(try year("Dec 31 23:59", eve + 86_400) == 2_023)
        #expect(try year("Jan  2 19:59", eve + 86_400) == 2_024)
    }

    @Test("The signs of ls -F go where every entry of their kind has one, and stay otherwise")
    func marks() {
        let start = " 1 u g 7 Nov 20 23:51 "
        func names(_ lines: [(String, String)]) -> [String] {
            parse(lines.map { $0 + start + $1 }.joined(separator: "\r\n")).entries.map(\.name.text)
        }
        let marked = [
            ("drwxr-xr-x", "d/"), ("-rwxr-xr-x", "run*"), ("-rw-r--r--", "plain"),
            ("prw-r--r--", "pipe|"), ("srwxr-xr-x", "socket="), ("lrwxrwxrwx", "link@"),
        ]
        #expect(names(marked) == ["d", "run", "plain", "pipe", "socket", "link"])
        #expect(names(marked + [("-rwxr-xr-x", "go")])[1] == "run*")
        #expect(names(marked + [("drwxr-xr-x", "e")])[1] == "run*")
        #expect(names([("-rwxr-xr-x", "alone*")]) == ["alone*"])
        #expect(names([("-rw-r--r--", "a*"), ("-rw-r--r--", "b*")]) == ["a*", "b*"])
    }

    @Test("29 February finds the last leap year")
    func leapDay() throws {
        let now = try #require(seconds(2_023, 3, 1))
        let entry = try #require(parsed("-rw-r--r-- 1 u g 7 Feb 29 10:00 a", now: now))
        #expect(entry.modified?.seconds == seconds(2_020, 2, 29, 10))
    }

    @Test("One blank ends the date, further ones are the name's; a padded year has one more")
    func blanks() {
        #expect(parsed("-rw-r--r-- 1 u g 7 Nov 20 23:51   x ")?.name.text == "  x ")
        #expect(parsed("-rw-r--r-- 1 u g 7 Sep 27 2011  x")?.name.text == "x")
        #expect(parsed("-rw-r--r-- 1 u g 7 Sep 27  2011  x")?.name.text == " x")
    }

    @Test("A link's size finds the right arrow")
    func links() throws {
        let plain = try #require(parsed("lrwxrwxrwx 1 u g 4 Nov 20 23:51 a -> ../b"))
        #expect(plain.kind == .link)
        #expect(plain.name.text == "a")
        #expect(plain.target == Array("../b".utf8))
        #expect(plain.size == nil)
        let several = try #require(parsed("lrwxrwxrwx 1 u g 6 Nov 20 23:51 a -> b -> c -> d"))
        #expect(several.name.text == "a -> b")
        #expect(several.target == Array("c -> d".utf8))
        let wrongSize = try #require(parsed("lrwxrwxrwx 1 u g 99 Nov 20 23:51 a -> b -> c"))
        #expect(wrongSize.name.text == "a -> b")
        #expect(parsed("lrwxrwxrwx 1 u g 99 Nov 20 23:51 a")?.target == nil)
        #expect(parsed("-rw-r--r-- 1 u g 9 Nov 20 23:51 a -> b")?.name.text == "a -> b")
    }

    @Test("Devices have no size, pipes and sockets are neither file nor directory")
    func others() throws {
        for line in [
            "brw-rw---- 1 root disk 8, 0 Nov 20 23:51 sda",
            "crw-rw-rw- 1 root root 1,3 Nov 20 23:51 null",
            "prw-rw-rw- 1 root root 0 Nov 20 23:51 pipe",
            "srw-rw-rw- 1 root root 0 Nov 20 23:51 socket",
        ] {
            let entry = try #require(parsed(line))
            #expect(entry.kind == .other)
            #expect(entry.size == nil)
        }
    }

    @Test("Sizes past what fits are unknown, scaled ones are bytes")
    func sizes() {
        #expect(parsed("-rw-r--r-- 1 u g 18446744073709551615 Nov 20 23:51 a")?.size == nil)
        #expect(parsed("-rw-r--r-- 1 u g 99999999999999999999999 Nov 20 23:51 a")?.size == nil)
        #expect(
            parsed("-rw-r--r-- 1 u g 9223372036854775807 Nov 20 23:51 a")?.size
                == 9_223_372_036_854_775_807)
        #expect(parsed("-rw-r--r-- 1 u g 4K Nov 20 23:51 a")?.size == 4_096)
        #expect(parsed("-rw-r--r-- 1 u g 1.5M Nov 20 23:51 a")?.size == 1_572_864)
    }

    @Test("A directory's slash is no part of its name")
    func slash() {
        #expect(parsed("drwxr-xr-x 2 u g 7 Nov 20 23:51 d/")?.name.text == "d")
    }

    @Test(
        "Lines that only look like it are left out",
        arguments: [
            "download 12 Jan 5 2001 x", "-rw-r--r-- 1 u g 7 Nov 32 23:51 a",
            "letters-x   763  Feb  3 18:21 foo",
            "-rw-r--r-- 1 u g",
            "-rw-r--r-- 1 u g 7 Nov 20 23:51", "-rw-r--r-- 1 u g 7 Nov 20 25:51 a", "drwxr",
        ])
    func refused(line: String) {
        let listing = parse("-rw-r--r-- 1 u g 7 Nov 20 23:51 first\r\n" + line + "\r\n")
        #expect(listing.entries.map(\.name.text) == ["first"])
    }
}
