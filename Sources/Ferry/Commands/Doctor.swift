import ArgumentParser
import Curses
import Engine
import Files
import Glibc
import SFTP
import Settings
import UI
import Words

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: tr("Check the terminal, the system and your settings, or a connection to a site.")
    )

    @Flag(help: ArgumentHelp(tr("Print one JSON object per check.")))
    var json = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("A saved site's name, or a URL."), valueName: "URL"))
    var site: ArgumentBytes?

    func run() throws {
        let report = DoctorReport(isJSON: json)
        if let site {
            try check(site, report)
        } else {
            try checkMachine(report)
        }
        try report.end()
    }

    private func checkMachine(_ report: DoctorReport) throws {
        try report.add(TerminalFindings.of(.read()))
        let paths = SettingsPaths()
        try report.add([
            LanguageFindings.of(
                LanguageChoice(paths: paths, configFile: options.config),
                names: paths.languages.names)
        ])
        try report.add(LibraryFindings.all())
        let file = options.config ?? paths.configFile
        let config = try? Config.load(
            file, isNamed: options.config != nil, settings: FileSystemMakers.settings)
        try report.add(
            ProgramFindings.all(
                editor: config?.editor ?? EnvironmentVariable.named("VISUAL")
                    ?? EnvironmentVariable.named("EDITOR") ?? "vi",
                ssh: config?.reach.options[SFTPOptions.sshCommand] ?? EnvironmentVariable.named(
                    "FERRY_SSH")
                    ?? "ssh",
                rclone: EnvironmentVariable.named("FERRY_RCLONE") ?? "rclone"))
        try report.add(PlaceFindings.all(paths))
        try report.add(settings(paths, file))
        try report.add(SystemFindings.all())
    }

    private func settings(_ paths: SettingsPaths, _ file: String) -> [Finding] {
        let check = SettingsCheck(
            paths, configFile: file, isNamed: options.config != nil,
            settings: FileSystemMakers.settings,
            keymapFlaws: { Keymap.flaws(of: $0, over: $1 == .commander ? .commander : .ferry) })
        guard check.flaws.isEmpty else {
            return check.flaws.map { flaw in
                Finding(
                    .settings, "mistake",
                    .problem(tr("Edit the file; 'ferry config check' says when it is right.")),
                    flaw.description)
            }
        }
        guard !check.files.isEmpty else {
            return [Finding(.settings, "files", .ok, tr("none; all settings have their defaults"))]
        }
        return check.files.map { Finding(.settings, "file", .ok, tr("\($0): no mistakes")) }
    }

    /// Each step of connecting, as `ferry sites test` has them.
    private func check(_ site: ArgumentBytes, _ report: DoctorReport) throws {
        let place = try SitesTest.place(site, options)
        _ = try SitesTest.connect(to: place, options) { step in
            try report.add([Doctor.finding(step, place.site)])
        }
    }

    private static func finding(_ step: SiteTestStep, _ site: Site) -> Finding {
        switch step.outcome {
        case .passed(SiteTest.notEncrypted):
            Finding(
                .site, step.kind.rawValue,
                .hint(tr("Use ftpes://, sftp:// or https:// if the server has one of them.")),
                SiteTest.notEncrypted, seconds: step.seconds)
        case .passed(let words):
            Finding(.site, step.kind.rawValue, .ok, words ?? "", seconds: step.seconds)
        case .failed(let sentence):
            Finding(
                .site, step.kind.rawValue, .problem(advice(step.kind, site)), sentence,
                seconds: step.seconds)
        }
    }

    /// What helps most often where a step fails; the sentence says what has happened.
    private static func advice(_ step: SiteTestStep.Kind, _ site: Site) -> String {
        switch step {
        case .dns: tr("Check the spelling of the host, and that this machine is online.")
        case .connect:
            tr(
                "Check the port, and whether a firewall or VPN is between; a proxy is set by 'proxy'."
            )
        case .tls: tr("See what the certificate is for; --ca FILE trusts an authority of your own.")
        case .ssh where site.scheme.wireProtocol == .rclone:
            tr("See what 'rclone lsd' says of the remote: Ferry uses the same rclone.")
        case .ssh: tr("See what 'ssh -v' says of the host: Ferry uses the same ssh.")
        case .login:
            tr("Check the user and the password; 'ferry help addresses' says where they go.")
        case .features: tr("Run it again with -v, and read the last reply.")
        case .data: tr("A firewall may block data connections: try --active, or a proxy.")
        case .list: tr("Check the path; -v shows every command and reply.")
        }
    }
}

/// Prints findings as they come, and counts what is wrong.
final class DoctorReport {
    private let isJSON: Bool
    private var output = Output.standard
    private var group: Finding.Group?
    private var problems = 0

    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    func add(_ findings: [Finding]) throws(OutputFailure) {
        for finding in findings {
            if finding.isProblem { problems += 1 }
            if isJSON {
                try output.append(line: finding.json)
                continue
            }
            if finding.group != group {
                try output.append(line: finding.group.title)
                group = finding.group
            }
            for line in finding.lines { try output.append(line: line) }
        }
        try output.flush()
    }

    /// Fails where something is wrong.
    func end() throws {
        guard problems > 0 else { return }
        throw Failure([
            tr(
                problems, one: "There is \(problems) problem: see the line that says so.",
                other: "There are \(problems) problems: see the lines that say so.")
        ])
    }
}
