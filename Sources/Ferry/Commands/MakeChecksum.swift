import ArgumentParser
import Digests
import Files
import Words

struct MakeChecksum: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checksum",
        abstract:
            tr(
                "Print checksums of files, computed by the server if possible, otherwise by reading "
                    + "them."))

    @Option(
        help: ArgumentHelp(
            tr("Checksum algorithm."),
            valueName: ChecksumAlgorithm.allValueStrings.joined(separator: "|")))
    var type = ChecksumAlgorithm.sha256

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("URLs or paths.")))
    var urls: [ArgumentBytes]

    func run() throws {
        let named = try urls.map { try Place($0, options) }
        let session = try HeadlessSession(options, named)
        defer { session.close() }
        let places = try session.expanded(named)
        // Those of one site that its server may tell, asked for together.
        var told: [Site: [Path: Checksum]] = [:]
        try Grouped.bySite(places, session) { (place, files) throws(FileSystemError) in
            let path = try session.path(of: place, on: files)
            if told[place.site] == nil {
                let all = places.filter { $0.site == place.site }.compactMap(\.path)
                told[place.site] = try self.told(of: all, on: files)
            }
            let known = told[place.site]?[path]
            let checksum: Checksum
            if let known {
                checksum = known
            } else {
                checksum = try files.readChecksum(of: path, type)
            }
            if options.verbose {
                let name = path.text(on: place.site)
                let line =
                    known != nil && !place.site.isLocal
                    ? tr("\(name): \(type.rawValue), by the server")
                    : tr("\(name): \(type.rawValue), read here")
                StandardError.say(Failure.prefix + line)
            }
            try print(checksum, of: path, on: place.site)
        }
    }

    /// What a server that is asked says; reading is the way where it says nothing.
    private func told(
        of paths: [Path], on files: any FileSystem
    ) throws(FileSystemError) -> [Path: Checksum] {
        guard !files.site.isLocal, let files = files as? any Checksumming,
            files.checksumAlgorithms.contains(type)
        else { return [:] }
        return try files.checksums(of: paths, type)
    }

    /// As sha256sum does it: a name with a line break or a backslash in it is written with `\n` and `\\`,
    /// and the line begins with a backslash.
    private func print(
        _ checksum: Checksum, of path: Path, on site: Site
    ) throws(FileSystemError) {
        var isEscaped = false
        var written: [UInt8] = []
        for byte in path.bytes {
            switch byte {
            case 0x0A: written += [0x5C, 0x6E]
            case 0x0D: written += [0x5C, 0x72]
            case 0x5C: written += [0x5C, 0x5C]
            default:
                written.append(byte)
                continue
            }
            isEscaped = true
        }
        do throws(OutputFailure) {
            var output = PathOutput(site)
            try output.append(
                "\(isEscaped ? "\\" : "")\(checksum.text)  \(site.text)", written)
            try output.flush()
        } catch {
            throw FileSystemError(.other, detail: error.sentence)
        }
    }
}

extension ChecksumAlgorithm: ExpressibleByArgument {}
