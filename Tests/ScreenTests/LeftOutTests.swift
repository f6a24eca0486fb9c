import DemoServer
import Support
import Testing

@Suite("What a tree's copy leaves out")
struct LeftOutTests {
    @Test("Pipes and sockets are told, counted, and no success; all else is copied")
    func put() throws {
        let served = try Served()
        let outcome = try served.run(
            script: """
                mkdir -p tree/sub; mkfifo tree/pipe tree/sub/one tree/sub/two; echo f >tree/sub/file
                exec "$FERRY" put -r tree "$URL/"
                """)
        #expect(outcome.code == 1)
        #expect(served.text("served/tree/sub/file") == "f\n")
        #expect(!served.folder.exists("served/tree/pipe"))
        let here = served.folder.path("here")
        #expect(
            outcome.errors.contains("in \(here)/tree, because they are not regular files: pipe."))
        #expect(
            outcome.errors.contains("in \(here)/tree/sub, because they are not regular files: "))
        #expect(outcome.errors.contains("Ferry skipped 3 names below \(here)/tree in total."))
    }

    @Test("What a server gives no proof of is copied, and said not to be confirmed")
    func unconfirmed() throws {
        let served = try Served()
        served.server.behaviour = [.always(.unknown("SIZE")), .always(.unknown("MLST"))]
        let one = try served.run(script: "echo f >file; exec \"$FERRY\" put file \"$URL/\"")
        #expect(one.code == 0)
        #expect(served.text("served/file") == "f\n")
        #expect(one.errors.contains("/file was copied, but not confirmed. "))
        let tree = try served.run(
            script: """
                mkdir tree; for i in 1 2 3 4 5; do echo f >tree/$i; done
                exec "$FERRY" put -r tree "$URL/"
                """)
        #expect(tree.code == 0)
        #expect(tree.errors.contains("In total, 5 files were copied but not confirmed."))
        #expect(tree.errors.split(separator: "\n").count == 4)
    }

    @Test("More directories than a job's story has lines are all told")
    func many() throws {
        let served = try Served()
        let outcome = try served.run(
            script: """
                for i in 1 2 3 4 5 6 7 8 9 10 11 12; do mkdir -p tree/$i; mkfifo tree/$i/pipe; done
                exec "$FERRY" put -r tree "$URL/"
                """)
        #expect(outcome.code == 1)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count { $0.contains("Skipped in ") } == 12)
        #expect(lines.last?.contains("12 names below") == true)
    }
}
