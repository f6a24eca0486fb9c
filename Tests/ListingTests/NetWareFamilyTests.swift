import Files
import Testing

@Suite("NetWare and HellSoft")
struct NetWareFamilyTests {
    @Test("NetWare's own server: rights in brackets, then the owner")
    func netWare() throws {
        let listing = parse(
            "total 0\r\nd [RWCEAFMS] alice                  512 Nov 20 23:51 a folder\r\n"
                + "- [R----F--] alice.sales.house       214059 Oct 20  2019 cx.exe\r\n"
                + "- [        ]                           1 Oct 20  2019  x\r\n")
        #expect(listing.entries.map(\.name.text) == ["a folder", "cx.exe", " x"])
        #expect(listing.entries.map(\.kind) == [.directory, .file, .file])
        #expect(listing.entries.map(\.size) == [nil, 214_059, 1])
        #expect(listing.entries.map(\.owner) == ["alice", "alice.sales.house", nil])
        #expect(listing.entries.map(\.mode) == [nil, nil, nil])
        #expect(
            listing.entries.map(\.modified?.seconds) == [
                seconds(2_023, 11, 20, 23, 51), seconds(2_019, 10, 20, 12),
                seconds(2_019, 10, 20, 12),
            ])
        #expect(listing.entries.map(\.modified?.precision) == [.minute, .day, .day])
    }

    @Test("One blank parts the date from the name, or four")
    func gaps() {
        let listing = parse(
            "d [R----F--] alice            512       Nov 20 23:51    login\r\n"
                + "- [R----F--] alice            512       Nov 20 23:51  two\r\n"
                + "- [R----F--] alice            512       Nov 20 23:51     five\r\n"
                + "d [R----F--] alice            512       Nov 20 23:51 slash/\r\n")
        #expect(listing.entries.map(\.name.text) == ["login", " two", " five", "slash"])
    }

    @Test("HellSoft: the same without a blank before, and with a count of links")
    func hellSoft() {
        let listing = parse(
            "d[RWCEMFA]  1 alice         512 Nov 20 23:51 mail\r\n"
                + "-[RWCEMFA]  1 *unknown    13312 May 27  2017 a b.doc\r\n")
        #expect(listing.entries.map(\.name.text) == ["mail", "a b.doc"])
        #expect(listing.entries.map(\.kind) == [.directory, .file])
        #expect(listing.entries.map(\.owner) == ["alice", "*unknown"])
        #expect(listing.entries.map(\.size) == [nil, 13_312])
    }

    @Test(
        "Lines that only look like it are left out",
        arguments: [
            "d [x] done 12 Nov 20 23:51 x", "- [RWCE] alice 512 Nov 20 23:51",
            "- [] alice 512 Nov 20 23:51 x", "- [RWCEAFMS alice 512 Nov 20 23:51 x",
            "- [RWCEAFMS] alice 512 Nov 32 23:51 x", "- [ ] buy 12 eggs", "d [", "-[",
            "-[RWCEMFA]  1",
        ])
    func refused(line: String) {
        let listing = parse("d [RWCE] u 1 Nov 20 23:51 first\r\n" + line + "\r\n")
        #expect(listing.entries.map(\.name.text) == ["first"])
    }
}
