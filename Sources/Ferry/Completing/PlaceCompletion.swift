import Engine
import Files
import Glibc
import Settings

/// Places that may be meant by the beginning of one: files of this machine, sites by their names, and
/// directories of servers that were shown before.
enum PlaceCompletion {
    /// More than anybody reads.
    private static let most = 2_000

    static func all(_ typed: String) -> [Candidate] {
        let argument = ArgumentBytes(argument: typed)
        if typed.contains("://") { return remote(typed, prefix: "") }
        if let (name, _) = argument.reference, named().contains(where: { $0.name == name }) {
            return remote(typed, prefix: "\(name):")
        }
        let names =
            typed.contains("/") && !named().contains { $0.name.hasPrefix(typed) }
            ? [] : sites(typed)
        return names + local(typed)
    }

    /// The names of the user's own sites.
    static func siteNames(_ typed: String) -> [Candidate] {
        (try? SettingsFiles(NoOptions()).named())?.filter { $0.name.hasPrefix(typed) }
            .map { Candidate($0.name, $0.url) } ?? []
    }

    /// Files of this machine, as the shell itself would find them.
    static func local(_ typed: String, onlyDirectories: Bool = false) -> [Candidate] {
        let slash = typed.lastIndex(of: "/")
        let start = slash.map { String(typed[...$0]) } ?? ""
        let rest = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
        var directory = start.isEmpty ? "." : start
        if directory.hasPrefix("~/"), let home = getenv("HOME") {
            directory = String(cString: home) + directory.dropFirst()
        }
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var found: [Candidate] = []
        while found.count < most, let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    String(validatingCString: $0)
                }
            }
            guard let name, name != ".", name != "..", name.hasPrefix(rest),
                rest.hasPrefix(".") || !name.hasPrefix(".")
            else { continue }
            var status = stat()
            let isDirectory =
                stat("\(directory)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            guard isDirectory || !onlyDirectories else { continue }
            // One that begins with a hyphen would be taken for options.
            let safe = start.isEmpty && name.hasPrefix("-") ? "./\(name)" : start + name
            found.append(Candidate(safe + (isDirectory ? "/" : "")))
        }
        return found.sorted { $0.word < $1.word }
    }

    // MARK: Servers

    /// The user's sites and ssh's hosts. rclone is not asked: it takes too long.
    private static func named() -> [NamedSite] {
        guard let files = try? SettingsFiles(NoOptions()) else { return [] }
        let own = (try? files.named()) ?? []
        return own + files.sshHosts(beside: own).sites.map { NamedSite(name: $0.host, site: $0) }
    }

    /// Sites by their names, and the beginnings of URLs.
    private static func sites(_ typed: String) -> [Candidate] {
        let names = named().map { Candidate("\($0.name):", $0.url) }
        var seen: Set<String> = []
        return (names + (typed.isEmpty ? [] : known().map { Candidate($0) }))
            .filter { $0.word.hasPrefix(typed) && seen.insert($0.word).inserted }
    }

    /// URLs of directories that were shown, and of sites.
    private static func known() -> [String] {
        let paths = SettingsPaths()
        let visited = VisitedDirectories.load(paths.visitedFile).map {
            NamedSite(name: "", site: $0.site, path: $0.path).url
        }
        let recent = RecentSites.load(paths.recentFile, settings: FileSystemMakers.settings)
        return named().map(\.url) + (recent.map(\.url) + visited).filter { $0.contains("://") }
    }

    /// Directories of a server: those that were shown before, or all that it has, where the user wants
    /// that.
    private static func remote(_ typed: String, prefix: String) -> [Candidate] {
        let wantsList = (try? SettingsFiles(NoOptions()))?.config.completesOnServers ?? false
        if wantsList, let listed = listed(typed) { return listed }
        guard !prefix.isEmpty else {
            var seen: Set<String> = []
            return known().filter { $0.hasPrefix(typed) && seen.insert($0).inserted }
                .map { Candidate($0) }
        }
        let name = String(prefix.dropLast())
        guard let site = named().first(where: { $0.name == name }) else { return [] }
        var seen: Set<String> = []
        return VisitedDirectories.load(SettingsPaths().visitedFile).compactMap { location in
            guard location.site.isSameAccount(as: site.site) else { return nil }
            let text = location.path.text
            let word = prefix + text + (text.hasSuffix("/") ? "" : "/")
            return word.hasPrefix(typed) && seen.insert(word).inserted ? Candidate(word) : nil
        }
    }

    /// What the server has there; nil where it cannot be reached without a question.
    private static func listed(_ typed: String) -> [Candidate]? {
        var end = typed.endIndex
        while end > typed.startIndex, !"/:".contains(typed[typed.index(before: end)]) {
            end = typed.index(before: end)
        }
        let start = String(typed[..<end])
        // A host is whole once a slash follows it.
        if let scheme = start.firstRange(of: "://"), !start[scheme.upperBound...].contains("/") {
            return nil
        }
        QuestionTerminal.leave()
        // Nobody who waits for a word wants to wait long.
        let options = NoOptions(timeout: 5)
        guard let place = try? Place(ArgumentBytes(argument: start), options),
            let session = try? HeadlessSession(options, [place])
        else { return nil }
        defer { session.close() }
        guard let place = try? session.resolved(place) else { return nil }
        let isURL = start.contains("://")
        let found = try? session.use(place.site) { files -> [Candidate] in
            try files.list(try session.path(of: place, on: files)).entries.prefix(most)
                .compactMap { entry in
                    guard let name = String(validating: entry.name.bytes, as: UTF8.self) else {
                        return nil
                    }
                    let shown = isURL ? PercentCoding.encode(Array(name.utf8)) : name
                    let word = start + shown + (entry.kind == .directory ? "/" : "")
                    return word.hasPrefix(typed) ? Candidate(word) : nil
                }
        }
        return found
    }
}

/// The terminal that belongs to the process, where programs ask for passwords.
private enum QuestionTerminal {
    /// Gives it up, so that nothing asks on it while the user types.
    static func leave() {
        let descriptor = Glibc.open("/dev/tty", O_RDWR | O_NOCTTY)
        guard descriptor >= 0 else { return }
        // The leader of a session ends its programs with it.
        signal(SIGHUP, SIG_IGN)
        _ = ioctl(descriptor, UInt(TIOCNOTTY))
        Glibc.close(descriptor)
    }
}
