import Glibc

/// The folder that a client sees as `/`, and where its paths lead on this machine. Paths are bytes;
/// none leads out of the folder, but by a link that a test has put there.
struct ScriptedSFTPPlace: Sendable {
    private let root: [UInt8]

    /// `root` without a slash at the end.
    init(root: String) {
        self.root = Array(root.utf8)
    }

    /// The client's path without dots, from `/` on; relative ones begin at `home`.
    func absolute(_ path: [UInt8], home: String) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let whole = path.first == slash ? path : Array(home.utf8) + [slash] + path
        var parts: [ArraySlice<UInt8>] = []
        for part in whole.split(separator: slash) {
            if part.elementsEqual("..".utf8) {
                _ = parts.popLast()
            } else if !part.elementsEqual(".".utf8) {
                parts.append(part)
            }
        }
        return parts.isEmpty ? [slash] : parts.flatMap { [slash] + $0 }
    }

    /// A path on this machine, for C; nil where it holds a NUL.
    func real(_ absolute: [UInt8]) -> [CChar]? {
        guard !absolute.contains(0) else { return nil }
        return (root + absolute + [0]).map { CChar(bitPattern: $0) }
    }

    /// A link's target, which is the client's path where it begins with a slash, as this machine
    /// needs it.
    func realTarget(_ target: [UInt8]) -> [CChar]? {
        guard !target.contains(0) else { return nil }
        let isAbsolute = target.first == UInt8(ascii: "/")
        return ((isAbsolute ? root : []) + target + [0]).map { CChar(bitPattern: $0) }
    }

    /// The client's form of a path or target of this machine; itself outside of the folder.
    func shown(_ real: [UInt8]) -> [UInt8] {
        guard real.starts(with: root) else { return real }
        let rest = Array(real.dropFirst(root.count))
        if rest.isEmpty { return [UInt8(ascii: "/")] }
        return rest.first == UInt8(ascii: "/") ? rest : real
    }

    /// The path with its links followed, as REALPATH gives it; the last name need not exist. Nil,
    /// with errno, where the others do not.
    func canonical(_ absolute: [UInt8]) -> [UInt8]? {
        guard let whole = real(absolute) else {
            errno = ENOENT
            return nil
        }
        if let found = resolved(whole) { return shown(found) }
        guard errno == ENOENT, let slash = absolute.lastIndex(of: UInt8(ascii: "/")),
            let parent = real(Array(absolute[..<slash])), let found = resolved(parent)
        else { return nil }
        let above = shown(found)
        return (above == [UInt8(ascii: "/")] ? [] : above) + absolute[slash...]
    }

    private func resolved(_ path: [CChar]) -> [UInt8]? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return UnsafeBufferPointer(start: found, count: strlen(found)).map {
            UInt8(bitPattern: $0)
        }
    }
}
