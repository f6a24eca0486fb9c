package import Files

/// Puts a directory in the order of an `Arrangement`. Made for a million names: eight bytes of what
/// decides are looked at first, and names only where these are the same.
extension Arrangement {
    private struct Item {
        var prefix: UInt64 = 0
        var index: UInt32
    }

    /// Indices into `directory`, directories first; hidden and filtered names left out.
    package func order(of directory: Directory) -> [UInt32] {
        var directories: [Item] = []
        var files: [Item] = []
        directory.withNames { names in
            let wanted =
                filter.isEmpty
                ? nil : NameMatch(filter, charset: charset.flatMap { Charset(named: $0) })
            for index in 0..<directory.count {
                let name = names[index]
                if !showsHidden, name.first == 0x2E { continue }
                if let wanted, !wanted.isIn(name) { continue }
                let item = Item(index: UInt32(index))
                if !mixesDirectories, directory.kind(at: index) == .directory {
                    directories.append(item)
                } else {
                    files.append(item)
                }
            }
            let isByName = key == .name || key == .time
            sort(&directories, by: isByName ? key : .name, directory, names)
            sort(&files, by: key, directory, names)
        }
        if isReversed {
            directories.reverse()
            files.reverse()
        }
        return directories.map(\.index) + files.map(\.index)
    }

    private func sort(
        _ items: inout [Item], by key: Key, _ directory: Directory, _ names: Directory.Names
    ) {
        let start = Self.sharedLength(of: items, names)
        for position in items.indices {
            let index = Int(items[position].index)
            items[position].prefix =
                switch key {
                case .name where isLiteral: Self.literalPrefix(of: names[index], from: start)
                case .name: NaturalOrder.prefix(of: names[index], from: start)
                case .ext: Self.extensionPrefix(of: names[index])
                case .size: UInt64.max - (directory.size(at: index) ?? 0)
                case .time: Self.newness(directory.modified(at: index))
                }
        }
        let comparesExtensions = key == .ext
        let isLiteral = isLiteral
        items.sort { left, right in
            if left.prefix != right.prefix { return left.prefix < right.prefix }
            let (a, b) = (names[Int(left.index)], names[Int(right.index)])
            var order = 0
            if comparesExtensions { order = NaturalOrder.compareExtensions(a, b) }
            if order == 0, !isLiteral { order = NaturalOrder.compare(a, b) }
            if order == 0 { order = NaturalOrder.compareBytes(a, b) }
            return order == 0 ? left.index < right.index : order < 0
        }
    }

    /// How many bytes all names begin with alike, but never half a number.
    private static func sharedLength(of items: [Item], _ names: Directory.Names) -> Int {
        guard let first = items.first else { return 0 }
        let model = names[Int(first.index)]
        var length = model.count
        for item in items.dropFirst() where length > 0 {
            let name = names[Int(item.index)]
            length = min(length, name.count)
            var position = 0
            while position < length, name[position] == model[position] { position += 1 }
            length = position
        }
        while length > 0, NaturalOrder.isDigit(model[length - 1]) { length -= 1 }
        return length
    }

    private static func literalPrefix(
        of name: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> UInt64 {
        var result: UInt64 = 0
        for position in start..<start + 8 {
            result = result << 8 | (position < name.count ? UInt64(name[position]) : 0)
        }
        return result
    }

    private static func extensionPrefix(of name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var result: UInt64 = 0
        var bytes = NaturalOrder.pathExtension(of: name).makeIterator()
        for _ in 0..<8 { result = result << 8 | UInt64(bytes.next().map(NaturalOrder.folded) ?? 0) }
        return result
    }

    /// The newest first, and what has no time last.
    private static func newness(_ time: Timestamp?) -> UInt64 {
        guard let time else { return .max }
        return ~UInt64(bitPattern: time.seconds ^ .min)
    }
}
