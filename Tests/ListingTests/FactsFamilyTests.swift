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

    @Test("A link and what it leads to have one unique fact")
    func uniquePairs() {
        let listing = parse(
            [
                "type=OS.unix=symlink;unique=1g2; before",
                "type=file;unique=1g2; file",
                "type=file;unique=1g3; other",
                "type=OS.unix=symlink;unique=1g2; after",
                "type=OS.unix=symlink;unique=1g9; nowhere",
                "type=cdir;unique=1g1; .",
                "type=OS.unix=symlink;unique=1g1; self",
                "type=dir;unique=1g4; /abs/path",
                "type=OS.unix=symlink;unique=1g4; far",
                "type=OS.unix=slink:there;unique=1g2; told",
            ].joined(separator: "\r\n"), form: .facts)
        let targets = Dictionary(
            uniqueKeysWithValues: listing.entries.map { ($0.name.text, $0.target) })
        #expect(targets["before"] == Array("file".utf8))
        #expect(targets["after"] == Array("file".utf8))
        #expect(targets["self"] == Array(".".utf8))
        #expect(targets["far"] == Array("/abs/path".utf8))
        #expect(targets["told"] == Array("there".utf8))
        #expect(targets["nowhere"] == .some(nil))
        #expect(targets["file"] == .some(nil))
        #expect(listing.entries.map(\.name.text).contains("path") == false)
        #expect(listing.droppedCount == 1)
    }

    @Test("Facts prove themselves in a LIST, and the size of a directory counts where it is alone")
    func unasked() {
        #expect(parsed("anything=else; a b")?.name.text == "a b")
        #expect(parsed("sizd=4096; a")?.size == 4_096)
        #expect(parsed("type=dir;sizd=4096; a")?.size == nil)
        #expect(parsed("size=12 a")?.size == 12)
        #expect(parsed("type=file;\ta")?.name.text == "a")
        #expect(parsed(" name", form: .facts)?.name.text == "name")
    }
}
