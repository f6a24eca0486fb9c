import Files
import Jobs
import Terminal
import Testing

@testable import UI

/// A model with the default keys, and the ways a user and the Engine move it.
struct FullScreen {
    var model: Model

    init(width: Int = 100, height: Int = 30, screen: ScreenID = .main) {
        model = Model(
            size: Size(width: width, height: height), left: Pane(site: .local, path: .root),
            right: Pane(site: Site(scheme: .ftp, host: "web01", user: "deploy"), path: .root),
            keymap: .preset())
        model.now = 1_763_683_200
        if screen != .main { _ = model.show(screen) }
    }

    /// Presses keys by their names, blanks between them: `down ctrl-u x`.
    @discardableResult
    mutating func press(_ names: String) -> [Effect] {
        var effects: [Effect] = []
        for name in names.split(separator: " ") {
            guard let key = Key(name: String(name)) else {
                Issue.record("no key is called \(name)")
                continue
            }
            look()
            effects += model.update(.terminal(.key(key)))
        }
        look()
        return effects
    }

    /// Looks at what there is until it takes keys.
    private mutating func look() {
        guard !model.dialogs.takesKeys else { return }
        _ = model.update(.drawn(model.instant))
        _ = model.update(.listened(model.instant + DialogStack.quietTime, isQuiet: true))
    }

    /// Types text, a key for each character.
    @discardableResult
    mutating func type(_ text: String) -> [Effect] {
        text.flatMap { model.update(.terminal(.key(Key($0)))) }
    }

    @discardableResult
    mutating func click(_ x: Int, _ y: Int) -> [Effect] {
        model.update(
            .terminal(.mouse(.left, Point(x: x, y: y), isPress: true, modifiers: [])))
    }

    @discardableResult
    mutating func wheel(_ button: Event.MouseButton, _ x: Int = 5, _ y: Int = 5) -> [Effect] {
        model.update(.terminal(.mouse(button, Point(x: x, y: y), isPress: true, modifiers: [])))
    }

    mutating func resize(_ width: Int, _ height: Int) {
        _ = model.update(.terminal(.resize(Size(width: width, height: height))))
    }

    mutating func change(_ jobs: [Job], removed: [JobID] = [], order: [JobID]? = nil) {
        var change = QueueChange()
        change.changed = jobs
        change.removed = removed
        change.order = order
        _ = model.update(.queue(change))
    }

    /// The screen's rows without the blanks at their ends.
    var lines: [String] {
        model.view().lines.map { line in
            var kept = line[...]
            while kept.last == " " { kept.removeLast() }
            return String(kept)
        }
    }

    var text: String { lines.joined(separator: "\n") }

    /// The role of the cell where a text starts.
    func role(of text: String) -> Role? {
        let frame = model.view()
        for (y, line) in frame.lines.enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            let x = CharacterWidth.of(String(line[..<range.lowerBound]))
            return frame[x, y].role
        }
        return nil
    }
}

/// A site's file, for jobs and the viewer.
func location(_ path: String, on site: Site = .local) -> Location {
    Location(site: site, path: Path(path))
}

let webServer = Site(scheme: .ftp, host: "web01", user: "deploy")

func job(
    _ id: Int64, _ name: String, _ state: Job.State = .waiting, up: Bool = true,
    kind: Job.Kind = .file, size: UInt64? = 1_024, done: UInt64 = 0
) -> Job {
    let here = location("/home/me/site/" + name)
    let there = location("/www/" + name, on: webServer)
    return Job(
        id: JobID(rawValue: id), batch: BatchID(rawValue: 1), operation: .copy, kind: kind,
        source: up ? here : there, target: up ? there : here, state: state, size: size, done: done)
}
