import ArgumentParser
import Files
import Glibc
import Words

/// An argument in the bytes that the shell passed: names of files need not be UTF-8.
struct ArgumentBytes: ExpressibleByArgument, Hashable, Sendable {
    let bytes: [UInt8]

    /// From what the argument parser has: see `ArgumentText`.
    init(argument: String) {
        bytes = ArgumentText.bytes(of: argument)
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// For showing only: sanitised.
    var text: String { VisibleText.make(bytes) }

    var defaultValueDescription: String { text }

    /// Whether it is `-`: stdin or stdout.
    var isStandard: Bool { bytes == [0x2D] }

    var endsInSlash: Bool { bytes.last == 0x2F }

    /// Whether its last component is `.` or `..`.
    var endsInDots: Bool {
        var path = bytes
        if looksLikeURL {
            // Also dots and slashes that are percent-encoded.
            path = PercentCoding.decodeLeniently(url.utf8.prefix { $0 != 0x3F && $0 != 0x23 })
        }
        // What stands behind the colon of `host:path` is a path of its own.
        if let reference { path = reference.path }
        let last = path.split(separator: 0x2F).last.map { Array($0) }
        return last == [0x2E] || last == [0x2E, 0x2E]
    }

    /// Whether it starts like a URL, so that it is not taken for a path.
    var looksLikeURL: Bool { SiteURL.looksLikeURL(url) }

    /// The parts of `host:path`, where it may be one: what stands before the colon is no path from
    /// `/`, `.` or `..`. With slashes in it, it is the name of a site in a folder, or none.
    var reference: (name: String, path: [UInt8])? {
        guard !looksLikeURL, let colon = bytes.firstIndex(of: 0x3A), colon > 0,
            !["/", "./", "../"].contains(where: { bytes.starts(with: $0.utf8) }),
            let name = String(validating: bytes[..<colon], as: UTF8.self)
        else { return nil }
        return (name, Array(bytes[(colon + 1)...]))
    }

    /// As a URL: bytes that are not UTF-8 are percent-encoded (RFC 3986 section 2.1).
    var url: String {
        ArgumentText.replacingForeign(in: ArgumentText.make(bytes)) { byte in
            PercentCoding.encode([byte])
        }
    }

    /// The absolute path, where it is one relative to the working directory. What `..` leads to,
    /// behind a link, the system says.
    func localPath() throws(Failure) -> Path {
        let parts = absoluteBytes.split(separator: 0x2F)
        guard let last = parts.lastIndex(of: [0x2E, 0x2E]) else { return Path(absoluteBytes) }
        let above = parts[...last].flatMap { [0x2F] + $0 }
        guard let resolved = RealPath.of(above) else {
            throw Failure([tr("\(text) cannot be found (\(systemReason(errno))).")])
        }
        return Path(resolved + parts[(last + 1)...].flatMap { [0x2F] + $0 })
    }

    /// The same, without any of its `..` taken out.
    var absoluteBytes: [UInt8] {
        bytes.first == 0x2F ? bytes : Place.workingDirectory().bytes + [0x2F] + bytes
    }

    /// With the NUL that C wants.
    var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}
