import Files
import Glibc
import Support
import Testing
import Work

@testable import Transfers

@Suite("How a file's bytes get to a server")
struct CourseTests {
    /// Counts what it is asked to do.
    private final class Sink: KernelSink {
        let part = Part(
            id: PartID(token: PartID.newToken(), number: 1), file: Path("/a"), place: .inPlace)
        let remark: String? = nil
        let isReceiverHere: Bool
        private(set) var moved = 0
        private(set) var written = 0

        init(isReceiverHere: Bool) {
            self.isReceiverHere = isReceiverHere
        }

        func move(
            from file: any FileDescriptorSource, atMost most: Int
        ) throws(FileSystemError) -> Int? {
            let count = min(most, Int(file.left))
            lseek(file.descriptor, off_t(count), SEEK_CUR)
            file.took(count)
            moved += count
            return count
        }

        func write(_ buffer: UnsafeRawBufferPointer) { written += buffer.count }
        func finish() {}
        func cancel() {}
    }

    @Test("Through the kernel to another machine, and through Ferry to a server on this one")
    func near() throws {
        let folder = try TemporaryFolder()
        let size = 3 << 20
        try folder.write([UInt8](repeating: 7, count: size), to: "a")
        for isHere in [true, false] {
            let source = try FileEnd("\(folder.path)/a", O_RDONLY)
            let sink = Sink(isReceiverHere: isHere)
            var heard = 0
            try Copier().copy(from: source, to: sink, cancellation: Cancellation()) { heard += $0 }
            #expect(heard == size)
            #expect(sink.written == (isHere ? size : 0))
            #expect(sink.moved == (isHere ? 0 : size))
        }
    }
}
