import ArgumentParser
import Files
import Glibc

struct Cat: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cat", abstract: "Write a file to stdout.")

    @OptionGroup var options: ConnectionOptions

    @Argument(help: "A URL or a path.")
    var url: String

    func run() throws {
        let place = try Place(url, options)
        try Cat.write(place, options)
    }

    /// Streams a file to stdout.
    static func write(_ place: Place, _ options: ConnectionOptions) throws {
        let session = try HeadlessSession(options, [place])
        guard let path = place.path, !path.isRoot else {
            throw Failure.usage("\(place.site.text)/ is a directory: name a file.")
        }
        try session.use(place.site) { (files) throws(FileSystemError) in
            try copy(path, from: files)
        }
    }

    private static func copy(
        _ path: Path, from files: any FileSystem
    ) throws(FileSystemError) {
        let source = try files.open(path, from: 0)
        let output = Output(descriptor: STDOUT_FILENO)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
        defer { buffer.deallocate() }
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { break }
            guard output.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else {
                let reason = String(cString: strerror(errno))
                source.cancel()
                throw FileSystemError(
                    .other, path: path,
                    detail: "\(path.text) was not written to stdout: \(reason).")
            }
        }
        try source.finish()
    }
}
