/// Bytes of a fixed size, kept for reading into again and again.
package final class Buffer {
    package let bytes: UnsafeMutableRawBufferPointer

    package init(capacity: Int) {
        bytes = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit {
        bytes.deallocate()
    }
}
