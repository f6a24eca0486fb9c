import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Links")
struct LinkTests {
    /// Here links can be made, on the server not.
    static func here() -> MemoryVolume {
        MemoryVolume(site: .local, makesLinks: true)
    }

    /// A directory with links of every kind.
    private func fill(_ volume: MemoryVolume) {
        volume.add("/d/file", "file")
        volume.add("/d/sub/deep", "deep")
        volume.add("/outside", "outside")
        volume.add("/other/one", "one")
        volume.addLink("/d/toFile", to: "file")
        volume.addLink("/d/toOutside", to: "/outside")
        volume.addLink("/d/toDirectory", to: "/other")
        volume.addLink("/d/toSub", to: "sub")
        volume.addLink("/d/sub/back", to: "../../d")
        volume.addLink("/d/sub/up", to: "../file")
        volume.addLink("/d/broken", to: "nowhere")
    }

    private func following(_ request: JobRequest) -> JobRequest {
        var request = request
        request.links = .follow
        return request
    }

    // MARK: - As links

    @Test("From a server links come as links as long as they stay inside; the others are told")
    func keptInside() throws {
        let harness = try QueueHarness(local: LinkTests.here())
        fill(harness.remote)
        harness.remote.addLink("/d/untold", to: "")
        let job = try harness.run(harness.download("/d", to: "/d"))
        #expect(job.isDone)
        #expect(harness.local.node("/d/toFile") == .link(target: "file"))
        #expect(harness.local.node("/d/toSub") == .link(target: "sub"))
        #expect(harness.local.node("/d/sub/up") == .link(target: "../file"))
        // That it leads nowhere is so on the server, too.
        #expect(harness.local.node("/d/broken") == .link(target: "nowhere"))
        for name in ["toOutside", "toDirectory", "sub/back", "untold"] {
            #expect(harness.local.node("/d/\(name)") == nil)
            #expect(job.leftOut.sentences.contains { $0.hasPrefix("/d/\(name) was skipped") })
        }
        #expect(job.leftOut.count == 4)
        #expect(job.filesFound == job.filesDone)
    }

    @Test(
        "A stranger's words never lead out of what is copied, however they are put",
        arguments: [
            "/etc/passwd", "..", "../..", "../../d", "sub/../../x", "sub/..", "./../../x",
            "/", "a/./../..", "up/../../x",
        ])
    func leadingOut(text: String) {
        #expect(LinkText.carried(Array(text.utf8), depth: 0, from: .local, to: .local) == nil)
        let deep = LinkText.carried(Array(text.utf8), depth: 1, from: .local, to: .local)
        #expect(deep == (text == ".." ? Array(text.utf8) : nil))
    }

    @Test("A server's path from its root is said from the link's own place, where it stays inside")
    func fromRoot() {
        let site = Site(scheme: .sftp, host: "box")
        let link = Path("/jail/tree/sub/link")
        let carried = { (text: String, depth: Int) in
            LinkText.carried(Array(text.utf8), of: link, depth: depth, from: site, to: .local)
                .map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(carried("/jail/tree/sub/file", 1) == "file")
        #expect(carried("/jail/tree/sub", 1) == ".")
        #expect(carried("/jail/tree/other/file", 1) == "../other/file")
        #expect(carried("/jail/tree", 1) == "..")
        #expect(carried("/jail/tree/other/file", 0) == nil)
        for outside in [
            "/", "/jail", "/jail/treehouse", "/etc/passwd", "/jail/tree/sub/../../../x",
        ] {
            #expect(carried(outside, 1) == nil, "\(outside)")
        }
        let here = LinkText.carried(
            Array("/jail/tree/sub/file".utf8), of: link, depth: 1, from: .local, to: site)
        #expect(here == nil)
    }

    @Test("What stays inside keeps its words; NUL, no words and too many are none")
    func stayingInside() {
        func carried(_ text: [UInt8], _ depth: Int = 2) -> [UInt8]? {
            LinkText.carried(text, depth: depth, from: .local, to: .local)
        }
        #expect(carried(Array("../../a//b/./c".utf8)) == Array("../../a/b/c".utf8))
        #expect(carried(Array(".".utf8)) == Array(".".utf8))
        #expect(carried([]) == nil)
        #expect(carried([0x61, 0, 0x62]) == nil)
        #expect(carried(Array(repeating: 0x61, count: 5_000)) == nil)
        var site = Site(scheme: .ftp, host: "h")
        site.charset = "CP1252"
        #expect(
            LinkText.carried([0xE9], depth: 0, from: site, to: .local) == Array("é".utf8))
    }

