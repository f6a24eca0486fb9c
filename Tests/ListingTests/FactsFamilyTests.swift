import Files
import Listing
import Testing

@Suite("MLSD and MLST")
struct FactsFamilyTests {
    @Test("All facts that Ferry knows, in any case and order")
    func facts() throws {
        let entry = try #require(
            parsed(
                "Size=12;TYPE=File;modify=20200102030405.678;UNIX.mode=0640;UNIX.owner=1000;"
                    + "UNIX.ownername=alice;UNIX.group=50;perm=adfrw;unique=1g2;x.y=z;  a; b=c ",
                form: .facts))
        #expect(entry.name.text == " a; b=c ")
        #expect(entry.kind == .file)
        #expect(entry.size == 12)
        #expect(entry.mode == 0o640)
        #expect(entry.owner == "alice")
        #expect(entry.group == "50")
        #expect(entry.modified == Timestamp(seconds: 1_577_934_245))
    }

    @Test(
        "Kinds, links and their targets",
        arguments: [
            ("type=dir;", .directory, nil), ("type=OS.unix=slink:../b;", .link, "../b"),
            ("type=OS.unix=symlink;", .link, nil), ("type=OS.unix=slink:;", .link, nil),
            ("type=OS.unix=chr-1/3;", .other, nil), ("type=file", .file, nil),
            ("anything=else;", .file, nil), ("", .file, nil),
        ] as [(String, Entry.Kind, String?)])
    func kinds(facts: String, kind: Entry.Kind, target: String?) throws {
        let entry = try #require(parsed(facts + " name", form: .facts))
        #expect(entry.kind == kind)
        #expect(entry.name.text == "name")
        #expect(entry.target == target.map { Array($0.utf8) })
    }

    @Test("The directory itself and its parent are left out, by fact or by name")
    func selfAndParent() {
        let listing = parse(
            "type=cdir; /x\r\ntype=pdir; ..\r\ntype=dir; .\r\ntype=dir; a\r\n", form: .facts)
        #expect(listing.entries.map(\.name.text) == ["a"])
        #expect(listing.droppedCount == 0)
    }

    @Test(
        "A bad size, time or mode does not lose the name",
        arguments: [
            "size=x;", "size=-1;", "size=18446744073709551616;", "modify=2020;", "modify=x;",
            "modify=20201301000000;", "UNIX.mode=9;", "UNIX.mode=;", "size=;modify=;type=;",
        ])
    func badValues(facts: String) throws {
        let entry = try #require(parsed(facts + " name", form: .facts))
        #expect(entry.name.text == "name")
        #expect(entry.size == nil && entry.modified == nil && entry.mode == nil)
    }

    @Test("Times before 1970, and years printed as 19100 and up")
    func times() {
        #expect(FactTime.read(Array("19691231235959".utf8))?.seconds == -1)
        #expect(FactTime.read(Array("191200102030405".utf8))?.seconds == 1_577_934_245)
        #expect(FactTime.read(Array("20200102030405x".utf8)) == nil)
        #expect(FactTime.text(1_577_934_245) == "20200102030405")
        #expect(FactTime.text(-1) == "19691231235959")
    }

    @Test("Python's octal prefix is understood")
    func octalPrefix() {
        #expect(parsed("type=file;unix.mode=0o755; a", form: .facts)?.mode == 0o755)
    }
}
