import Support
import Testing

@Suite("Names that meet, in commands")
struct MeetingRunTests {
    @Test("Of two sources with one name the second is named, and not written")
    func sources() throws {
        let served = try Served()
        for name in ["a", "b"] {
            try served.folder.makeFolder("here/\(name)")
            try served.folder.write(name, to: "here/\(name)/x")
            try served.folder.makeFolder("here/\(name)/d")
            try served.folder.write(name, to: "here/\(name)/d/y")
        }
        let files = try served.run(["put", "a/x", "b/x", served.url + "/"])
        #expect(files.code == 1)
        #expect(
            files.errors == "ferry: /x was not copied again: another source has the same name. "
                + "Rename one of them.\n")
        #expect(served.text("served/x") == "a")
        let folders = try served.run(["put", "-r", "a/d", "b/d", served.url + "/"])
        #expect(folders.code == 1)
        #expect(folders.errors.contains("/d was not copied again"), "\(folders.errors)")
        #expect(served.text("served/d/y") == "a")
    }

    @Test("Names that differ in capitals only are two where the server has them as two")
    func apart() throws {
        let served = try Served()
        try served.folder.makeFolder("here/t")
        for text in ["one", "two"] {
            for name in ["Makefile", "makefile"] {
                try served.folder.write("\(text) \(name)", to: "here/t/\(name)")
            }
            let outcome = try served.run(["put", "-r", "t", served.url + "/"])
            #expect(outcome.code == 0, "\(outcome.errors)")
            for name in ["Makefile", "makefile"] {
                #expect(served.text("served/t/\(name)") == "\(text) \(name)")
            }
        }
    }
}
