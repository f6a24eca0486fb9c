import Glibc

/// Inputs that lie beside this file: `Samples/SAMPLES/NAME` to start from, and
/// `Fixtures/TARGET/NAME`, which once broke something.
enum StoredInputs {
    private static let here =
        #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }

    static func samples(of target: FuzzTarget) -> [[UInt8]] {
        files(in: "\(here)/Samples/\(target.samples)").map(\.bytes)
    }

    static func fixtures(of target: FuzzTarget) -> [(name: String, bytes: [UInt8])] {
        files(in: "\(here)/Fixtures/\(target.name)")
    }

    /// The names of the folders that hold fixtures.
    static var fixtureFolders: [String] { names(in: "\(here)/Fixtures") }

    private static func files(in folder: String) -> [(name: String, bytes: [UInt8])] {
        names(in: folder).compactMap { name in
            bytes(of: "\(folder)/\(name)").map { (name, $0) }
        }
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    private static func bytes(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }
}
