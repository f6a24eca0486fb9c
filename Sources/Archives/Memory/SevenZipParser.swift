/// Goes through the bytes of a header.
struct SevenZipParser {
    private var rest: ArraySlice<UInt8>
    private var needs = SevenZipHeader.Needs()

    private struct Coder {
        var codec: [UInt8]
        var properties: [UInt8]
    }

    private struct Folder {
        var coders: [Coder] = []
        var ins: UInt64 = 0
        var outs: UInt64 = 0
        var sizes: [UInt64] = []
        var hasDigest = false
        var packed: UInt64 { ins - (outs - 1) }
    }

    private struct Streams {
        var offset: UInt64 = 0
        var packed: [UInt64] = []
        var folders: [Folder] = []
    }

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func byte() -> UInt8? { rest.popFirst() }

    /// A number: as many ones as lead the first byte, so many bytes follow.
    private mutating func number() -> UInt64? {
        guard let first = rest.popFirst() else { return nil }
        let count = (~first).leadingZeroBitCount
        guard count <= rest.count else { return nil }
        let low = rest.prefix(count).littleEndianNumber
        rest = rest.dropFirst(count)
        guard count < 7 else { return low }
        return low | UInt64(first & (0x7F >> UInt8(count))) << (8 * UInt64(count))
    }

