import Files
import Listing
import Testing

@Suite("Listings of MVS and z/OS")
struct MVSFamilyTests {
    static let dataSets = """
        Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname
        WORK01 3390   2004/06/23  1    1  FB     128  6144  PS  RAIN.DAILY.D061704
        WORK02 3390   2005/02/23  1    1  VBA   1200 12000  PO  RAIN.SOURCE
        WORK02 3390   2005/02/23  1    1  U        0 27998  PO-E RAIN.LOAD
        WORK03 3390   **NONE**    1   15  NONE     0     0  DA  RAIN.NEVER
        WORK03 3390   2005/06/06  115807  FB      80 27920  PS  RAIN.GLUED
        WORK03 3390   2005/06/06  1+++++  FB      80 27920  PS  RAIN.PLUS
        WORK03 3390   2005/06/06 ???? ????  FB    80 27920  PS  RAIN.UNKNOWN
        WORK04 3390                1   15  FB     80 27920  PS  RAIN.UNREFERRED
        WORK04 3390   VSAM                                  RAIN.CLUSTER
        V43525 Tape                                             RAIN.TAPE
        Migrated                                                RAIN.AWAY
        ARCIVE Not Direct Access Device                         RAIN.OLD
        WORK07 3390   **NONE**    1   45  ?        0     0 NONE RAIN.NOWHERE
        WORK08 Not Mounted                                      RAIN.ABSENT
        Error determining attributes                            RAIN.BROKEN
                                                           VSAM RAIN.BASE
                                                           GDG  RAIN.MONTHLY
        GENERATION DATA GROUP                                   RAIN.WEEKLY
        Pseudo Directory                                        RAIN.MAPS
        """

    static let members = """
         Name     VV.MM   Created       Changed      Size  Init   Mod   Id
         ALPHA    01.03 2005/10/11 2006/02/14 10:14   127   120     3 SMITH
         $BETA    01.00 99/10/11 99/10/12 23:59       7     7     0 SMITH
         GAMMA
         DELTA#1
        """

    static let loadModules = """
         Name      Size     TTR   Alias-of AC --------- Attributes --------- Amode Rmode
         REPORT   00D358   004A05          01 FO             RN RU            31    ANY
         SUMMARY  000078   004A05 REPORT   00 FO             RN RU            31    ANY
         PLAIN    005F48   000201
        """

    static let jobs = """
        JOBNAME  JOBID    OWNER    STATUS CLASS
        NIGHTLY  JOB01906 SMITH    OUTPUT A        RC=0000 3 spool files
        SMITH    TSU01830 SMITH    ACTIVE TSU
        NIGHTLY  JOB01907 INPUT
        NIGHTLY  J0123456 OUTPUT    3 Spool Files
        """

