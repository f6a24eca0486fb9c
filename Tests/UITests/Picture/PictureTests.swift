import Files
import Foundation
import Jobs
import Settings
import Terminal
import Testing
import UI

@Suite("The pictures of the screen in the README")
struct PictureTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL

    private static let certificate = Certificate(
        subject: "CN=web01", issuer: "CN=Example CA", names: ["web01"],
        validFrom: 1_780_000_000, validUntil: 1_811_536_000,
        fingerprint: (0..<32).map { $0 })

    /// Both panes, transfers and the log, as on any day.
    private static var frame: Frame {
        var stage = Stage(100, 26)
        stage.security = .tls(
            TLSState(
                version: "TLS 1.3", cipher: "TLS_AES_256_GCM_SHA384", certificate: certificate,
                voucher: .authority))
        for effect in stage.start() {
            guard case .list(let request, let side, _, _, _) = effect else { continue }
            stage.send(.attached(side, connection: side == .left ? 0 : 1))
            stage.answer(request, side, side == .left ? Entry.site : Entry.web)
        }
        stage.press("down down down down down space space")
        let lines: [(Exchange.Direction, String, Int?)] = [
            (.sent, "STOR .ferry-7Q2MX4-1", nil), (.received, "150 Ok to send data.", 150),
            (.received, "226 Transfer complete.", 226),
        ]
        stage.send(
            .exchanged(
                lines.map { direction, text, code in
                    Exchange(
                        time: Stage.now, connection: 2, direction: direction, text: text, code: code
                    )
                }))
        var change = QueueChange()
        change.changed = [
            job(1, "film.mkv", .running, size: 38_000_000, done: 21_000_000),
            job(2, "site-2026-11.tar.gz", .running, up: false, size: 5_000_000, done: 900_000),
            job(3, "main.js", .waiting, size: 216_884),
        ]
        change.order = change.changed.map(\.id)
        stage.send(.queue(change))
        return stage.model.view()
    }

    /// `FERRY_RECORD=1 swift test --filter PictureTests` draws them.
    @Test("They show the screen as it is drawn", arguments: ["dark", "light"])
    func upToDate(_ name: String) throws {
        let themes = ThemeLibrary(directories: [
            PictureTests.root.appendingPathComponent("themes").path
        ])
        let picture = FramePicture(
            PictureTests.frame, theme: try themes.load(name), isDark: name == "dark"
        ).svg
        let file = PictureTests.root.appendingPathComponent(".pictures/screen-\(name).svg")
        if ProcessInfo.processInfo.environment["FERRY_RECORD"] != nil {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try picture.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == picture, "\(file.path) is old")
    }

    @Test("Nothing on the screen breaks the picture, whatever the names on the screen")
    func escapes() {
        var frame = Frame(size: Size(width: 20, height: 1))
        frame.put("a <b> & \"c\" テスト", x: 0, y: 0, role: .text)
        let svg = FramePicture(frame, theme: .standard, isDark: true).svg
        #expect(svg.contains(">a &lt;b> &amp; \"c\"</text>"))
    }
}
