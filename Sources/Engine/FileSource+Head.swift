import Files
import Work

extension FileSource {
    /// Reads on until `bytes` holds so many, and whether the file ended before. Throws where `stop` was
    /// cancelled, with `reason`.
    func read(
        upTo limit: Int, _ bytes: inout [UInt8], unless stop: Cancellation, _ reason: String
    ) throws(FileSystemError) -> Bool {
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < limit {
            if stop.isCancelled { throw FileSystemError(.cancelled, detail: reason) }
            let wanted = min(block.count, limit - bytes.count)
            let result = block.withUnsafeMutableBytes { buffer in
                Result { () throws(FileSystemError) -> Int in
                    try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
                }
            }
            let count = try result.get()
            if count == 0 { return true }
            bytes += block[..<count]
        }
        return false
    }
}
