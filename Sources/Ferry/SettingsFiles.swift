import Files
import Glibc
import Settings
import UI

struct SettingsFiles {
    struct Config {
        var connections: Int?
        var editor: String?
        var isASCII = false
        var hasMouse = true
        var limitRate: UInt64?
        var arrangement = Arrangement()
    }
    var config = Config()
    var home: Path? { getenv("HOME").map { Path(String(cString: $0)) } }

    init(_ options: ConnectionOptions) throws {}

    var passwordLookup: @Sendable (Site) -> Secret? { { _ in nil } }
    func theme(_ name: String?) throws -> Theme { Theme.standard }
    func keymap() throws -> Keymap { Keymap.preset(.ferry) }
    func storePath() throws -> String {
        let state =
            getenv("XDG_STATE_HOME").map { String(cString: $0) }
            ?? (getenv("HOME").map { String(cString: $0) } ?? "") + "/.local/state"
        return state + "/ferry/ferry.sqlite"
    }
    func siteChoices() -> [SiteChoice] { [] }
    func remember(_ location: Location) {}
}
