package import Files
package import Jobs
import Transport
import Words

/// Refuses copies that would write over their own source, into it, or over one another, as far as
/// that can be known before anything is written.
package struct SelfCopyCheck {
    /// Why a copy makes no sense.
    package struct Refusal: Error {
        /// One sentence.
        package let sentence: String

        package init(_ sentence: String) { self.sentence = sentence }
    }

    private let access: any TreeAccess

    package init(_ access: any TreeAccess) { self.access = access }

    /// That one directory is neither the other nor in it; throws as `check` does.
    package func checkApart(_ one: Location, _ other: Location) throws {
        guard let name = Name("top") else { return }
        let entry = Entry(name: name, kind: .directory)
        for (from, to) in [(one, other), (other, one)] {
            try check([JobRequest(operation: .copy, source: from, entry: entry, target: to)])
        }
    }

    /// Throws a `Refusal`, and what keeps it from being found out.
    package func check(_ requests: [JobRequest]) throws {
        var taken: [Location: Location] = [:]
        for request in requests {
            guard let target = request.target else { continue }
            if let other = taken.updateValue(request.source, forKey: target) {
                throw Refusal(
                    tr(
                        "\(other.text) and \(request.source.text) would both become \(target.text); "
                            + "copy them separately."))
            }
            guard request.source.site.holdsSameFiles(as: target.site) else { continue }
            try check(request.source.path, target.path, request)
            if let (source, end) = try resolved(request.source, target) {
                try check(source, end, request)
            }
            try checkNodes(request.source, target, request)
        }
    }

    private func check(_ source: Path, _ target: Path, _ request: JobRequest) throws {
        if source == target { throw same(request) }
        guard request.entry.kind == .directory, target.isInside(source) else { return }
        throw Refusal(tr("'\(request.source.text)' cannot be copied into itself."))
    }

    private func same(_ request: JobRequest) -> Refusal {
        Refusal(
            tr(
                "'\(request.source.text)' and '\(request.target?.text ?? "")' are the same; nothing was "
                    + "copied."))
    }

    /// Both ends without the links that lead to them; nil where nobody tells. A target that is not
    /// there yet lies where its directory does.
    private func resolved(
        _ source: Location, _ target: Location
    ) throws -> (source: Path, target: Path)? {
        try access.use(source.site, keeps: false) { files in
            guard let files = files as? any ResolvingPaths, let name = target.path.name else {
                return nil
            }
            let found = try files.resolved([source.path, target.path, target.path.parent])
            guard found.count == 3, let source = found[0],
                let end = found[1] ?? found[2]?.appending(name)
            else { return nil }
            return (source, end)
        }
    }

    /// On this machine two names may be links to one file.
    private func checkNodes(
        _ source: Location, _ target: Location, _ request: JobRequest
    ) throws {
        guard source.site.isLocal, target.site.isLocal else { return }
        try access.use(.local, keeps: false) { files in
            let found = try files.fingerprints(of: [source.path, target.path])
            guard let one = found[source.path]?.node, let other = found[target.path]?.node,
                one.device == other.device, one.inode == other.inode
            else { return }
            throw same(request)
        }
    }
}

extension Site {
    /// Whether paths mean the same files there, as far as the sites themselves tell: the same account
    /// on the same server, also where it is spoken to in another way.
    package func holdsSameFiles(as other: Site) -> Bool {
        if self == other { return true }
        // Paths in an archive are its own.
        guard archive == other.archive else { return false }
        let isSameService =
            scheme.account == other.scheme.account || (scheme.isHTTP && other.scheme.isHTTP)
        let isSamePort =
            port == other.port
            || (port == scheme.defaultPort && other.port == other.scheme.defaultPort)
        return isSameService && isSamePort && (accountName == other.accountName || scheme.isHTTP)
            && isSameHost(as: other)
    }

    /// Seconds that a look for a name's addresses may take.
    private static let patience = 5.0

    /// Whether their hosts are written in the same way, or have an address in common.
    private func isSameHost(as other: Site) -> Bool {
        if comparedHost == other.comparedHost { return true }
        guard isRemote, other.isRemote, !scheme.namesRemote, !other.scheme.namesRemote else {
            return false
        }
        return !addresses.isDisjoint(with: other.addresses)
    }

    /// None where the name cannot be found: whoever connects says so.
    private var addresses: Set<String> {
        let found = try? Resolver.resolve(
            comparedHost, port: port, Interrupter(), .after(seconds: Site.patience))
        return Set((found ?? []).map(\.host))
    }

    /// FTP's anonymous user has two names, and none.
    private var accountName: String? {
        guard scheme.isFTP, let user else { return user }
        return ["anonymous", "ftp"].contains(user) ? nil : user
    }
}
