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
}