    private mutating func take(_ count: UInt64) -> [UInt8]? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return Array(rest.prefix(Int(count)))
    }

    /// A count of things that each take a byte at least; more cannot come.
    private mutating func count() -> UInt64? {
        guard let number = number(), number <= rest.count else { return nil }
        needs.count = max(needs.count, number)
        return number
    }

    // MARK: Headers

    mutating func packedHeader() -> SevenZipHeader.Packed? {
        guard let streams = streams(), streams.folders.count == 1,
            let folder = streams.folders.first, folder.coders.count == 1,
            let coder = folder.coders.first, let size = folder.sizes.first,
            let packed = streams.packed.first
        else { return nil }
        let (offset, isTooFar) = streams.offset.addingReportingOverflow(
            UInt64(SevenZipHeader.startLength))
        guard !isTooFar else { return nil }
        return SevenZipHeader.Packed(
            place: SevenZipHeader.Place(offset: offset, count: packed), codec: coder.codec,
            properties: coder.properties, count: size)
    }

    mutating func header() -> SevenZipHeader.Needs? {
        var kind = byte()
        if kind == 2 {
            while let property = byte(), property != 0 {
                guard let count = number(), take(count) != nil else { return nil }
            }
            kind = byte()
        }
        if kind == 4 {
            guard let streams = streams() else { return nil }
            var pack = 0
            for folder in streams.folders {
                needs.memory = max(
                    needs.memory, SevenZipParser.memory(folder, streams.packed.dropFirst(pack)))
                pack += Int(clamping: folder.packed)
            }
            kind = byte()
        }
        guard kind == 5 else { return kind == 0 ? needs : nil }
        // Files without contents may be as few as a bit each.
        guard let files = number() else { return nil }
        needs.count = max(needs.count, files)
        return needs
    }

    private mutating func streams() -> Streams? {
        var streams = Streams()
        var kind = byte()
        if kind == 6 {
            guard let offset = number(), let count = count(), let sizes = packSizes(count) else {
                return nil
            }
            streams.offset = offset
            streams.packed = sizes
            kind = byte()
        }
        if kind == 7 {
            guard let folders = folders() else { return nil }
            streams.folders = folders
            kind = byte()
        }
        if kind == 8 {
            guard skipSubstreams(streams.folders) else { return nil }
            kind = byte()
        }
        return kind == 0 ? streams : nil
    }

    private mutating func packSizes(_ count: UInt64) -> [UInt64]? {
        guard let kind = byte() else { return nil }
        guard kind == 9 else { return kind == 0 ? [] : nil }
        var sizes: [UInt64] = []
        for _ in 0..<count {
            guard let size = number() else { return nil }
            sizes.append(size)
        }
        return digests(count) == nil ? nil : sizes
    }

    private mutating func folders() -> [Folder]? {
        guard byte() == 0x0B, let count = count(), byte() == 0 else { return nil }
        var folders: [Folder] = []
        for _ in 0..<count {
            guard let folder = folder() else { return nil }
            folders.append(folder)
        }
        guard byte() == 0x0C else { return nil }
        for index in folders.indices {
            for _ in 0..<folders[index].outs {
                guard let size = number() else { return nil }
                folders[index].sizes.append(size)
            }
        }
        guard let digests = digests(count) else { return nil }
        for (index, hasDigest) in zip(folders.indices, digests) {
            folders[index].hasDigest = hasDigest
        }
        return folders
    }

    private mutating func folder() -> Folder? {
        guard let count = number(), count <= 4 else { return nil }
        var folder = Folder()
        for _ in 0..<count {
            guard let flags = byte(), flags & 0x80 == 0, let codec = take(UInt64(flags & 0xF))
            else { return nil }
            var (ins, outs): (UInt64, UInt64) = (1, 1)
            if flags & 0x10 != 0 {
                guard let some = number(), let others = number(), some <= 32, others <= 32
                else { return nil }
                (ins, outs) = (some, others)
            }
            var coder = Coder(codec: codec, properties: [])
            if flags & 0x20 != 0 {
                guard let length = number(), let properties = take(length) else { return nil }
                coder.properties = properties
            }
            folder.coders.append(coder)
            folder.ins += ins
            folder.outs += outs
        }
        guard folder.outs > 0, folder.ins >= folder.outs - 1 else { return nil }
        // What is bound to what, and the packed streams where there are several.
        let numbers = 2 * (folder.outs - 1) + (folder.packed == 1 ? 0 : folder.packed)
        for _ in 0..<numbers where number() == nil { return nil }
        return folder
    }

    /// Which of so many things have checksums, up to the end behind those.
    private mutating func digests(_ count: UInt64) -> [Bool]? {
        guard count <= UInt64(SevenZipHeader.longest), let kind = byte() else { return nil }
        guard kind == 0x0A else {
            return kind == 0 ? Array(repeating: false, count: Int(count)) : nil
        }
        guard let isAll = byte() else { return nil }
        var found = [Bool](repeating: true, count: Int(count))
        if isAll == 0 {
            guard let bits = take((count + 7) / 8) else { return nil }
            for index in found.indices {
                found[index] = bits[index / 8] & (0x80 >> UInt8(index % 8)) != 0
            }
        }
        let defined = found.reduce(0) { $0 + ($1 ? 1 : 0) }
        return take(4 * UInt64(defined)) != nil && byte() == 0 ? found : nil
    }

    /// Passes over how each folder is divided into files; whether all of that was there.
    private mutating func skipSubstreams(_ folders: [Folder]) -> Bool {
        var counts = [UInt64](repeating: 1, count: folders.count)
        if rest.first == 0x0D {
            rest = rest.dropFirst()
            for index in counts.indices {
                // All but one of a folder's files have a size behind this, of a byte at least.
                guard let count = number(), count <= rest.count &+ 1 else { return false }
                counts[index] = count
            }
            let sum = counts.reduce(0, &+)
            guard sum <= rest.count &+ counts.count else { return false }
            needs.count = max(needs.count, sum)
        }
        if rest.first == 9 {
            rest = rest.dropFirst()
            for count in counts where count > 1 {
                for _ in 1..<count where number() == nil { return false }
            }
        }
        let checked = zip(folders, counts).reduce(UInt64(0)) { sum, pair in
            sum &+ (pair.1 == 1 && pair.0.hasDigest ? 0 : pair.1)
        }
        return digests(checked) != nil
    }

    // MARK: Memory

    /// Bytes of memory that libarchive takes to unpack a folder, from its packed streams' sizes on.
    private static func memory(_ folder: Folder, _ packed: ArraySlice<UInt64>) -> UInt64 {
        var sum: UInt64 = 0
        func add(_ bytes: UInt64) {
            let (total, isTooMuch) = sum.addingReportingOverflow(bytes)
            sum = isTooMuch ? .max : total
        }
        for coder in folder.coders {
            let properties = coder.properties
            switch coder.codec {
            case SevenZipHeader.lzma, SevenZipHeader.ppmd:
                add(properties.dropFirst().prefix(4).littleEndianNumber)
            case SevenZipHeader.lzma2:
                add(properties.first.flatMap { LZMADictionary.size($0) } ?? 0)
            case SevenZipHeader.bcj2:
                // It keeps three of the four streams whole: as they are packed, or unpacked.
                packed.prefix(4).dropFirst().forEach(add)
                if folder.outs == 4 { folder.sizes.prefix(2).forEach(add) }
            default: break
            }
        }
        return sum
    }
}
