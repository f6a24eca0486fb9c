import Files

/// Versions in a listing of VMS: they are shown only where a file has more than one.
enum VMSVersions {
    static func hide(in directory: inout Directory) {
        var counts: [[UInt8]: Int] = [:]
        let lengths = directory.records.indices.map { index -> Int? in
            guard directory.kind(at: index) == .file else { return nil }
            let name = directory.nameBytes(at: index)
            guard let semicolon = name.lastIndex(of: 0x3B), semicolon > name.startIndex,
                semicolon + 1 < name.endIndex,
                !name[(semicolon + 1)...].contains(where: { !ListingLine.isDigit($0) }),
                name[semicolon - 1] != 0x5E
            else {
                counts[Array(name), default: 0] += 1
                return nil
            }
            counts[Array(name[..<semicolon]), default: 0] += 1
            return semicolon - name.startIndex
        }
        for (index, length) in lengths.enumerated() {
            guard let length, counts[Array(directory.nameBytes(at: index).prefix(length))] == 1
            else { continue }
            directory.shortenName(at: index, to: length)
        }
    }
}
