import Files
import Testing

@Suite("EPLF")
struct EPLFFamilyTests {
    @Test("Files and directories with all facts; times are UTC, names verbatim")
    func usual() throws {
        let listing = parse(
            "+i1.20,m86400,/,\ta folder\r\n+r,s280,m825718503,up644,x,\t  two blanks \r\n"
                + "+s7,\tonly a size\r\n+r,i9,s99999999999999999999999,mx,\tbad values\r\n")
        #expect(
            listing.entries.map(\.name.text) == [
                "a folder", "  two blanks ", "only a size", "bad values",
            ])
        #expect(listing.entries.map(\.kind) == [.directory, .file, .file, .file])
        #expect(listing.entries.map(\.size) == [nil, 280, 7, nil])
        #expect(listing.entries.map(\.mode) == [nil, 0o644, nil, nil])
        #expect(
            listing.entries.map(\.modified) == [
                Timestamp(seconds: 86_400), Timestamp(seconds: 825_718_503), nil, nil,
            ])
    }

    @Test("A measured zone does not move a time that is UTC already")
    func zone() {
        let listing = parse("+r,m86400,\ta\r\n", zoneOffset: 7_200)
        #expect(listing.entries.first?.modified == Timestamp(seconds: 86_400))
    }

    @Test("The last comma may be missing, and names may have slashes only to be dropped")
    func edges() {
        #expect(parsed("+s7,r\ta")?.size == 7)
        #expect(parse("+r,\ta/b\r\n+r,\tc\r\n").entries.map(\.name.text) == ["c"])
    }

    @Test(
        "Lines that only look like it are left out",
        arguments: [
            "+r,s7, no tab", "+\tint added;", "++ b/file.c\t2020-01-01", "+r,\t", "+", "+r",
            "r,s7,\tname", " +r,s7,\tname",
        ])
    func refused(line: String) {
        #expect(parse("+r,\tfirst\r\n" + line + "\r\n").entries.map(\.name.text) == ["first"])
    }
}
