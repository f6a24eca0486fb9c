import FTP
import Testing

@Suite("FEAT is read as a hint")
struct FeaturesTests {
    private func features(_ lines: String...) -> Features {
        Features(Reply(code: 211, lines: lines.map { Array($0.utf8) }))
    }

    @Test("Names count in any case, with blanks around, and with 211- before each")
    func names() {
        let read = features("211-Features", "  size ", "211-MDTM", " REST STREAM", "211 End")
        #expect(read.contains("SIZE"))
        #expect(read.contains("MDTM"))
        #expect(read.restartsStreams)
        #expect(!read.contains("END"))
        #expect(!read.listsFacts)
    }

    @Test("Modern is what lists anything newer than FEAT itself, or both SIZE and MDTM")
    func modern() {
        for line in ["MLST type*;", "utf8", "EPSV", "REST STREAM", "TVFS", "MFMT", "AUTH TLS"] {
            #expect(features("211-x", " \(line)", "211 End").isModern)
        }
        #expect(features("211-x", " SIZE", " MDTM", "211 End").isModern)
        for line in ["SIZE", "MDTM", "REST", "PASV", "SITE CHMOD", "utf8 is not here: none"] {
            let isModern = features("211-x", " \(line)", "211 End").isModern
            #expect(isModern == line.hasPrefix("utf8"))
        }
        #expect(!features("211 UTF8").isModern)
        #expect(!features("211-UTF8", "211 End").isModern)
        #expect(!Features().isModern)
    }

    @Test("Facts that are off are asked for together with those that are on")
    func facts() {
        let on = features("211-x", " MLST type*;size*;modify*;perm;", "211 End")
        #expect(on.missingFacts == nil)
        #expect(on.listsTimes)
        let off = features("211-x", " MLST Type*;Size;Modify*;UNIX.mode;", "211 End")
        #expect(off.missingFacts == "Type;Size;Modify;UNIX.mode;")
        #expect(!features("211-x", " MLST type*;size*;", "211 End").listsTimes)
    }
}
