import Foundation

extension [UInt8] {
    /// Works with the bytes as data without copying them, as they may be many; not at all where there are
    /// none. The data must not be kept.
    func withSharedData(_ body: (Data) throws -> Void) rethrows {
        try withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            try body(
                Data(
                    bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
                    deallocator: .none))
        }
    }
}
