/// How entries are packed into one file; the file's name says which.
package enum PackFormat: String, Sendable, CaseIterable {
    case tarGzip, zip, tarZstd, tarXz, tarBzip2, tar

    /// What the names of such files end with.
    package var ending: String {
        switch self {
        case .tarGzip: ".tar.gz"
        case .zip: ".zip"
        case .tarZstd: ".tar.zst"
        case .tarXz: ".tar.xz"
        case .tarBzip2: ".tar.bz2"
        case .tar: ".tar"
        }
    }

    /// All endings by which it is known.
    private var endings: [String] {
        switch self {
        case .tarGzip: [ending, ".tgz"]
        case .tarZstd: [ending, ".tzst"]
        case .tarXz: [ending, ".txz"]
        case .tarBzip2: [ending, ".tbz2"]
        case .zip, .tar: [ending]
        }
    }

    /// By a name's ending, in letters of any case; nil for no archive that Ferry can make.
    package init?(_ name: Name) {
        guard let (format, _) = PackFormat.split(name.bytes) else { return nil }
        self = format
    }

    /// The format that a name's ending says, and how many bytes that ending is long.
    private static func split(_ name: [UInt8]) -> (format: PackFormat, length: Int)? {
        let lower = name.suffix(8).map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
        for format in allCases {
            for ending in format.endings {
                let count = ending.utf8.count
                if name.count > count, lower.suffix(count).elementsEqual(ending.utf8) {
                    return (format, count)
                }
            }
        }
        return nil
    }

    /// A text that names an archive, with this format's ending in the place of its own.
    package func naming(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let stem = PackFormat.split(bytes).map { bytes.dropLast($0.length) } ?? bytes[...]
        return String(decoding: stem, as: UTF8.self) + ending
    }
}
