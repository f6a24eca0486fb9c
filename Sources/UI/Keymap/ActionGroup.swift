extension Action {
    /// What belongs together in the help page, the menu and the README.
    package enum Group: String, CaseIterable, Sendable {
        case moving, marking, showing, tabs, files, screens, queue, log, viewer, raw, sites

        /// The heading in the help page and the README.
        package var title: String {
            switch self {
            case .moving: "Moving"
            case .marking: "Marking"
            case .showing: "Showing"
            case .tabs: "Tabs"
            case .files: "Files"
            case .screens: "Screens"
            case .queue: "Queue"
            case .log: "Log"
            case .viewer: "Viewer"
            case .raw: "Raw exchange"
            case .sites: "Sites"
            }
        }

        /// One word, for the menu's bar.
        package var menuTitle: String {
            switch self {
            case .moving: "Go"
            case .marking: "Mark"
            case .showing: "Show"
            case .tabs: "Tab"
            case .files: "File"
            case .screens: "Screen"
            case .queue: "Queue"
            case .log: "Log"
            case .viewer: "View"
            case .raw: "Raw"
            case .sites: "Site"
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
