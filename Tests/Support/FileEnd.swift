package import Files
import Glibc

/// An open file of this machine, as either end of a transfer.
package final class FileEnd {
    package let descriptor: CInt
    package let size: UInt64?
    package private(set) var position: UInt64 = 0

    /// Opens it; `flags` as open(2) has them.
    package init(_ path: String, _ flags: CInt) throws(FileSystemError) {
        descriptor = open(path, flags | O_CLOEXEC, 0o600)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            throw FileSystemError(.other, detail: "\(path): \(String(cString: strerror(errno)))")
        }
        size = UInt64(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    package func failure(_ code: CInt) -> FileSystemError {
        FileSystemError(
            .other, detail: "/end could not be used: \(String(cString: strerror(code))).")
    }

    /// Takes all that a source has, as the kernel moves it, and else by itself; how many bytes the kernel
    /// has moved. `step` is called before each move.
    package func fill(
        from source: any FileSource & KernelSource, step: (Int) throws -> Void = { _ in }
    ) throws -> Int {
        let moved = try carry(step) {
            try source.move(to: self, atMost: FileEnd.stretch)
        } copy: { block in
            let count = try source.read(into: block)
            try write(UnsafeRawBufferPointer(rebasing: block[..<count]))
            return count
        }
        try source.finish()
        return moved
    }

    /// The same the other way.
    package func empty(
        into sink: any FileSink & KernelSink, step: (Int) throws -> Void = { _ in }
    ) throws -> Int {
        let moved = try carry(step) {
            try sink.move(from: self, atMost: FileEnd.stretch)
        } copy: { block in
            let count = try read(into: block)
            try sink.write(UnsafeRawBufferPointer(rebasing: block[..<count]))
            return count
        }
        try sink.finish()
        return moved
    }

    private static let stretch = 1 << 20

    private func carry(
        _ step: (Int) throws -> Void, move: () throws -> Int?,
        copy: (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws -> Int {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { block.deallocate() }
        var moved = 0
        while true {
            try step(moved)
            if let count = try move() {
                moved += count
                if count == 0 { return moved }
            } else if try copy(block) == 0 {
                return moved
            }
        }
    }
}

extension FileEnd: FileDescriptorSink {
    package func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        var rest = buffer
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            guard count > 0 else { throw failure(errno) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            wrote(count)
        }
    }

    package func wrote(_ count: Int) { position += UInt64(count) }
}

extension FileEnd: FileDescriptorSource {
    package var left: UInt64 { max(size ?? 0, position) - position }

    package var changed: FileSystemError {
        FileSystemError(.changed, detail: "/end is shorter than it was.")
    }

    package func took(_ count: Int) { position += UInt64(count) }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard count >= 0 else { throw failure(errno) }
        took(count)
        return count
    }

    package func finish() throws(FileSystemError) {}

    package func cancel() {}
}
