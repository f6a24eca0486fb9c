import Files
import Jobs
import Settings
import Terminal

@testable import UI

// What the world is made of.
extension Monkey {
    static let names: [String] = [
        "a", "b.txt", "テスト.txt", "👩‍👩‍👧 family.png", ".hidden", " leading", "-dash", "%s%n",
        "quote\"d", "[a]*?.txt", "x\u{202E}gpj.exe", "e\u{301}\u{301}\u{301}", "\u{1B}[2J",
        String(repeating: "long", count: 60) + ".tar.gz", "pack.zip", "old.tar.xz", "disc.iso",
        "two\nlines", "\u{2028}", "A",
    ]
    /// No name in UTF-8.
    private static let foreign: [[UInt8]] = [
        [0xFF, 0xFE], [0xC4, 0xE3, 0xBA, 0xC3], [0xE9, 0x2E],
    ]

    static let certificate = Certificate(
        subject: "CN=web01", issuer: "CN=web01", names: ["web01"], validFrom: 1_780_000_000,
        validUntil: 1_811_536_000, fingerprint: Array(repeating: 7, count: 32))

    mutating func text() -> String { Monkey.names.randomElement(using: &random) ?? "a" }

    /// A sentence as the Engine makes them.
    mutating func sentence() -> String { "\(VisibleText.make(text())) did not work." }

    mutating func name() -> Name? {
        if chance(5), let bytes = Monkey.foreign.randomElement(using: &random) {
            return Name(bytes)
        }
        return Name(text())
    }

    mutating func site() -> Site {
        var site =
            [
                Site.local, Stage.web, Site(scheme: .sftp, host: "web02", user: "me"),
                Site(scheme: .https, host: "x.example"), Site(scheme: .ftps, host: "2001:db8::1"),
            ].randomElement(using: &random) ?? Stage.web
        if chance(5), !site.isLocal { site.charset = "GB18030" }
        if chance(5) { site.archive = Path("/srv/pack.zip") }
        return site
    }

    mutating func path() -> Path {
        var path = chance(50) ? Path("/home/me/site") : Path("/www")
        for _ in 0..<number(0...3) {
            if let name = name() { path = path.appending(name) }
        }
        return path
    }

    mutating func location() -> Location { Location(site: site(), path: path()) }

    mutating func entry(_ base: String, _ index: Int = 0) -> Entry {
        var entry: Entry =
            switch number(0...9) {
            case 0...2: .folder(base)
            case 3: .link(base, to: "../\(base)")
            default: .file(base)
            }
        if index % 29 == 28 { entry.kind = .other }
        entry.size = chance(20) ? nil : chance(10) ? .max : UInt64(number(0...1_000_000_000))
        if chance(50) {
            entry.modified = Timestamp(
                seconds: chance(5) ? .max : Int64(number(-2_000_000_000...4_000_000_000)),
                precision: .minute, isZoned: chance(50))
        }
        if chance(10) { entry.mode = nil }
        return entry
    }

    mutating func entries() -> [Entry] {
        let count = chance(10) ? 0 : chance(1) ? 3_000 : number(1...30)
        var entries = (0..<count).map { index in
            let base = Monkey.names[index % Monkey.names.count]
            return entry(index < Monkey.names.count ? base : "\(index)\(base)", index)
        }
        if chance(10), let bytes = Monkey.foreign.randomElement(using: &random),
            let name = Name(bytes)
        {
            var entry = Entry.file("x", 5)
            entry.name = name
            entries.append(entry)
        }
        return entries
    }

    mutating func error() -> FileSystemError {
        let kind = FileSystemError.Kind.allCases.randomElement(using: &random) ?? .other
        return FileSystemError(
            kind, path: chance(30) ? path() : nil, reply: chance(50) ? "550 No" : nil,
            detail: sentence(), isTransient: chance(50),
            question: kind == .security && chance(10) ? question() : nil)
    }

    mutating func question() -> TrustQuestion {
        let key = HostKey(host: "web02", port: 22, type: "RSA", fingerprint: "SHA256:abc")
        let questions: [TrustQuestion] = [
            .certificate(.clear(reason: "web01 offers no TLS.")),
            .certificate(.untrusted(Monkey.certificate, reason: "Nobody vouches for it.")),
            .certificate(
                .changed(
                    Monkey.certificate, known: Array(repeating: 9, count: 32), reason: "It differs."
                )),
            .hostKey(.new(key)),
            .hostKey(.changed(key, known: KnownHostsLine(file: "/home/me/known", number: 3))),
        ]
        return questions.randomElement(using: &random) ?? questions[0]
    }

    mutating func failures() -> FailureList {
        var list = FailureList(atMost: AttributeOutcome.toldFailures)
        for _ in 0..<(chance(30) ? number(1...5) : 0) { list.append(error()) }
        return list
    }

    mutating func state() -> Job.State {
        let (source, target) = (entry(text()), entry(text()))
        let conflict = Conflict(source: source, target: target, resumable: chance(50) ? 3 : 0)
        if chance(2) { return .needsAnswer(conflict) }
        if chance(1) {
            return .needsLogin(FileSystemError(.login, detail: "web01 wants a password."))
        }
        let states: [Job.State] = [
            .waiting, .expanding, .running, .committing, .paused, .failed(error()), .skipped, .done,
            .cancelled,
        ]
        return states.randomElement(using: &random) ?? .waiting
    }

    mutating func job() -> Job {
        if chance(30) { lastJob = min(lastJob + 1, 300) }
        if chance(10) { return planJob(Int64(number(0...Int(lastJob)))) }
        var job = Job.carrying(
            text(), id: Int64(number(0...Int(lastJob))), state(), up: chance(50),
            size: chance(5) ? .max : UInt64(number(0...9_999_999)),
            done: chance(5) ? .max : UInt64(number(0...99_999_999)))
        job.batch = BatchID(rawValue: Int64(number(0...9)))
        job.speed = chance(50) ? Double(number(0...1_000_000_000)) : chance(10) ? .infinity : nil
        job.operation =
            [.copy, .move, .delete, .trash, .pack].randomElement(using: &random) ?? .copy
        if job.operation.isRemoval { job.target = nil }
        job.kind = chance(20) ? .directory : .file
        if chance(20) { job.parent = JobID(rawValue: Int64(number(0...Int(lastJob)))) }
        if chance(20) { job.wait = .retry(seconds: number(0...90)) }
        if chance(20) { job.story = [sentence(), sentence()] }
        job.filesFound = number(0...9_999)
        job.filesDone = number(0...9_999)
        return job
    }

    mutating func choice() -> SiteChoice {
        let origins: [SiteChoice.Origin] = [.sites, .ssh, .rclone, .recent]
        var choice = SiteChoice(
            name: text(), site: site(), path: chance(50) ? path() : nil,
            origin: origins.randomElement(using: &random) ?? .sites,
            comment: chance(20) ? sentence() : nil)
        choice.lastUsed = chance(50) ? Int64(number(0...2_000_000_000)) : nil
        choice.connectionLimit = chance(20) ? number(0...20) : nil
        if chance(20) { choice.card.certificate = Monkey.certificate }
        return choice
    }

    mutating func edit() -> Edit {
        if let edit = edits.randomElement(using: &random), chance(70) { return edit }
        let edit = Edit(id: EditID("edit\(number(0...9))"), location: location(), state: .fetching)
        edits = (edits + [edit]).suffix(10)
        return edit
    }
}
