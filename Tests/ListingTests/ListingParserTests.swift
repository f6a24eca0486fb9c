import Files
import Listing
import Testing

@Suite("Listings are read line by line, in pieces of any size")
struct ListingParserTests {
    static let samples: [(name: String, form: ListingParser.Form, text: String)] = [
        (
            "unix", .list,
            "total 12\r\ndrwxr-xr-x 2 u g 1 Nov 20 23:51 .\r\n-rw-r--r-- 1 u g 7 Nov 20 23:51 a b\n"
                + "lrwxrwxrwx 1 u g 3 Jan  1  2020 l -> a b\r\n\r\n-rw-r--r-- 1 u g 7 6月 14日 09:05 x"
        ),
        (
            "dos", .list,
            "02-23-05  09:24AM       <DIR>          d\r\n11-20-2023  11:51PM      1234567 f\r\n"
        ),
        (
            "facts", .facts,
            "type=cdir; .\r\ntype=file;size=3;modify=20200102030405; a\r\ntype=OS.unix=slink:x; b\r\n"
        ),
        ("names", .list, "one\r\ntwo\r\n.three\r\n"),
    ]

    @Test(
        "Every way of cutting a listing in two gives the same entries", arguments: samples.indices)
    func split(index: Int) {
        let sample = ListingParserTests.samples[index]
        let bytes = Array(sample.text.utf8)
        let whole = parse(bytes, form: sample.form)
        #expect(!whole.isEmpty)
        for piece in 1...bytes.count {
            let cut = parse(bytes, form: sample.form, piece: piece)
            #expect(cut.entries == whole.entries)
        }
    }

    @Test(
        "NUL or a blank at any place never traps, and no name ever holds a NUL",
        arguments: samples.indices)
    func inserted(index: Int) {
        let sample = ListingParserTests.samples[index]
        let bytes = Array(sample.text.utf8)
        for position in 0...bytes.count {
            for byte: UInt8 in [0, 0x20, 0x0A, 0xFF, 0x2D] {
                var changed = bytes
                changed.insert(byte, at: position)
                let listing = parse(changed, form: sample.form)
                #expect(listing.entries.allSatisfy { !$0.name.bytes.contains(0) })
            }
            let shortened = parse(Array(bytes.prefix(position)), form: sample.form)
            #expect(shortened.count <= 4)
        }
    }

    @Test("Random bytes never trap")
    func random() {
        var state: UInt64 = 7
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let words = [
            "-rw-r--r--", "drwx", "1", "99999999999999999999", "Nov", "20", "23:51", "2020",
            "2020-01-01",
            "01-01-20", "09:24AM", "<DIR>", "type=file;", "size=9;", "modify=20200101000000;", " ",
            "\r\n", "a", "->", "6月", "[", "]", ",", "8,", "0", ".", "..", "/", "\u{0}", "jun14",
            "PM",
        ]
        for _ in 0..<20_000 {
            let text = (0..<next(14)).map { _ in words[next(words.count)] }
                .joined(separator: next(3) == 0 ? "" : " ")
            _ = parse(text)
            _ = parse(text, form: .facts)
        }
    }

    @Test("Sums, headings and complaints are no entries, and the others still come")
    func junk() {
        let listing = parse(
            """
            total 12
            insgesamt -9560322322989056
            .:
            sub/dir:
            ls: secret: Permission denied
            ftpd: .: Permission denied
            Status of /x
            -rw-r--r-- 1 u g 7 Nov 20 23:51 a
            nonsense
            -rw-r--r-- 1 u g 7 Nov 20 23:51 b
            """)
        #expect(listing.entries.map(\.name.text) == ["a", "b"])
        // Both complaints and what is no line at all.
        #expect(listing.unreadCount == 3)
    }

    @Test(
        "What a complaint is about is missing, so that the listing is not whole",
        arguments: [
            "ls: photos: Stale NFS file handle", "/bin/ls: x: Permission denied", "ftpd: .: no",
        ])
    func complaints(line: String) {
        let listing = parse("-rw-r--r-- 1 u g 7 Nov 20 23:51 a\r\n\(line)\r\n")
        #expect(listing.entries.map(\.name.text) == ["a"])
        #expect(!listing.isWhole)
        #expect(!parse("\(line)\r\n").isWhole)
        let names = parse("a\r\nb\r\n\(line)\r\n")
        #expect(names.entries.map(\.name.text) == ["a", "b"])
        #expect(!names.isWhole)
    }

    @Test("Mixed listings are read line by line")
    func mixed() {
        let listing = parse(
            "-rw-r--r-- 1 u g 7 Nov 20 23:51 a\r\n02-23-05  09:24AM       <DIR>          b\r\n"
                + "type=file;size=1; c\r\n-rw-r--r-- 1 u g 7 Nov 20 23:51 d\r\n")
        #expect(listing.entries.map(\.name.text) == ["a", "b", "c", "d"])
    }