    @Test("Where no links can be made those of a directory are left out, by name, and stay")
    func unholdable() throws {
        let harness = try QueueHarness(local: LinkTests.here())
        fill(harness.local)
        let job = try harness.run(harness.upload("/d", to: "/d", .move))
        #expect(job.isDone)
        #expect(harness.remote.paths == ["/d/", "/d/file", "/d/sub/", "/d/sub/deep"])
        #expect(job.leftOut.count == 7)
        #expect(
            job.leftOut.sentences.contains {
                $0.hasPrefix("Skipped in /d")
                    && $0.hasSuffix(": broken, toDirectory, toFile, toOutside, toSub.")
            })
        #expect(job.story.contains("/d was not deleted, because not everything in it was copied."))
        #expect(harness.local.node("/d/toFile") == .link(target: "file"))
        #expect(harness.local.node("/d/sub/up") != nil)
        #expect(harness.local.node("/d/file") == nil)
    }

    @Test("Links of this machine are moved as they are, wherever they lead")
    func movedHere() throws {
        let harness = try QueueHarness(local: LinkTests.here())
        fill(harness.local)
        // Over what is there they cannot be renamed.
        harness.local.addDirectory("/to")
        let job = try harness.run(
            harness.request(.move, from: harness.local, "/d", to: harness.local, "/to"))
        #expect(job.isDone)
        #expect(job.leftOut.count == 0)
        #expect(harness.local.node("/to/toOutside") == .link(target: "/outside"))
        #expect(harness.local.node("/to/sub/back") == .link(target: "../../d"))
        #expect(harness.local.node("/to/broken") == .link(target: "nowhere"))
        #expect(harness.local.node("/d") == nil)
        #expect(harness.local.text("/other/one") == "one")
    }

    @Test("A link that is there already, with the same words, is no question")
    func thereAlready() throws {
        let harness = try QueueHarness(local: LinkTests.here())
        harness.remote.add("/d/file", "file")
        harness.remote.addLink("/d/same", to: "file")
        harness.remote.addLink("/d/other", to: "file")
        harness.local.addLink("/d/same", to: "file")
        harness.local.addLink("/d/other", to: "elsewhere")
        let job = try harness.run(harness.download("/d", to: "/d"))
        #expect(!job.isDone)
        #expect(harness.job(named: "same") == nil)
        #expect(harness.job(named: "other")?.conflict != nil)
    }

    // MARK: - Followed

    @Test("What links lead to is copied; what leads nowhere, or in a circle, is told")
    func followed() throws {
        let harness = try QueueHarness(local: LinkTests.here())
        fill(harness.local)
        let job = try harness.run(following(harness.upload("/d", to: "/d")))
        #expect(job.isDone)
        #expect(
            harness.remote.paths == [
                "/d/", "/d/file", "/d/sub/", "/d/sub/deep", "/d/sub/up", "/d/toDirectory/",
                "/d/toDirectory/one", "/d/toFile", "/d/toOutside", "/d/toSub/", "/d/toSub/deep",
                "/d/toSub/up",
            ])
        #expect(harness.remote.text("/d/toOutside") == "outside")
        #expect(job.leftOut.count == 3)
        for name in ["broken", "sub/back", "toSub/back"] {
            #expect(job.leftOut.sentences.contains { $0.hasPrefix("/d/\(name) was skipped") })
        }
        #expect(job.filesFound == 8)
        #expect(job.filesDone == 8)
    }

    @Test(
        "From a server links are followed as well, in circles only so far",
        arguments: [false, true])
    func followedFromServer(isTold: Bool) throws {
        let harness = try QueueHarness(local: LinkTests.here())
        fill(harness.remote)
        // One whose words lead through another link: they do not show the circle.
        if !isTold {
            harness.remote.addLink("/d/sub/back", to: "hop/d")
            harness.remote.addLink("/d/sub/hop", to: "/d/..")
        }
        let job = try harness.run(following(harness.download("/d", to: "/d")))
        #expect(job.isDone)
        #expect(harness.local.text("/d/toDirectory/one") == "one")
        #expect(harness.local.text("/d/toFile") == "file")
        let isCircle = { (sentence: String) in sentence.contains("are already being copied") }
        #expect(job.leftOut.sentences.contains(where: isCircle))
        let deepest = harness.local.paths.map { $0.split(separator: "/").count }.max() ?? 0
        #expect(deepest < 2 * TreeLimits.links + 6)
    }

    @Test("A move takes the links away, and nothing that they lead to")
    func movedFollowing() throws {
        let harness = try QueueHarness(local: LinkTests.here())
        harness.local.add("/d/file", "file")
        harness.local.add("/outside", "outside")
        harness.local.add("/other/one", "one")
        harness.local.add("/other/sub/two", "two")
        harness.local.addLink("/d/toOutside", to: "/outside")
        harness.local.addLink("/d/toDirectory", to: "/other")
        let job = try harness.run(following(harness.upload("/d", to: "/d", .move)))
        #expect(job.isDone)
        #expect(job.leftOut.count == 0)
        #expect(harness.remote.text("/d/toDirectory/sub/two") == "two")
        #expect(harness.remote.text("/d/toOutside") == "outside")
        #expect(
            harness.local.paths == [
                "/other/", "/other/one", "/other/sub/", "/other/sub/two", "/outside",
            ])
    }

    @Test("A link is not taken away before all that it leads to has been copied")
    func movedInPart() throws {
        let harness = try QueueHarness(local: LinkTests.here())
        harness.local.add("/other/one", "one")
        harness.local.add("/other/two", "two")
        harness.local.add("/outside", "outside")
        harness.local.addLink("/d/toDirectory", to: "/other")
        harness.local.addLink("/d/toOutside", to: "/outside")
        harness.remote.lay(MemoryFault(.commit, "/d/toOutside", MemoryFault.refused()))
        harness.local.lay(MemoryFault(.open, "/d/toDirectory/two", MemoryFault.refused()))
        let job = try harness.run(following(harness.upload("/d", to: "/d", .move)))
        #expect(job.failure != nil)
        #expect(harness.local.node("/d/toDirectory") == .link(target: "/other"))
        #expect(harness.local.node("/d/toOutside") == .link(target: "/outside"))
        // What was chosen holds for the second try as well.
        harness.queue.send(.retry(job.id))
        harness.queue.awaitIdle()
        #expect(harness.job(job.id)?.isDone == true)
        #expect(harness.remote.text("/d/toDirectory/two") == "two")
        #expect(harness.remote.text("/d/toOutside") == "outside")
        #expect(harness.local.paths == ["/other/", "/other/one", "/other/two", "/outside"])
    }

    @Test("What is being moved away is not read through a link: it could be gone the next moment")
    func movedAway() throws {
        let harness = try QueueHarness(lanes: 3, local: LinkTests.here())
        fill(harness.local)
        let job = try harness.run(following(harness.upload("/d", to: "/d", .move)))
        #expect(job.isDone)
        #expect(harness.remote.text("/d/sub/deep") == "deep")
        #expect(harness.remote.node("/d/toSub") == nil)
        #expect(harness.local.node("/d/toSub") == .link(target: "sub"))
        #expect(job.leftOut.sentences.contains { $0.hasPrefix("/d/toSub was skipped") })
        #expect(job.story.contains("/d was not deleted, because not everything in it was copied."))
    }

    @Test("A directory with links to be followed is not only given another name")
    func notRenamed() throws {
        let harness = try QueueHarness(local: LinkTests.here())
        harness.local.add("/plain/file", "file")
        harness.local.add("/d/file", "file")
        harness.local.add("/outside", "outside")
        harness.local.addLink("/d/sub/link", to: "/outside")
        func move(_ from: String, _ to: String) throws -> Job {
            try harness.run(
                following(
                    harness.request(.move, from: harness.local, from, to: harness.local, to)))
        }
        #expect(try move("/d", "/e").isDone)
        #expect(harness.local.text("/e/sub/link") == "outside")
        #expect(harness.local.node("/d") == nil)
        #expect(try move("/plain", "/renamed").isDone)
        #expect(harness.local.count("rename") == 1)
    }

    // MARK: - By themselves

    @Test("A link that is chosen itself stands for what it leads to, on another machine")
    func alone() throws {
        let harness = try QueueHarness(local: LinkTests.here())
        fill(harness.local)
        harness.remote.add("/far", "far")
        harness.remote.addLink("/link", to: "/far")
        #expect(try harness.run(harness.upload("/d/toFile", to: "/file")).isDone)
        #expect(harness.remote.text("/file") == "file")
        #expect(try harness.run(harness.upload("/d/toDirectory", to: "/dir")).isDone)
        #expect(harness.remote.text("/dir/one") == "one")
        #expect(try harness.run(harness.download("/link", to: "/link")).isDone)
        #expect(harness.local.text("/link") == "far")
        let broken = try harness.run(harness.upload("/d/broken", to: "/broken"))
        #expect(broken.state == .skipped)
        #expect(
            broken.leftOut.sentences == [
                "/d/broken was skipped: it is a link whose target does not exist."
            ]
        )
    }

    @Test("Moved by itself it goes, and what it leads to stays")
    func movedAlone() throws {
        let harness = try QueueHarness(local: LinkTests.here())
        fill(harness.local)
        #expect(try harness.run(harness.upload("/d/toDirectory", to: "/dir", .move)).isDone)
        #expect(try harness.run(harness.upload("/d/toOutside", to: "/out", .move)).isDone)
        #expect(harness.remote.text("/dir/one") == "one")
        #expect(harness.local.node("/d/toDirectory") == nil)
        #expect(harness.local.node("/d/toOutside") == nil)
        #expect(harness.local.text("/other/one") == "one")
        #expect(harness.local.text("/outside") == "outside")
        let broken = try harness.run(harness.upload("/d/broken", to: "/broken", .move))
        #expect(broken.state == .skipped)
        #expect(harness.local.node("/d/broken") == .link(target: "nowhere"))
    }
}
