import Files
import Support
import Testing

@testable import Settings

@Suite("What was chosen for two places")
struct PairChoicesTests {
    private let folder: TemporaryFolder
    private let server = Site(scheme: .sftp, host: "web01", user: "de:ploy@x")

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path("state/pairs") }

    private func local(_ path: String) -> Location {
        Location(site: .local, path: Path(path))
    }

    private func remote(_ path: String) -> Location {
        Location(site: server, path: Path(path))
    }

    @Test("Comes back newest first and once for each pair, with bytes of names as they are")
    func kept() throws {
        #expect(PairChoices.load(path).isEmpty)
        let odd = Location(site: server, path: Path(Array("/a%20b /?#/".utf8) + [0xFF]))
        let one = PairChoices(local("/site a"), odd, ["kind": "mirror", "skip": "*.log cache/"])
        try one.add(to: path)
        let two = PairChoices(odd, local("/site a"), ["kind": "sync"])
        try two.add(to: path)
        #expect(PairChoices.load(path) == [two, one])
        let changed = PairChoices(local("/site a"), odd, ["kind": "mirror", "delete": "yes"])
        try changed.add(to: path)
        #expect(PairChoices.load(path) == [changed, two])
        #expect(changed.isAbout(local("/site a"), odd) && !changed.isAbout(odd, local("/site a")))
    }

    @Test("No more than the limits are kept, and nothing that would be read as another line")
    func limited() throws {
        for number in 0..<PairChoices.limit + 5 {
            try PairChoices(local("/\(number)"), remote("/x"), ["kind": "sync"]).add(to: path)
        }
        let all = PairChoices.load(path)
        #expect(all.count == PairChoices.limit)
        #expect(all.first?.first == local("/\(PairChoices.limit + 4)"))
        try PairChoices(
            local("/a"), remote("/b"),
            [
                "delete": "no\npair file:///x file:///y", "kind": "",
                "skip": String(repeating: "x", count: PairChoices.lengthLimit + 1),
            ]
        ).add(to: path)
        #expect(PairChoices.load(path).first == PairChoices(local("/a"), remote("/b"), [:]))
    }

    @Test("What cannot be understood is passed over; an account is forgotten with all it has")
    func damaged() throws {
        try folder.makeFolder("state")
        try folder.write(
            """
            gibberish
            kind sync
            pair file:///a
            kind sync
            pair ftp://h:99999/x file:///b
            kind sync
            pair ftp://me@h/c file:///d
            kind sync
            delete
            pair file:///e file:///f
            """, to: "state/pairs")
        let account = Site(scheme: .ftp, host: "h", user: "me")
        let all = PairChoices.load(path)
        #expect(all.map(\.values) == [["kind": "sync"], [:]])
        try PairChoices.forget(account, from: path)
        #expect(PairChoices.load(path) == [PairChoices(local("/e"), local("/f"), [:])])
        try folder.write(String(repeating: "x", count: 2 << 20), to: "state/pairs")
        #expect(PairChoices.load(path).isEmpty)
    }
}
