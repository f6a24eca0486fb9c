import Files
import Glibc
import HTTP
import Support
import Testing

@Suite("Panes of real web servers")
struct WebListingTests {
    /// What index pages spell in ways of their own.
    static let oddNames = [
        " leading", "trailing ", "two  blanks", "-dash", "[a]*?.txt", "テスト.bin", "%s%n", "quote\"d",
        "it's", "a&b<c>.txt", "&amp;", "#hash", "q?mark", "%41", "semi;colon", "back\\slash",
        "plus+sign", "~tilde", "name:with:colons", "http:", "javascript:alert(1)", "a=b,c@d$e!f(g)",
        String(repeating: "long ", count: 30) + "end", "crème brûlée", "empty",
    ]

    @Test("Every name comes as it is, and can be fetched", arguments: WebServer.Kind.allCases)
    func names(kind: WebServer.Kind) throws {
        let bank = try WebBank(kind)
        for name in WebListingTests.oddNames {
            try bank.server.root.write(name == "empty" ? "" : "this is \(name)", to: name)
        }
        try bank.server.root.makeFolder("some folder #1")
        try bank.server.root.write("inside", to: "some folder #1/100%")
        let listed = try bank.list()
        let expected = WebListingTests.oddNames + ["some folder #1"]
        #expect(listed.map(\.name.plain).sorted() == expected.sorted())
        for entry in listed {
            #expect(entry.kind == (entry.name.plain == "some folder #1" ? .directory : .file))
        }
        for name in WebListingTests.oddNames where name != "empty" {
            #expect(try bank.get(name) == Array("this is \(name)".utf8), "\(name)")
        }
        #expect(try bank.get("empty") == [])
        #expect(try bank.list("some folder #1").map(\.name.plain) == ["100%"])
        #expect(try bank.get("some folder #1/100%") == Array("inside".utf8))
    }

    @Test("Sizes and times are right wherever they are given", arguments: WebServer.Kind.allCases)
    func sizesAndTimes(kind: WebServer.Kind) throws {
        let bank = try WebBank(kind)
        let times: [String: time_t] = [
            "old": 951_782_399, "ten": 1_700_000_000, "much": 1_750_000_000,
        ]
        try bank.server.root.write("0123456789", to: "ten")
        try bank.server.root.write([], to: "old")
        try bank.server.root.write(Bank.noise(3_000_000), to: "much")
        for (name, time) in times { bank.setModified(name, to: time) }
        let listed = try bank.list()
        #expect(listed.count == 3)
        let sizes = ["old": 0, "ten": 10, "much": 3_000_000] as [String: UInt64]
        for entry in listed {
            let name = entry.name.plain
            if kind.givesExactSizes || entry.size != nil { #expect(entry.size == sizes[name]) }
            guard let modified = entry.modified else {
                #expect(!kind.givesTimes, "\(name) has no time")
                continue
            }
            let tolerance: Int64 =
                switch modified.precision {
                case .second: 0
                case .minute: 59
                default: 86_400
                }
            #expect(abs(modified.seconds - Int64(times[name] ?? 0)) <= tolerance)
        }
        // What a listing leaves open, a question answers.
        for (name, size) in sizes {
            let entry = try bank.files.entry(at: bank.path(name))
            // Apache says nothing of nothing.
            if size > 0 || !kind.isApache { #expect(entry?.size == size) }
            #expect(entry?.kind == .file)
            if kind != .rcloneIndex {
                #expect(entry?.modified?.seconds == times[name].map { Int64($0) })
            }
        }
    }

    @Test("Thousands of entries are listed, each once", arguments: WebServer.Kind.allCases)
    func many(kind: WebServer.Kind) throws {
        // rclone reads the folder anew for each of them.
        let crowd = kind == .rcloneDAV ? 500 : 3_000
        let bank = try WebBank(kind, isInMemory: true)
        try bank.server.root.makeFolder("many")
        for number in 0..<crowd {
            mknod(bank.server.root.path("many/entry \(number)"), S_IFREG | 0o644, 0)
        }
        let names = try bank.list("many").map(\.name.plain)
        #expect(names.count == crowd)
        #expect(Set(names) == Set((0..<crowd).map { "entry \($0)" }))
    }

    @Test("An empty folder is an empty folder", arguments: WebServer.Kind.allCases)
    func empty(kind: WebServer.Kind) throws {
        let bank = try WebBank(kind)
        #expect(try bank.list().isEmpty)
    }
}

extension WebServer.Kind {
    /// Whether its index gives each size in bytes.
    fileprivate var givesExactSizes: Bool {
        switch self {
        case .nginx, .caddy, .apacheDAV, .rcloneDAV: true
        default: false
        }
    }

    fileprivate var givesTimes: Bool {
        switch self {
        case .apachePlain, .python, .rcloneIndex: false
        default: true
        }
    }
}

extension Name {
    /// Its bytes as text, unlike `text` not made fit to be shown.
    var plain: String { String(decoding: bytes, as: UTF8.self) }
}
