import Files
import Jobs
package import Settings

/// What a change in `config.toml` changes on the screen at once.
enum LiveSettings {
    static let keys: Set = [
        "theme", "ascii", "plain", "mouse", "show_hidden", "sort", "sort_reverse",
        "directories_first",
        "natural_sort", "limit_rate", "limit_times", "done_notice", "editor",
        "merge_command", "connections", "delete", "hints", "confirm_quit", "open_with",
        "share_mac_files",
    ]

    /// Has a key hold that was written.
    static func apply(_ key: String, of config: Config, to workspace: inout Workspace) -> Outcome {
        switch key {
        case "theme":
            workspace.options.theme = config.theme
            return [.showTheme(workspace.options.shownTheme(config.theme))]
        case "ascii", "plain", "mouse", "limit_times", "done_notice", "editor", "merge_command",
            "connections":
            workspace.options.mergeCommand = config.mergeCommand
            if key == "ascii" { workspace.options.isASCII = config.isASCII }
            if key == "plain" { workspace.options.isPlain = config.isPlain }
            workspace.options.announcesDone = config.doneNotice != .none
            return [.use(config)]
        case "hints":
            guard config.showsHints else {
                workspace.hints = FirstHints()
                return [.use(config)]
            }
            // They are read again with the sites.
            return [.use(config), .loadSites]
        case "confirm_quit":
            workspace.options.confirmsQuit = config.confirmsQuit
            return .nothing
        case "open_with":
            workspace.options.openWith = config.openWith
            return .nothing
        case "share_mac_files":
            workspace.options.macFiles = config.macFiles
            return .nothing
        case "delete":
            workspace.options.deletion = config.deletion
            return .nothing
        case "limit_rate":
            // By the time of the day another limit may hold.
            return [.use(config)]
                + (config.limitTimes.isEmpty ? [.control(.limitAll(config.limitRate))] : .nothing)
        default:
            let wanted = Arrangement(config)
            workspace.options.arrangement.take(key, from: wanted)
            return Side.allCases.reduce(into: .nothing) { outcome, side in
                let before = workspace.panes[side].arrangement
                workspace.panes[side].arrangement.take(key, from: wanted)
                if workspace.panes[side].arrangement != before {
                    outcome += workspace.panes.arrange(side, &workspace.requests)
                }
            }
        }
    }
}

extension Arrangement {
    /// As the settings want it.
    package init(_ config: Config) {
        self.init()
        key =
            switch config.sort {
            case .name: .name
            case .extension: .ext
            case .size: .size
            case .time: .time
            }
        isReversed = config.isReversed
        showsHidden = config.showsHidden
        mixesDirectories = !config.directoriesFirst
        isLiteral = !config.isNatural
    }

    /// Takes over what one key of the settings says.
    fileprivate mutating func take(_ key: String, from other: Arrangement) {
        switch key {
        case "show_hidden": showsHidden = other.showsHidden
        case "sort": self.key = other.key
        case "sort_reverse": isReversed = other.isReversed
        case "directories_first": mixesDirectories = other.mixesDirectories
        case "natural_sort": isLiteral = other.isLiteral
        default: break
        }
    }
}
