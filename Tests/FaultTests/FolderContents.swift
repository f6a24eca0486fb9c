import Glibc
import Support

/// All that is below a folder, by path.
struct FolderContents: Equatable {
    enum Item: Equatable {
        case folder
        case file([UInt8])
        case link(String)
        case other
    }

    var items: [String: Item] = [:]

    init() {}

    init(of folder: TemporaryFolder, below top: String) {
        read(folder, top, as: "")
    }

    /// Names that Ferry gives to what is not whole yet.
    static func isPart(_ path: String) -> Bool {
        path.split(separator: "/").contains {
            $0.hasPrefix(".ferry-") || $0.hasPrefix(".") && $0.hasSuffix(".ferry-part")
        }
    }

    private mutating func read(_ folder: TemporaryFolder, _ top: String, as path: String) {
        let place = path.isEmpty ? top : "\(top)/\(path)"
        guard let stream = opendir(folder.path(place)) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name == "." || name == ".." { continue }
            let inner = path.isEmpty ? name : "\(path)/\(name)"
            items[inner] = item(folder, "\(top)/\(inner)")
            if items[inner] == .folder { read(folder, top, as: inner) }
        }
    }

    private func item(_ folder: TemporaryFolder, _ name: String) -> Item {
        var status = stat()
        guard lstat(folder.path(name), &status) == 0 else { return .other }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return folder.read(name).map(Item.file) ?? .other
        case S_IFLNK:
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(folder.path(name), &buffer, buffer.count)
            return .link(
                String(
                    decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) },
                    as: UTF8.self))
        default: return .other
        }
    }
}
