import Files

/// One thing that the doctor has looked at.
struct Finding: Hashable, Sendable {
    enum Group: String, CaseIterable, Sendable {
        case terminal, locale, libraries, programs, files, settings, clock, system, site
    }

    enum Result: Hashable, Sendable {
        case ok
        /// Something works less well than it could; what to do about it.
        case hint(String)
        /// Something does not work; what to do about it.
        case problem(String)

        var word: String {
            switch self {
            case .ok: "ok"
            case .hint: "hint"
            case .problem: "problem"
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
    /// What was looked at, in a word or two.
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

    /// As lines for people: what was found, and below it what to do.
    var lines: [String] {
        func padded(_ text: String, _ columns: Int) -> String {
            text + String(repeating: " ", count: max(1, columns - text.count))
        }
        let line =
            "  \(padded(result.word, 9))\(padded(name, 13))"
            + [time.map { "\($0) s" }, message.isEmpty ? nil : message].compactMap { $0 }
            .joined(separator: "  ")
        return [line] + (result.advice.map { ["           > \(VisibleText.make($0))"] } ?? [])
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
