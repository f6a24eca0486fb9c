import Glibc

extension Descriptor {
    /// Bytes that are compared or copied at once.
    private static let block = 256 << 10

    /// Reads from `offset` on, wherever the file stands; 0 at its end.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(DiskError) -> Int {
        try Call.retrying(.read) { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// Fills `buffer` from `offset` on; fewer bytes only at the end.
    private func fill(
        _ buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(DiskError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = try read(into: rest, at: offset + Int64(filled))
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Its first bytes, no more than `limit`.
    package func bytes(upTo limit: Int) throws(DiskError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(min(try status().size, UInt64(limit))))
        let count = try bytes.withUnsafeMutableBufferPointer { (bytes) throws(DiskError) in
            try fill(UnsafeMutableRawBufferPointer(bytes), at: 0)
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// How many bytes from their beginning on are the same as another file's.
    package func commonLength(with other: Descriptor) throws(DiskError) -> Int64 {
        let blocks = UnsafeMutableRawBufferPointer.allocate(
            byteCount: 2 * Descriptor.block, alignment: 16)
        defer { blocks.deallocate() }
        let ours = UnsafeMutableRawBufferPointer(rebasing: blocks[..<Descriptor.block])
        let theirs = UnsafeMutableRawBufferPointer(rebasing: blocks[Descriptor.block...])
        var offset: Int64 = 0
        while true {
            let count = try fill(ours, at: offset)
            let common = min(count, try other.fill(theirs, at: offset))
            for index in 0..<common where ours[index] != theirs[index] {
                return offset + Int64(index)
            }
            offset += Int64(common)
            if common < Descriptor.block { return offset }
        }
    }

    /// Whether another file has the same bytes.
    package func hasSameBytes(as other: Descriptor) throws(DiskError) -> Bool {
        let (size, theirs) = (try status().st_size, try other.status().st_size)
        guard size == theirs else { return false }
        return try commonLength(with: other) == Int64(size)
    }

    /// Appends all bytes of another file.
    package func append(contentsOf source: Descriptor) throws(DiskError) {
        let block = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Descriptor.block, alignment: 16)
        defer { block.deallocate() }
        var offset: Int64 = 0
        while true {
            let count = try source.read(into: block, at: offset)
            if count == 0 { return }
            try write(UnsafeRawBufferPointer(rebasing: block[..<count]))
            offset += Int64(count)
        }
    }
}
