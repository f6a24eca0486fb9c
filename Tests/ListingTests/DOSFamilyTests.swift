import Files
import Listing
import Testing

@Suite("Windows' dir, as IIS gives it")
struct DOSFamilyTests {
    @Test("Directories and files, names with leading blanks")
    func usual() throws {
        let listing = parse(
            """
            02-23-05  09:24AM       <DIR>          a folder\r
            02-23-05  12:00AM       <DIR>            blanks\r
            11-20-2023  11:51PM              1234567 file.txt\r
            11-20-23  12:05PM                  7  x \r
            """)
        #expect(listing.entries.map(\.name.text) == ["a folder", "  blanks", "file.txt", " x "])
        #expect(listing.entries.map(\.kind) == [.directory, .directory, .file, .file])
        #expect(listing.entries.map(\.size) == [nil, nil, 1_234_567, 7])
        #expect(
            listing.entries.map { $0.modified?.seconds } == [
                seconds(2_005, 2, 23, 9, 24), seconds(2_005, 2, 23), seconds(2_023, 11, 20, 23, 51),
                seconds(2_023, 11, 20, 12, 5),
            ])
    }

    @Test(
        "Days in other orders, hours of 24, thousands parted",
        arguments: [
            ("23-11-05  09:24  7 a", 2_005, 11, 23, 9, 24),
            ("2005-11-23  09:24  7 a", 2_005, 11, 23, 9, 24),
            ("23.11.2005  21:24  7 a", 2_005, 11, 23, 21, 24),
            ("11/23/05  9:24 PM  7 a", 2_005, 11, 23, 21, 24),
            ("11-23-70  09:24  7 a", 1_970, 11, 23, 9, 24),
            ("11-23-69  09:24  7 a", 2_069, 11, 23, 9, 24),
        ] as [(String, Int, Int, Int, Int, Int)])
    func days(line: String, year: Int, month: Int, day: Int, hour: Int, minute: Int) throws {
        let entry = try #require(parsed(line))
        #expect(entry.name.text == "a")
        #expect(entry.size == 7)
        #expect(entry.modified?.seconds == seconds(year, month, day, hour, minute))
        #expect(entry.modified?.precision == .minute)
    }

    @Test("Groups of thousands are a number")
    func groups() {
        #expect(parsed("02-23-05  09:24AM   1,234,567 a")?.size == 1_234_567)
        #expect(parsed("02-23-05  09:24AM   1.234.567 a")?.size == 1_234_567)
    }

    @Test("A size too large for a number is unknown, and the name still comes")
    func hugeSizes() throws {
        for size in ["18446744073709551616", "99,999,999,999,999,999,999,999"] {
            let entry = try #require(parsed("02-23-05  09:24AM   \(size) a"))
            #expect(entry.size == nil)
            #expect(entry.name.text == "a")
        }
    }

    @Test("The column that sizes end in is where names begin; ragged sizes make none")
    func nameColumn() {
        let listing = parse(
            """
            02-23-05  09:24AM              12 a\r
            02-23-05  09:24AM            1234 b\r
            02-23-05  09:24AM  <DIR>          c\r
            02-23-05  09:24AM  <DIR>            d\r
            02-23-05  09:24AM  <JUNCTION>      e\r
            02-23-05  09:24AM  <DIR> f\r
            """)
        #expect(listing.entries.map(\.name.text) == ["a", "b", "c", "  d", " e", "f"])
        let narrow = parse(
            "02-23-05  09:24   12 a\r\n02-23-05  09:24 1234 b\r\n02-23-05  09:24 <DIR>   c\r\n")
        #expect(narrow.entries.map(\.name.text) == ["a", "b", "c"])
        let ragged = parse(
            "02-23-05  09:24  1234567890 a\r\n02-23-05  09:24  1234 b\r\n"
                + "02-23-05  09:24  <DIR>          c\r\n")
        #expect(ragged.entries.map(\.name.text) == ["a", "b", "c"])
    }

    @Test("Junctions and symbolic links keep their targets")
    func links() throws {
        let entry = try #require(
            parsed("02-23-05  09:24AM    <JUNCTION>     old name [C:\\new name]"))
        #expect(entry.kind == .link)
        #expect(entry.name.text == "old name")
        #expect(entry.target == Array("C:\\new name".utf8))
        #expect(parsed("02-23-05  09:24AM    <SYMLINKD>     x")?.kind == .link)
        for (text, name, target) in [
            ("a [1] [C:\\b [2]]", "a [1]", "C:\\b [2]"),
            ("a [\\\\host\\b c]", "a", "\\\\host\\b c"),
            ("a [1] [..\\b]", "a [1]", "..\\b"), ("a -> b c", "a", "b c"), ("a => b", "a", "b"),
            ("a]", "a]", nil), ("[a]", "[a]", nil),
        ] as [(String, String, String?)] {
            let link = parsed("02-23-05  09:24AM    <SYMLINK>      " + text)
            #expect(link?.name.text == name)
            #expect(link?.target == target.map { Array($0.utf8) })
        }
    }

    @Test(
        "Lines that only look like it are left out",
        arguments: [
            "13-32-05  09:24AM  7 a", "02-23-05  09:24XM  7 a", "02-23-05  25:24  7 a",
            "02-23-05  09:24AM  x a", "02-23-05  09:24AM  7", "02-23-05", "0",
            "02-23-05  09:24AM  <B> a", "02-23-05  09:24AM  12. a", "02-23-05  09:24AM  ,12 a",
            "02-23-05  09:24AM  <DIR> ", "02-23-05  09:24AM  12x a",
        ])
    func refused(line: String) {
        #expect(parse("type=file; first\r\n" + line + "\r\n").entries.map(\.name.text) == ["first"])
    }

    @Test("Blanks that all rows have before their names are none of theirs")
    func wideGaps() {
        let gap = String(repeating: " ", count: 11)
        func names(_ lines: String...) -> [String] {
            parse(lines.map { "02-23-05  09:24AM  \($0)\r\n" }.joined()).entries.map(\.name.text)
        }
        #expect(names("<DIR>\(gap)a") == ["a"])
        #expect(names("<DIR>\(gap)a", "<DIR>\(gap) b") == ["a", " b"])
        #expect(names("<DIR>\(gap)a", "<DIR>\(gap.dropLast())b") == [" a", "b"])
        #expect(
            names("<DIR>\(gap)a", "             12  b", "           1234  c") == ["a", "b", "c"])
        // Sizes tell where the column is, though they come later, and though it is but one.
        #expect(
            names("<DIR>\(gap)a", "<DIR>\(gap) b", "             12 c", "           1234 d")
                == ["a", " b", "c", "d"])
        #expect(names("<DIR>\(gap)a", "             12 b") == ["a", "b"])
        #expect(names("             12 b", "<DIR>\(gap)a") == ["b", "a"])
        #expect(names("<DIR>\(gap)a", "                12 b") == ["a", "b"])
        #expect(
            names("<DIR>\(gap)a", "            12 b", "          1234 c") == [" a", "b", "c"])
        // Files alone say nothing about it.
        #expect(names("             12  b", "           1234  c") == [" b", " c"])
    }

    @Test("A name of blanks is none")
    func blanks() {
        for line in ["02-23-05  09:24AM   1234   ", "02-23-05  09:24AM  <DIR>              "] {
            #expect(parse(line).isEmpty)
            #expect(parse(line).unreadCount == 1)
        }
    }
}
