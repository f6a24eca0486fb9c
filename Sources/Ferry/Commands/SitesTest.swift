import ArgumentParser
import Engine
import Files
import Settings
import UI
import Words

struct SitesTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: tr("Connect to a site step by step, and show where it fails."))

    @Flag(help: ArgumentHelp(tr("Print one JSON object per step.")))
    var json = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("A saved site's name, or a URL.")))
    var site: ArgumentBytes

    func run() throws {
        let place = try SitesTest.place(site, options)
        var output = Output.standard
        let hasPassed = try SitesTest.connect(to: place, options) { step in
            try output.append(line: json ? SitesTest.json(step) : SitesTest.text(step))
            try output.flush()
        }
        guard hasPassed else {
            throw Failure([tr("\(place.site.text) cannot be used: see the step that failed.")])
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
                tr("There is no site called \(site.text); `ferry sites` lists all sites."))
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
        let results = (ok: tr("ok"), failed: tr("failed"))
        let nameColumn = ColumnText.column(
            SiteTestStep.Kind.allCases.map { title(of: $0) }, atLeast: 9, gap: 1)
        let resultColumn = ColumnText.column([results.ok, results.failed], atLeast: 8)
        let name = ColumnText.left(title(of: step.kind), nameColumn)
        let result = ColumnText.left(step.hasPassed ? results.ok : results.failed, resultColumn)
        let line = "\(name)\(result)\(text(seconds: step.seconds)) s"
        return switch step.outcome {
        case .passed(let words): line + (words.map { "  \($0)" } ?? "")
        case .failed(let sentence): "\(line)  \(sentence)"
        }
    }

    /// How people read it; `--json` has its raw value.
    static func title(of step: SiteTestStep.Kind) -> String {
        switch step {
        case .dns: "dns"
        case .connect: tr("connect", meaning: "a step of a connection that is tested")
        case .tls: "tls"
        case .ssh: "ssh"
        case .login: tr("login", meaning: "a step of a connection that is tested")
        case .features: tr("features", meaning: "a step of a connection that is tested")
        case .data: tr("data", meaning: "a step of a connection that is tested")
        case .list: tr("list", meaning: "a step of a connection that is tested")
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
