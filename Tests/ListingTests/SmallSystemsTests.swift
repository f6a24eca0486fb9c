import Files
import Testing

@Suite("OS/2, VShell, VxWorks, wfFtp, OS-9, numeric Unix and Chameleon")
struct SmallSystemsTests {
    @Test("OS/2: attributes, DIR, years past 1999, two blanks before the name")
    func os2() {
        let listing = parse(
            "                 0  DIR            05-12-96   17:37  .\r\n"
                + "                 0  DIR            05-12-96   17:37  A FOLDER\r\n"
                + "               734  A              08-19-103  15:34  one.txt\r\n"
                + "            420881                 03-17-19104  08:41  TWO.EXE\r\n"
                + "12 RHS A DIR 03-17-2004 08:41  three\r\n7 01-02-03 9:05   four \r\n")
        #expect(
            listing.entries.map(\.name.text) == [
                "A FOLDER", "one.txt", "TWO.EXE", "three", " four ",
            ])
        #expect(listing.entries.map(\.kind) == [.directory, .file, .file, .directory, .file])
        #expect(listing.entries.map(\.size) == [nil, 734, 420_881, nil, 7])
        #expect(
            listing.entries.map(\.modified?.seconds) == [
                seconds(1_996, 5, 12, 17, 37), seconds(2_003, 8, 19, 15, 34),
                seconds(2_004, 3, 17, 8, 41), seconds(2_004, 3, 17, 8, 41),
                seconds(2_003, 1, 2, 9, 5),
            ])
        #expect(listing.entries.allSatisfy { $0.modified?.precision == .minute })
        #expect(listing.entries.allSatisfy { $0.modified?.isZoned == false })
    }

    @Test("VShell: a comma in the date, a slash behind a directory")
    func vShell() {
        let listing = parse(
            "206876  Apr 04, 2019 21:06 a file\r\n0  Dec 12, 2018 02:13 folder/\r\n"
                + "1  Dec 12, 2018 02:13   x\r\n")
        #expect(listing.entries.map(\.name.text) == ["a file", "folder", "  x"])
        #expect(listing.entries.map(\.kind) == [.file, .directory, .file])
        #expect(listing.entries.map(\.size) == [206_876, nil, 1])
        #expect(
            listing.entries.first?.modified?.seconds == seconds(2_019, 4, 4, 21, 6))
    }

    @Test("VxWorks: seconds, a column for the name, and <DIR> behind it")
    func vxWorks() {
        let listing = parse(
            "  size          date       time       name\r\n"
                + "--------       ------     ------    --------\r\n"
                + "    2048    JAN-02-1998  05:23:30   lib               <DIR>  \r\n"
                + "     512    Feb-28-2008  23:59:07   my file.o         \r\n")
        #expect(listing.entries.map(\.name.text) == ["lib", "my file.o"])
        #expect(listing.entries.map(\.kind) == [.directory, .file])
        #expect(listing.entries.map(\.size) == [nil, 512])
        #expect(
            listing.entries.map(\.modified) == [
                seconds(1_998, 1, 2, 5, 23, 30).map { Timestamp(seconds: $0, isZoned: false) },
                seconds(2_008, 2, 28, 23, 59, 7).map { Timestamp(seconds: $0, isZoned: false) },
            ])
    }

    @Test("wfFtp: the weekday between the day and the time")
    func wfFtp() throws {
        let entry = try #require(parsed("boot.exe    1234567  11/20/91 Thurs. 09:05:06"))
        #expect(entry.name.text == "boot.exe")
        #expect(entry.size == 1_234_567)
        #expect(
            entry.modified
                == Timestamp(
                    seconds: try #require(seconds(1_991, 11, 20, 9, 5, 6)), isZoned: false))
    }

    @Test("OS-9: group and user, the year first, attributes for the kind")
    func os9() throws {
        let listing = parse(
            "20.7 07/03/29 1026 d-ewrewr 2650 85920 CMDS\r\n"
                + " 0.0   93/09/11 0951 ----r-wr   3F2A    1024 start up\r\n")
        #expect(listing.entries.map(\.name.text) == ["CMDS", "start up"])
        #expect(listing.entries.map(\.kind) == [.directory, .file])
        #expect(listing.entries.map(\.size) == [nil, 1_024])
        #expect(listing.entries.map(\.group) == ["20", "0"])
        #expect(listing.entries.map(\.owner) == ["7", "0"])
        #expect(
            listing.entries.map(\.modified?.seconds) == [
                seconds(2_007, 3, 29, 10, 26), seconds(1_993, 9, 11, 9, 51),
            ])
        #expect(listing.entries.first?.modified?.precision == .minute)
    }

    @Test("Numeric Unix: the kind is in the mode, and the time is UTC")
    func numericUnix() {
        let listing = parse(
            "0100644 500 101 12345 86400 a file\r\n040755   0   0   4096    86401       folder\r\n"
                + "0120777 0 0 3 5 a -> b -> c\r\n0020666 0 0 0 5 null\r\n")
        #expect(listing.entries.map(\.name.text) == ["a file", "folder", "a -> b", "null"])
        #expect(listing.entries.map(\.kind) == [.file, .directory, .link, .other])
        #expect(listing.entries.map(\.size) == [12_345, nil, nil, nil])
        #expect(listing.entries.map(\.mode) == [0o644, 0o755, 0o777, 0o666])
        #expect(listing.entries.first?.owner == "500")
        #expect(listing.entries.first?.group == "101")
        #expect(listing.entries[2].target == Array("c".utf8))
        #expect(listing.entries.first?.modified == Timestamp(seconds: 86_400))
    }

    @Test("Chameleon and SuperTCP: the name first, three forms of days, attributes last")
    func chameleon() {
        let listing = parse(
            ".               <DIR>      Oct 12 1996 15:21   \r\n"
                + "SETUP           <DIR>      Oct 12 1996 15:22\r\n"
                + "DESIGN.DOC      12831      Apr 13 1997 13:24   RHA\r\n"
                + "NOTICE.TXT            2036      04-12-97        10:02\r\n"
                + "TOOLS           <DIR>           12/19/96        09:28\r\n")
        #expect(
            listing.entries.map(\.name.text) == ["SETUP", "DESIGN.DOC", "NOTICE.TXT", "TOOLS"])
        #expect(listing.entries.map(\.kind) == [.directory, .file, .file, .directory])
        #expect(listing.entries.map(\.size) == [nil, 12_831, 2_036, nil])
        #expect(
            listing.entries.map(\.modified?.seconds) == [
                seconds(1_996, 10, 12, 15, 22), seconds(1_997, 4, 13, 13, 24),
                seconds(1_997, 4, 12, 10, 2), seconds(1_996, 12, 19, 9, 28),
            ])
        #expect(listing.entries.allSatisfy { $0.modified?.precision == .minute })
    }

    @Test(
        "Lines that only look like these are left out",
        arguments: [
            "12 DIR 13-32-95 16:26  x", "12 XYZ 05-12-96 17:37  x", "12 05-12-96 17:37",
            "12 05-12-96 17:37x y", "12 04-11-200 16:26  x", "12 04-11- 16:26  x",
            "12 2004-11-05 16:26  x", "12 04/11/95 16:26  x",
            "7 Apr 04 2019 21:06 x", "7 Apr 04, 2019 x", "7 Apr 04, 2019 21:06",
            "7 Foo 04, 2019 21:06 x", "2048 JAN-02-98 05:23:30 x", "2048 JAN-32-1998 05:23:30 x",
            "2048 JAN-02-1998 05:23:30", "2048 JAN-02-1998 05:23:30    ",
            "2048 XXX-02-1998 05:23:30 x", "f 12 11/20/91 Thurs. 09:05", "f 12 11/20/91 09:05:06",
            "f 12 11/20/91 soon 09:05:06", "f 12 11/20/91 Thurs. 09:05:06 more",
            "20.20 07/03/29 1026 d-ewrewr 2650 85920", "20.20 07/13/29 1026 d-ewrewr 2650 1 x",
            "20.20 07/03/29 2460 d-ewrewr 2650 1 x", "20.20 07/03/29 1026 drwxrwxr 2650 1 x",
            "20.20 07/03/29 1026 d-ewrewr sect 1 x", "20. 07/03/29 1026 d-ewrewr 2650 1 x",
            "0100684 1 1 1 1 x", "0170644 1 1 1 1 x", "0100644 1 1 1 1", "0100644 u g 1 1 x",
            "0100644 1 1 1 99999999999999 x", "A 12 05-10-95 11:01 readonly",
            "A 12 05-10-95 11:01 R more", "A <DIR> 05-10-95", "A <DIR> May 32 1995 11:01",
            "A 12 May 10 95 11:01", "Released 2,002 on May 10 1995 11:01",
            "ALICE 77824 02/23/00 15:09:55 *DIR",
        ])
    func refused(line: String) {
        let listing = parse("+r,\tfirst\r\n" + line + "\r\n")
        #expect(listing.entries.map(\.name.text) == ["first"])
    }
}
