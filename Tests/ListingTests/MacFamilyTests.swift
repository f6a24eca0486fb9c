import Files
import Testing

@Suite("Servers of the old MacOS")
struct MacFamilyTests {
    @Test("The forks are no accounts; the last number is the size of both")
    func forks() {
        let listing = parse(
            "-rw-r--r--         326     1000     1326 Nov 20 23:51 a picture\r\n"
                + "drwxr-xr-x               folder        5 Nov 20 23:51 a folder\r\n"
                + "-------r--           0     2166     2166 Nov 22  1995  b\r\n")
        #expect(listing.entries.map(\.name.text) == ["a picture", "a folder", " b"])
        #expect(listing.entries.map(\.kind) == [.file, .directory, .file])
        #expect(listing.entries.map(\.size) == [1_326, nil, 2_166])
        #expect(listing.entries.map(\.owner) == [nil, nil, nil])
        #expect(listing.entries.map(\.group) == [nil, nil, nil])
        #expect(listing.entries.map(\.mode) == [0o644, 0o755, 0o004])
        #expect(
            listing.entries.map(\.modified?.seconds) == [
                seconds(2_023, 11, 20, 23, 51), seconds(2_023, 11, 20, 23, 51),
                seconds(1_995, 11, 22, 12),
            ])
    }

    @Test("A line of Unix stays one")
    func unix() {
        let entry = parsed("-rw-r--r-- 1 1000 100 7 Nov 20 23:51 a")
        #expect(entry?.owner == "1000")
        #expect(entry?.group == "100")
        #expect(parsed("drwxr-xr-x 2 folder folder 7 Nov 20 23:51 a")?.owner == "folder")
    }
}
