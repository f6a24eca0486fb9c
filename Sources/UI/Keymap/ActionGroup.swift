import Words

extension Action {
    /// What belongs together in the help page, the menu and the README.
    package enum Group: String, CaseIterable, Sendable {
        case moving, marking, showing, tabs, files, screens, queue, log, viewer, raw, sites

        /// The heading above its keys in the panes, in the help page and the README.
        package var paneHeading: String {
            switch self {
            case .moving: tr("Panes: moving")
            case .marking: tr("Panes: marking")
            case .showing: tr("Panes: showing")
            case .tabs: tr("Panes: tabs")
            case .files: tr("Panes: files")
            case .screens: tr("Panes: screens")
            case .queue: tr("Panes: queue")
            case .log: tr("Panes: log")
            case .viewer: tr("Panes: viewer")
            case .raw: tr("Panes: raw exchange")
            case .sites: tr("Panes: sites")
            }
        }

        /// In the order in which they are shown.
        package var actions: [Action] { Action.allCases.filter { $0.group == self } }
    }

    /// By the first word of its name.
    package var group: Group {
        switch rawValue.prefix(while: { $0 != "." }) {
        case "go", "find": .moving
        case "mark": .marking
        case "show": .showing
        case "tab": .tabs
        case "file": .files
        case "queue": .queue
        case "log": .log
        case "view": .viewer
        case "raw": .raw
        case "site": .sites
        default: .screens
        }
    }
}
