import Glibc

extension Descriptor {
    /// Writes all of `bytes` where the file stands, or behind its end where it was opened so.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(DiskError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = try Call.retrying(.write) {
                Glibc.write(number, rest.baseAddress, rest.count)
            }
            // A disk that takes nothing and gives no reason would be asked for ever.
            guard count > 0 else { throw DiskError(.write, EIO) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }

    /// The same.
    package func write(_ bytes: [UInt8]) throws(DiskError) {
        // Raw buffers know no typed errors yet.
        try bytes.withUnsafeBufferPointer { (bytes) throws(DiskError) in
            try write(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Writes all of `bytes` from `offset` on, wherever the file stands.
    package func write(_ bytes: [UInt8], at offset: Int64) throws(DiskError) {
        var done = 0
        while done < bytes.count {
            let count = try Call.retrying(.write) {
                bytes[done...].withUnsafeBytes {
                    pwrite(number, $0.baseAddress, $0.count, off_t(offset + Int64(done)))
                }
            }
            guard count > 0 else { throw DiskError(.write, EIO) }
            done += count
        }
    }
}
