import Files
import Glibc
import Settings
import Support
import Synchronization
import Testing

@Suite("What servers have shown of themselves")
struct ServerCardsTests {
    private let folder: TemporaryFolder
    private let site = Site(scheme: .ftp, host: "Example.org")
    private let certificate = Certificate(
        subject: "CN=example.org, O=Ex ample@home", issuer: "CN=CA é", names: [],
        validFrom: 1, validUntil: 2, fingerprint: (0..<32).map { UInt8($0) })

    init() throws {
        folder = try TemporaryFolder()
    }

    private func cards(at time: Int64 = 5_000) -> ServerCards {
        ServerCards(path: folder.path("state/server_cards"), now: { time }) {
            Issue.record("\($0)")
        }
    }

    private func found(_ cards: ServerCards) -> ServerCard? { cards.all()[ServerPlace(site)] }

    @Test("What was learnt is there again in the next process")
    func kept() throws {
        cards().note(site) { card in
            card.software = "vsFTPd 3.0.5 = 100%"
            card.system = "UNIX Type: L8"
            card.features = ["MLST", "UTF8"]
            card.clockOffset = -3_600
            card.hostKeys = ["ED25519 SHA256:abc+/"]
            card.note(
                .tls(
                    TLSState(
                        version: "TLS 1.3", cipher: "", certificate: certificate, voucher: .user)))
        }
        cards(at: 5_001).noteFailure(
            FileSystemError(.connection, reply: "421 Too many", detail: "It is full."), of: site)
        let card = try #require(found(cards()))
        #expect(card.software == "vsFTPd 3.0.5 = 100%")
        #expect(card.system == "UNIX Type: L8")
        #expect(card.features == ["MLST", "UTF8"])
        #expect(card.clockOffset == -3_600)
        #expect(card.hostKeys == ["ED25519 SHA256:abc+/"])
        #expect(card.tlsVersion == "TLS 1.3")
        #expect(card.certificate == certificate)
        #expect(card.seen == 5_000)
        #expect(card.failure == ServerCard.Failure("It is full. (421 Too many)", at: 5_001))
    }

    @Test("Times that no clock shows are no obstacle", arguments: [Int64.min, .max])
    func strangeTimes(time: Int64) throws {
        try folder.makeFolder("state")
        try folder.write(
            "example.org 21 seen=\(time) failure=\(time)@It%20is%20full.\n",
            to: "state/server_cards")
        cards().note(site) { $0.software = "new" }
        cards().noteFailure(FileSystemError(.connection, detail: "It is full."), of: site)
        let card = try #require(found(cards()))
        #expect(card.seen == 5_000)
        #expect(card.failure == ServerCard.Failure("It is full.", at: 5_000))
    }

    @Test("What a stranger says is sanitised and bounded")
    func hostile() throws {
        cards().note(site) { card in
            card.software = "\u{1B}[2J\n" + String(repeating: "x", count: 10_000)
            card.features = (0..<1_000).map { "F\u{202E}\($0)" + String(repeating: "y", count: 99) }
        }
        let card = try #require(found(cards()))
        #expect(card.software?.utf8.count ?? 0 < 200)
        #expect(card.software?.contains("\u{1B}") == false)
        #expect(card.features.count == 48)
        #expect(card.features.allSatisfy { $0.utf8.count < 80 && !$0.contains("\u{202E}") })
    }

    @Test("Lines that make no sense are left out, and so are words")
    func nonsense() throws {
        try folder.makeFolder("state")
        try folder.write(
            """
            # head
            nonsense
            a 0 seen=1
            example.org 21 seen=x what=1 software=%zz certificate=1@2 failure=@ system=ok

            """, to: "state/server_cards")
        let all = cards().all()
        #expect(all.count == 1)
        #expect(all[ServerPlace(site)]?.system == "ok")
        #expect(all[ServerPlace(site)]?.software == nil)
    }

    @Test("The same again touches no file, and no question and no answer of the user's is an error")
    func quiet() throws {
        let cards = cards()
        cards.note(site) { $0.software = "a" }
        try #require(unlink(folder.path("state/server_cards")) == 0)
        cards.note(site) { $0.software = "a" }
        #expect(folder.read("state/server_cards") == nil)
        cards.noteFailure(FileSystemError(.cancelled, detail: "Cancelled."), of: site)
        cards.noteFailure(
            FileSystemError(
                .security, detail: "Untrusted.",
                question: .certificate(.untrusted(certificate, reason: "Nobody vouches."))),
            of: site)
        #expect(folder.read("state/server_cards") == nil)
        cards.note(Site(scheme: .rclone, host: "box")) { $0.software = "a" }
        #expect(folder.read("state/server_cards") == nil)
    }

    @Test("The servers that were met longest ago are forgotten first")
    func limit() {
        let time = Mutex<Int64>(10_000)
        let cards = ServerCards(path: folder.path("cards"), now: { time.withLock { $0 } })
        for number in 0..<502 {
            time.withLock { $0 += 1 }
            cards.note(Site(scheme: .ftp, host: "h\(number)")) { $0.software = "s" }
        }
        let all = cards.all()
        #expect(all.count == 500)
        #expect(all[ServerPlace(host: "h1", port: 21)] == nil)
        #expect(all[ServerPlace(host: "h2", port: 21)]?.software == "s")
    }
}
