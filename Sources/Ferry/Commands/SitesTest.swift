import ArgumentParser
import Engine
import Files
import Settings
import UI

struct SitesTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Connect to a site step by step, and show where it fails.")

    @Flag(help: "Print one JSON object per step.")
    var json = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: "A saved site's name, or a URL.")
    var site: ArgumentBytes

    func run() throws {
        let place = try SitesTest.place(site, options)
        var output = Output.standard
        let hasPassed = try SitesTest.connect(to: place, options) { step in
            try output.append(line: json ? SitesTest.json(step) : SitesTest.text(step))
            try output.flush()
        }
        guard hasPassed else {
            throw Failure(["\(place.site.text) cannot be used: see the step that failed."])
        }
    }

    /// Connects step by step, and reports each step; whether all of them passed.
    static func connect(
        to place: Place, _ options: ConnectionOptions, report: (SiteTestStep) throws -> Void
    ) throws -> Bool {
        let session = try HeadlessSession(options, [place])
        defer { session.close() }
        let test = SiteTest(
            session.session, place.site, place.path, below: place.below,
            prompter: session.prompter)
        var trouble: (any Error)?
        let hasPassed = withoutActuallyEscaping(report) { report in
            test.run { step in
                do {
                    try report(step)
                } catch {
                    trouble = trouble ?? error
                }
            }
        }
        if let trouble { throw trouble }
        return hasPassed
    }

    /// The saved site of that name, an ssh alias, or what the URL names.
    static func place(_ site: ArgumentBytes, _ options: ConnectionOptions) throws -> Place {
        let settings = try SettingsFiles(options)
        let named: [NamedSite]
        do throws(SettingsError) {
            named = try settings.named()
        } catch {
            throw Failure.usage(error.description)
        }
        if let saved = named.first(where: { Array($0.name.utf8) == site.bytes }) {
            // As its URL, so that everything that holds for URLs holds for it.
            var place = try Place(ArgumentBytes(saved.url), options)
            place.site = options.applied(to: saved.site)
            return place
        }
        let isName = !site.looksLikeURL && !site.bytes.contains(0x3A) && !site.bytes.isEmpty
        let place = try Place(isName ? ArgumentBytes(site.text + ":") : site, options)
        guard !place.site.isLocal else {
            throw Failure.usage(
                "There is no site called \(site.text); `ferry sites` lists all sites.")
        }
        return place
    }

    /// Seconds with thousandths: `0.012`.
    static func text(seconds: Double) -> String {
        let thousandths = Int((max(0, min(seconds, 1e9)) * 1_000).rounded())
        let rest = String(thousandths % 1_000)
        return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    private static func text(_ step: SiteTestStep) -> String {
        let name = step.kind.rawValue
        let padded = name + String(repeating: " ", count: max(1, 9 - name.count))
        switch step.outcome {
        case .passed(let words):
            return padded + "ok      \(text(seconds: step.seconds)) s"
                + (words.map { "  \($0)" } ?? "")
        case .failed(let sentence):
            return padded + "failed  \(text(seconds: step.seconds)) s  \(sentence)"
        }
    }

    private static func json(_ step: SiteTestStep) -> String {
        let message: String? =
            switch step.outcome {
            case .passed(let words): words
            case .failed(let sentence): sentence
            }
        var fields = [
            "\"step\":\"\(step.kind.rawValue)\"",
            "\"result\":\"\(step.hasPassed ? "ok" : "failed")\"",
            "\"seconds\":\(text(seconds: step.seconds))",
        ]
        if let message {
            fields.append("\"message\":" + EntryText.string(Array(message.utf8), in: nil))
        }
        return "{" + fields.joined(separator: ",") + "}"
    }
}
