import FTP
import Files
import HTTP
import SFTP
import Testing

@testable import Settings

@Suite("The catalogue of settings")
struct CatalogueTests {
    private static let protocols =
        QueueOptions.settings + FTPOptions.settings + SFTPOptions.settings + HTTPOptions.settings
    private static let config = ConfigSetting.all(protocols)
    private static let site = SiteKeys.all(protocols)
    private static let everything = config.map(\.info) + site

    private func read(_ text: String) throws(SettingsError) -> Config {
        try Config(text, file: "config.toml", settings: Self.protocols)
    }

    private func named(_ lines: String, scheme: Site.Scheme = .ftp) throws -> NamedSite? {
        try SitesFile(
            "[[site]]\nname = \"a\"\nurl = \"\(scheme.rawValue)://h\"\n" + lines, file: "f",
            settings: Self.protocols
        ).sites.first
    }

    @Test("Each default reads back as the default, and is what the default configuration tells")
    func defaults() throws {
        for setting in Self.config {
            let info = setting.info
            switch info.standard {
            case .value(let text):
                #expect(try read("\(info.key) = \(text)") == Config(), "\(info.key)")
                #expect(setting.value(in: Config()) == text, "\(info.key)")
            case .unset(let words, _):
                #expect(!words.isEmpty && setting.value(in: Config()) == nil, "\(info.key)")
            case .required:
                Issue.record("\(info.key) cannot be left out")
            }
            #expect(!setting.isChanged(in: Config()), "\(info.key)")
        }
    }

    @Test("Each key that is read is in the catalogue, and only those are read")
    func keys() throws {
        let keys = Self.config.map(\.info.key)
        #expect(Set(keys).count == keys.count)
        for info in Self.config.map(\.info) {
            // A key that is unknown would be called so before its value is looked at.
            #expect(throws: Never.self, "\(info.key)") {
                try read("\(info.key) = \(info.exampleText)")
            }
        }
        // Every property of the configuration has a key that changes it.
        let changes = [
            "theme": "\"x\"", "language": "\"zh_CN\"", "preset": "\"commander\"", "ascii": "true",
            "plain": "true",
            "complete_on_servers": "true", "mouse": "false",
            "restore": "false", "window_title": "false", "confirm_quit": "false", "hints": "false",
            "show_hidden": "true", "sort": "\"time\"", "sort_reverse": "true",
            "directories_first": "false", "natural_sort": "false", "delete": "\"delete\"",
            "connections": "4", "share_mac_files": "\"disk\"",
            "timeout": "9", "limit_rate": "\"1536K\"", "limit_times": "[\"08:00-18:00 500K\"]",
            "on_done": "\"true\"", "done_notice": "\"osc9\"", "editor": "\"ed\"",
            "merge_command": "\"x\"", "open_with": "[\"*.pdf zathura {} &\"]",
            "proxy": "\"none\"", "active": "true", "active_ports": "\"5-9\"",
            "active_address": "\"a.b\"", "trust_passive_address": "true",
            "ssh_command": "\"ssh -4\"", "shell": "false", "prefer_aes": "false",
        ]
        #expect(Set(changes.keys) == Set(keys))
        for setting in Self.config {
            let text = try #require(changes[setting.info.key])
            let config = try read("\(setting.info.key) = \(text)")
            #expect(config != Config(), "\(setting.info.key)")
            #expect(setting.isChanged(in: config), "\(setting.info.key)")
            let told = try #require(setting.value(in: config))
            #expect(told == text, "\(setting.info.key)")
            #expect(try read("\(setting.info.key) = \(told)") == config, "\(setting.info.key)")
        }
    }

    @Test("A key of a site is read, tells what it says, and means something to some scheme")
    func sites() throws {
        let keys = Self.site.map(\.key)
        #expect(Set(keys).count == keys.count)
        #expect(Set(keys).isSuperset(of: ["name", "url", "user", "password_command", "slots"]))
        for info in Self.site where !["name", "url", "user"].contains(info.key) {
            let scheme = try #require(info.schemes.first { $0 != .file })
            let companion = Self.site.first { $0.key == info.companion }
            let extra = companion.map { "\($0.key) = \($0.exampleText)\n" } ?? ""
            let text = info.exampleText
            let site = try named("\(extra)\(info.key) = \(text)", scheme: scheme)
            if case .value = info.standard {
                let bare = try named(extra, scheme: scheme)
                #expect(site == bare, "\(info.key)")
            } else {
                #expect(site?.value(of: info.key) == text, "\(info.key)")
            }
        }
        #expect(Self.site.contains { $0.key == "ssh_command" && $0.schemes == [.sftp] })
        #expect(Self.site.contains { $0.key == "active" && $0.schemes == [.ftp, .ftps, .ftpes] })
        #expect(Self.site.contains { $0.key == "slots" && $0.applies(to: .davs) })
    }

    @Test("Each says in one sentence of twenty words at most what it does")
    func words() {
        for info in Self.everything {
            let words = info.summary.split(separator: " ")
            #expect(info.summary.last == "." && (2...20).contains(words.count), "\(info.key)")
            #expect(!info.summary.dropLast().contains("\n"), "\(info.key)")
            #expect(!info.allowed.isEmpty && !info.standardText.isEmpty, "\(info.key)")
        }
        #expect(!Self.config.isEmpty)
    }

    @Test("Speed limits by the time of day are told as they were written")
    func limitTimes() throws {
        let lines = ["08:00-18:00 500K", "22:30-06:00 0", "00:00-00:00 1000"]
        #expect(LimitTimes(lines)?.lines == lines)
    }
}
