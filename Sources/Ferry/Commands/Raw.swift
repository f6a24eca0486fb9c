import ArgumentParser
import Files
import Glibc

struct Raw: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send FTP commands as they are, one a line of stdin; print the replies.")

    @OptionGroup var options: ConnectionOptions

    @Argument(help: "An FTP URL.")
    var url: String

    func run() throws {
        let place = try Place(url, options)
        guard !place.site.isLocal else {
            throw Failure.usage("'\(VisibleText.make(url))' is no server: write ftp://host/.")
        }
        let session = try HeadlessSession(options, [place])
        try session.use(place.site) { (files) throws(FileSystemError) in
            _ = try files.home()
            while let line = readLine() {
                if line.isEmpty { continue }
                for reply in try files.raw(line) { print(reply) }
            }
        }
    }
}
