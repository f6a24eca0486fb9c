import FTP
import Files
import HTTP
import SFTP
import Testing

@testable import Settings

@Suite("A configuration file that explains itself")
struct DefaultsTextTests {
    private let settings =
        QueueOptions.settings + FTPOptions.settings + SFTPOptions.settings + HTTPOptions.settings

    private var lines: [String] {
        DefaultsText.make(settings, path: "/x/config.toml").split(separator: "\n").map(String.init)
    }

    /// Without the sign before each key that has one.
    private func opened(_ isWanted: (SettingInfo) -> Bool) -> String {
        let infos = ConfigSetting.all(settings).map(\.info)
        return lines.map { line in
            let info = infos.first { line.hasPrefix("#\($0.key) = ") }
            return info.map(isWanted) == true ? String(line.dropFirst()) : line
        }.joined(separator: "\n")
    }

    @Test("It has every key once, and is the defaults as it stands")
    func keys() throws {
        for info in ConfigSetting.all(settings).map(\.info) {
            #expect(lines.filter { $0.hasPrefix("#\(info.key) = ") }.count == 1, "\(info.key)")
        }
        #expect(lines.allSatisfy { $0.isEmpty || $0.hasPrefix("#") })
        #expect(lines.allSatisfy { $0.hasPrefix("#") && !$0.hasPrefix("# ") || $0.count <= 90 })
        let text = lines.joined(separator: "\n")
        #expect(try Config(text, file: "f", settings: settings) == Config())
    }

    @Test("Its defaults, opened, are the defaults; its examples, opened, are read")
    func values() throws {
        let defaults = opened { if case .value = $0.standard { true } else { false } }
        #expect(defaults.contains("\ntimeout = 30\n"))
        #expect(try Config(defaults, file: "f", settings: settings) == Config())
        let all = try Config(opened { _ in true }, file: "f", settings: settings)
        #expect(all.connections == 4 && all.editor != nil && all.reach.way != nil)
    }

    @Test("A setting that is changed then stands behind the comment that shows it")
    func changing() throws {
        var change = KeyChange(DefaultsText.make(settings, path: "/x"))
        let isSet = change.set("timeout", to: "5")
        #expect(isSet)
        #expect(change.text.contains("\n#timeout = 30\ntimeout = 5\n"))
    }
}