    @Test("Bare names are believed only where nothing else was there")
    func bareNames() {
        #expect(parse("a\r\nb.txt\r\n").entries.map(\.name.text) == ["a", "b.txt"])
        #expect(parse("a\r\nb c\r\n").isEmpty)
        #expect(parse("a\r\n-rw-r--r-- 1 u g 7 Nov 20 23:51 x\r\n").count == 1)
        #expect(parse("a\r\n", form: .facts).isEmpty)
    }

    @Test("Only LF parts lines, and bytes that are no UTF-8 stay as they are")
    func bytes() {
        let name: [UInt8] = [0x85, 0x0B, 0xFF, 0xE2, 0x80, 0xA8]
        let listing = parse(Array("-rw-r--r-- 1 u g 7 Nov 20 23:51 ".utf8) + name + [0x0A])
        #expect(listing.entries.map(\.name.bytes) == [name])
    }

    @Test("Names that are no single component are dropped and counted")
    func dropped() {
        let listing = parse(
            "type=file; ../up\r\ntype=file; a/b\r\ntype=file; /abs\r\ntype=file; ok\r\n",
            form: .facts)
        #expect(listing.entries.map(\.name.text) == ["ok"])
        #expect(listing.droppedCount == 3)
    }

    @Test("A line of more than 32 KiB is left out, fed in whatever pieces")
    func longLine() {
        let long = String(repeating: "x", count: 40_000)
        let text = "type=file; a\r\ntype=file; \(long)\r\ntype=file; b\r\n"
        for piece in [1_000, 50_000, .max] {
            let listing = parse(Array(text.utf8), form: .facts, piece: piece)
            #expect(listing.entries.map(\.name.text) == ["a", "b"])
            #expect(listing.droppedCount == 1)
        }
    }

    @Test("Past the limit of entries the listing is cut, and the parser says so")
    func limits() {
        var limits = DirectoryBuilder.Limits()
        limits.entries = 10
        let text = (0..<20).map { "type=file; f\($0)\r\n" }.joined()
        var parser = ListingParser(now: summer, form: .facts, limits: limits)
        Array(text.utf8).withUnsafeBytes { parser.feed($0) }
        #expect(parser.isFull)
        let listing = parser.finish()
        #expect(listing.count == 10)
        #expect(listing.isCut)
    }

    @Test("What no family knows is counted, and the first such line kept")
    func unread() {
        var parser = ListingParser(now: summer)
        let text =
            "total 1\nwhat is this\n-rw-r--r-- 1 u g 7 Nov 20 23:51 x\na long\nNAME.TXT;1\nthe end"
        Array(text.utf8).withUnsafeBytes { parser.feed($0) }
        let listing = parser.finish()
        #expect(listing.count == 1)
        #expect(listing.unreadCount == 4)
        #expect(parser.firstUnread == Array("what is this".utf8))
    }

    @Test("What servers print around their rows, and instead of them, is no such line")
    func remarks() {
        let remarks = """
             Volume in drive C has no label.
             Volume Serial Number is 1234-ABCD
             Directory of C:\\Users
            02-23-05  09:24AM       <DIR>          a folder
                           1 File(s)      1,234 bytes
                           2 Dir(s)  1,234,567 bytes free
            Total of 3 files, 12/15 blocks.
            No files found.
            File not found
            """
        let listing = parse(remarks)
        #expect(listing.entries.map(\.name.text) == ["a folder"])
        #expect(listing.unreadCount == 0)
        for (name, text) in FamilySamples.all { #expect(parse(text).unreadCount == 0, "\(name)") }
    }

    @Test("Asked for names alone, a server may give any, and directories before them")
    func namesAlone() {
        let text =
            "chapter 1\r\n/pub/a b\r\n./c\r\ntotal\r\nnotes:\r\n.\r\n../up\r\n/pub/..\r\n d \r\n"
        let listing = parse(text, form: .names)
        #expect(
            listing.entries.map(\.name.text) == ["chapter 1", "a b", "c", "total", "notes:", " d "])
        #expect(listing.droppedCount == 2)
        #expect(listing.unreadCount == 0)
        let more = parse("-rw-r--r-- 1 u g 7 Nov 20 23:51 x\r\n", form: .names)
        #expect(more.entries.map(\.size) == [7])
    }

    @Test("Owners are kept apart, and shown safely")
    func owners() {
        let listing = parse(
            (0..<100).map { "-rw-r--r-- 1 user\($0) g\u{1B}\($0 % 3) 7 Nov 20 23:51 f\($0)\n" }
                .joined())
        #expect(listing.entries.map(\.owner) == (0..<100).map { "user\($0)" })
        #expect(listing.entries[4].group == "g\\x1b1")
    }
}