    @Test("Data sets: partitioned ones are directories, sizes are not known, days are days")
    func dataSets() {
        let listing = parse(MVSFamilyTests.dataSets)
        #expect(
            listing.entries.map(\.name.text) == [
                "RAIN.DAILY.D061704", "RAIN.SOURCE", "RAIN.LOAD", "RAIN.NEVER", "RAIN.GLUED",
                "RAIN.PLUS", "RAIN.UNKNOWN", "RAIN.UNREFERRED", "RAIN.CLUSTER", "RAIN.TAPE",
                "RAIN.AWAY", "RAIN.OLD", "RAIN.NOWHERE", "RAIN.ABSENT", "RAIN.BROKEN", "RAIN.BASE",
                "RAIN.MONTHLY", "RAIN.WEEKLY", "RAIN.MAPS",
            ])
        #expect(
            listing.entries.filter { $0.kind == .directory }.map(\.name.text) == [
                "RAIN.SOURCE", "RAIN.LOAD", "RAIN.MONTHLY", "RAIN.WEEKLY", "RAIN.MAPS",
            ])
        #expect(listing.entries.allSatisfy { $0.size == nil })
        #expect(listing.entries[0].modified?.seconds == seconds(2_004, 6, 23, 12))
        #expect(listing.entries[0].modified?.precision == .day)
        #expect(listing.entries[3].modified == nil)
        #expect(listing.entries[10].modified == nil)
    }

    @Test("Rows prove themselves without the heading, save those that have too little")
    func headless() {
        let rows = MVSFamilyTests.dataSets.split(separator: "\n").dropFirst()
        let kept = parse(rows.joined(separator: "\n"))
        #expect(kept.count == rows.count - 1)
        #expect(!kept.entries.map(\.name.text).contains("RAIN.UNREFERRED"))
        #expect(parse(rows.joined(separator: "\n"), system: "215 MVS is the").count == rows.count)
    }

    @Test("Members: statistics where there are any; a size in lines is no size")
    func members() {
        let listing = parse(MVSFamilyTests.members)
        #expect(listing.entries.map(\.name.text) == ["ALPHA", "$BETA", "GAMMA", "DELTA#1"])
        #expect(listing.entries.allSatisfy { $0.kind == .file && $0.size == nil })
        #expect(listing.entries.map(\.owner) == ["SMITH", "SMITH", nil, nil])
        #expect(
            listing.entries.map { $0.modified?.seconds } == [
                seconds(2_006, 2, 14, 10, 14), seconds(1_999, 10, 12, 23, 59), nil, nil,
            ])
        #expect(listing.entries[0].modified?.precision == .minute)
    }

    @Test("Load modules have sizes in hexadecimal")
    func loadModules() {
        let listing = parse(MVSFamilyTests.loadModules)
        #expect(listing.entries.map(\.name.text) == ["REPORT", "SUMMARY", "PLAIN"])
        #expect(listing.entries.map(\.size) == [0xD358, 0x78, 0x5F48])
        let rows = MVSFamilyTests.loadModules.split(separator: "\n").dropFirst()
        #expect(
            parse(rows.joined(separator: "\n")).entries.map(\.name.text) == ["REPORT", "SUMMARY"])
    }

    @Test("Jobs go by their numbers")
    func jobs() {
        let listing = parse(MVSFamilyTests.jobs)
        #expect(
            listing.entries.map(\.name.text) == ["JOB01906", "TSU01830", "JOB01907", "J0123456"])
        #expect(listing.entries.map(\.owner) == ["SMITH", "SMITH", nil, nil])
    }

    @Test(
        "What only looks like it is no entry",
        arguments: [
            "Migrated files", "Migrated 12 files to tape", "Pseudo Directory", "a Tape of",
            "GDG RAIN", "VSAM files",
            "WORK01 Not Mounted", "Error determining attributes of RAIN",
            "WORK01 3390 2004/06/23 1 1 FB 128 6144 XX RAIN", "WORK01 3390 2004/06/23 PS RAIN",
            "WORK01 3390 2004/13/23 1 1 FB 128 6144 PS RAIN", "GAMMA", "ALPHA 01.03 2005/10/11",
            "work01 3390 2004/06/23 1 1 FB 128 6144 PS RAIN", "REPORT 00D358 004A05",
            "NIGHTLY JOB01906 maybe", "NIGHTLY JOBS OUTPUT", "ACTIVE OUTPUT files",
            "ALPHA 01.03 2005/10/11 2006/02/14 10:14 127 120 3 SMITH and more",
        ])
    func refused(line: String) {
        #expect(
            parse(line + "\r\n-rw-r--r-- 1 u g 7 Nov 20 23:51 x\r\n").entries.map(\.name.text)
                == ["x"])
    }

    @Test("Prose in capitals is no data set, even where one is expected")
    func prose() {
        let listing = parse(
            "THE DATA ON THIS PACK IS NOT YOURS\r\nALL OF IT IS POOR, SO\r\n",
            system: "215 MVS")
        #expect(listing.isEmpty)
    }

    @Test("A member without statistics is one, whatever blanks are behind it")
    func bareMembers() {
        let listing = parse(
            " Name     VV.MM   Created       Changed      Size  Init   Mod   Id\r\n"
                + "ONE\r\nTWO     \r\n  THREE  \t \r\n"
                + "FOUR      01.03 2002/09/12 2002/10/11 09:37    11    11     0 ALICE\r\n")
        #expect(listing.entries.map(\.name.text) == ["ONE", "TWO", "THREE", "FOUR"])
        #expect(listing.unreadCount == 0)
    }
}
