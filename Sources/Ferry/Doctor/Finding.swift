import Files
import Words

/// One thing that the doctor has looked at.
struct Finding: Hashable, Sendable {
    enum Group: String, CaseIterable, Sendable {
        case terminal, locale, libraries, programs, files, settings, clock, system, site

        /// As a heading; `--json` has its raw value.
        var title: String {
            switch self {
            case .terminal: tr("terminal")
            case .locale: tr("locale")
            case .libraries: tr("libraries")
            case .programs: tr("programs")
            case .files: tr("files")
            case .settings: tr("settings")
            case .clock: tr("clock")
            case .system: tr("system")
            case .site: tr("site")
            }
        }
    }

    enum Result: Hashable, Sendable {
        case ok
        /// Something works less well than it could; what to do about it.
        case hint(String)
        /// Something does not work; what to do about it.
        case problem(String)

        /// As `--json` has it.
        var word: String {
            switch self {
            case .ok: "ok"
            case .hint: "hint"
            case .problem: "problem"
            }
        }

        /// How people read it.
        var title: String {
            switch self {
            case .ok: tr("ok")
            case .hint: tr("hint")
            case .problem: tr("problem")
            }
        }

        var advice: String? {
            switch self {
            case .ok: nil
            case .hint(let advice), .problem(let advice): advice
            }
        }
    }

    let group: Group
    /// What was looked at, in a word or two, as `--json` has it; people read its title.
    let name: String
    let result: Result
    /// What was found.
    let message: String
    /// How long it took, where that says something.
    let seconds: Double?

    init(
        _ group: Group, _ name: String, _ result: Result, _ message: String, seconds: Double? = nil
    ) {
        self.group = group
        self.name = name
        self.result = result
        self.message = VisibleText.make(message)
        self.seconds = seconds
    }

    var isProblem: Bool {
        if case .problem = result { true } else { false }
    }

    private var time: String? { seconds.map { SitesTest.text(seconds: $0) } }

    /// How people read the names of what is looked at; those of programs and the like are the same in
    /// all languages.
    private static let titles: [String: String] = {
        var titles: [String: String] = [
            "type": tr("type"), "colours": tr("colours"), "size": tr("size"),
            "keys": tr("keys"), "charset": tr("charset"), "language": tr("language"),
            "settings": tr("settings"),
            "state": tr("state", meaning: "what Ferry keeps for later"),
            "temporary": tr("temporary", meaning: "a directory for temporary files"),
            "space": tr("space", meaning: "on a disk"), "sockets": tr("sockets"),
            "editor": tr("editor"), "mistake": tr("mistake"), "files": tr("files"),
            "file": tr("file"), "time": tr("time"), "open files": tr("open files"),
            "confinement": tr("confinement"),
        ]
        for step in SiteTestStep.Kind.allCases {
            titles[step.rawValue] = SitesTest.title(of: step)
        }
        return titles
    }()

    private static let resultColumn = ColumnText.column(
        [Result.ok, .hint(""), .problem("")].map(\.title), atLeast: 9)
    private static let nameColumn = ColumnText.column(titles.values, atLeast: 13)

    /// As lines for people: what was found, and below it what to do.
    var lines: [String] {
        let title = Finding.titles[name] ?? name
        let line =
            "  \(ColumnText.left(result.title, Finding.resultColumn))"
            + ColumnText.left(title, Finding.nameColumn)
            + [time.map { "\($0) s" }, message.isEmpty ? nil : message].compactMap { $0 }
            .joined(separator: "  ")
        let indent = String(repeating: " ", count: 2 + Finding.resultColumn)
        return [line] + (result.advice.map { ["\(indent)> \(VisibleText.make($0))"] } ?? [])
    }

    /// One object, for programs.
    var json: String {
        func field(_ key: String, _ text: String) -> String {
            "\"\(key)\":" + EntryText.string(Array(text.utf8), in: nil)
        }
        var fields = [
            field("group", group.rawValue), field("check", name), field("result", result.word),
            field("message", message),
        ]
        if let advice = result.advice { fields.append(field("advice", VisibleText.make(advice))) }
        if let time { fields.append("\"seconds\":\(time)") }
        return "{" + fields.joined(separator: ",") + "}"
    }
}
