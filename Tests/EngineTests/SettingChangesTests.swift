import Engine
import Files
import Settings
import Support
import Synchronization
import Testing
import UI

@Suite("Settings are written beside the main thread, and come again")
struct SettingChangesTests {
    private final class Calls: Sendable {
        let sites = Mutex<[Site?]>([])
        let changes = Mutex<[SettingChange]>([])
    }

    /// Whether the settings came, and after which change.
    private func answer(_ message: Message) -> SettingChange?? {
        if case .settings(.success, let change) = message { .some(change) } else { nil }
    }

    @Test("They are read for the site that was asked for, also after a change")
    func change() throws {
        let calls = Calls()
        let folder = try TemporaryFolder()
        let report = try SettingsReport.load(
            folder.path("config.toml"), isNamed: false, sites: "", pane: nil, settings: [])
        let bench = try Bench(prepare: { access in
            access.settings = { site in
                calls.sites.withLock { $0.append(site) }
                return .success(report)
            }
            access.changeSetting = { change in
                calls.changes.withLock { $0.append(change) }
                return nil
            }
        })
        let site = Site(scheme: .ftp, host: "h")
        _ = bench.engine.run(.loadSettings(site))
        #expect(try bench.wait { answer($0) } == .some(nil))
        let change = SettingChange(.config, "mouse", to: "false")
        _ = bench.engine.run(.changeSetting(change))
        #expect(try bench.wait { answer($0) } == change)
        #expect(calls.sites.withLock { $0 } == [site, site])
        #expect(calls.changes.withLock { $0 } == [change])
    }

    @Test("What cannot be written is said")
    func failure() throws {
        let bench = try Bench(prepare: { access in
            access.changeSetting = { _ in SettingsError(file: "config.toml", "The disk is full.") }
        })
        _ = bench.engine.run(.changeSetting(SettingChange(.config, "mouse", to: nil)))
        let said = try bench.wait { if case .notice(let text, true) = $0 { text } else { nil } }
        #expect(said == "config.toml: The disk is full.")
    }
}
