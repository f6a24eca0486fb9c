/// A sink that is an open file of this machine, which the kernel can write to by itself.
package protocol FileDescriptorSink: ByteSink {
    /// The file, which stands where the next bytes go.
    var descriptor: CInt { get }
    /// The kernel wrote so many bytes to it.
    func wrote(_ count: Int)
    /// What errno says of a try to write to it.
    func failure(_ code: CInt) -> FileSystemError
}

/// A source whose bytes the kernel can move to a file by itself: none of them comes to Ferry.
package protocol KernelSource: FileSource {
    /// Has the next bytes moved, `most` at most, and waits for at least one; 0 at the end. Nil where those
    /// that come next have to be read; none was moved then.
    func move(to file: any FileDescriptorSink, atMost most: Int) throws(FileSystemError) -> Int?
}

/// A source that is an open file of this machine, which the kernel can read by itself.
package protocol FileDescriptorSource: FileSource {
    /// The file, which stands where the next bytes are.
    var descriptor: CInt { get }
    /// Bytes behind that, as far as is known.
    var left: UInt64 { get }
    /// What is to be said where it has fewer.
    var changed: FileSystemError { get }
    /// The kernel read so many bytes of it.
    func took(_ count: Int)
    /// What errno says of a try to read it.
    func failure(_ code: CInt) -> FileSystemError
}

/// A sink that the kernel can fill from a file by itself.
package protocol KernelSink: FileSink {
    /// Whether whoever takes the bytes is on this machine and gets them sooner if they are copied: what Ferry has
    /// just copied is still in the processor's cache; what the kernel hands over has to be fetched from memory.
    var isReceiverHere: Bool { get }
    /// Has the next bytes moved, `most` at most, and waits for at least one; 0 at the file's end. Nil where
    /// they have to be written; none was moved then.
    func move(from file: any FileDescriptorSource, atMost most: Int) throws(FileSystemError) -> Int?
}
