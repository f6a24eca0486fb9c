import Files
import Glibc
import Settings
import Words

/// Takes over other programs' sites: reads the lists, writes the sites down, has the keyring keep
/// their passwords.
struct SiteImport {
    /// What became of one site.
    struct Line {
        enum Event: String {
            case taken, skipped
        }

        let event: Event
        let name: String
        var url: String?
        let program: SiteListProgram?
        /// Why it was skipped.
        var reason: String?
        /// What was lost of it, a sentence each.
        var notes: [String] = []

        var text: String {
            let parts = [event.rawValue, VisibleText.make(name)]
            let more = [url.map { VisibleText.make($0) }, reason] + notes
            return (parts + more.compactMap { $0 }).joined(separator: "\t")
        }

        var json: String {
            let values: [(String, String?)] = [
                ("event", event.rawValue), ("name", name), ("url", url),
                ("source", program?.rawValue), ("reason", reason),
                ("note", notes.isEmpty ? nil : notes.joined(separator: " ")),
            ]
            let fields = values.compactMap { key, value in
                value.map { "\"\(key)\":\(EntryText.string(Array($0.utf8), in: nil))" }
            }
            return "{" + fields.joined(separator: ",") + "}"
        }
    }

    private static let noKeyring =
        tr("The password was not imported, because there is no keyring; Ferry will ask for it.")

    private static let refused =
        tr("The password was not imported, because the keyring rejected it; Ferry will ask for it.")
    /// A keyring that fails so often in a row is not asked again.
    private static let patience = 3

    private let settings: SettingsFiles
    private var merge: SiteListMerge
    private var sites: [NamedSite] = []
    /// What the keyring is to keep, by the place of its line.
    private var secrets: [Int: (site: Site, secret: Secret)] = [:]
    private(set) var lines: [Line] = []
    /// Files that could not be read, a sentence each.
    private(set) var failures: [String] = []

    init(_ settings: SettingsFiles) throws {
        self.settings = settings
        do throws(SettingsError) {
            merge = SiteListMerge(try settings.named())
        } catch {
            throw Failure([error.description])
        }
    }

    /// Takes what a file has; why it could not be read is kept.
    mutating func read(_ file: ArgumentBytes) {
        let report: SiteListReport
        do throws(SettingsError) {
            guard let found = try settings.siteList(file) else {
                failures.append(tr("\(file.text): There is no such file."))
                return
            }
            report = found
        } catch {
            failures.append(error.description)
            return
        }
        let keepsPasswords = RealPath.of(file.absoluteBytes).map { $0 == ownNetrc } ?? false
        for entry in report.entries {
            switch entry {
            case .skipped(let name, let reason):
                lines.append(
                    Line(event: .skipped, name: name, program: report.program, reason: reason))
            case .site(var site):
                // Ferry reads it there itself.
                if keepsPasswords { site.password = nil }
                take(site, report.program)
            }
        }
    }

    /// The `.netrc` that Ferry asks for passwords.
    private var ownNetrc: [UInt8]? { RealPath.of(Array(settings.paths.netrc.utf8)) }

    private mutating func take(_ site: ImportedSite, _ program: SiteListProgram?) {
        switch merge.take(site) {
        case .known(let name):
            lines.append(
                Line(
                    event: .skipped, name: name, url: site.named.url, program: program,
                    reason: tr("It is already known.")))
        case .new(let named):
            if let secret = site.password { secrets[lines.count] = (named.site, secret) }
            sites.append(named)
            lines.append(
                Line(
                    event: .taken, name: named.name, url: named.url, program: program,
                    notes: site.notes))
        }
    }

    /// Writes all down, then has the keyring keep the passwords; says only what would be done where it
    /// is a rehearsal.
    mutating func finish(isRehearsal: Bool) throws {
        if !isRehearsal {
            do throws(SettingsError) {
                try settings.add(sites)
            } catch {
                throw Failure(failures + [error.description])
            }
        }
        // How often in a row the keyring has failed.
        var losses = 0
        for (place, held) in secrets.sorted(by: { $0.key < $1.key }) {
            let note: String
            if settings.keyring == nil {
                note = SiteImport.noKeyring
            } else if isRehearsal {
                note = tr("The password would go to your keyring.")
            } else if losses >= SiteImport.patience {
                note = SiteImport.refused
            } else if let error = settings.keep(held.secret, for: held.site) {
                failures.append(error.description)
                note = SiteImport.refused
                losses += 1
            } else {
                note = tr("The password is in your keyring.")
                losses = 0
            }
            lines[place].notes.append(note)
        }
    }

    /// The last line: how many there were.
    func summary(isRehearsal: Bool) -> String {
        let taken = lines.count { $0.event == .taken }
        let skipped = lines.count - taken
        if lines.isEmpty, failures.isEmpty { return tr("No sites were found.") }
        return isRehearsal
            ? tr(
                taken,
                one: "\(taken) site would be imported, \(skipped) skipped; nothing was written.",
                other: "\(taken) sites would be imported, \(skipped) skipped; nothing was written.")
            : tr(
                taken, one: "\(taken) site imported, \(skipped) skipped.",
                other: "\(taken) sites imported, \(skipped) skipped.")
    }
}
