import Disk
import NIOCore

/// NIO's view of an open file, for as long as parts of it are sent; the descriptor stays the
/// file's own.
final class BorrowedHandle {
    let file: OpenFile
    let handle: NIOFileHandle

    init(_ file: OpenFile) {
        self.file = file
        handle = NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: file.descriptor.number)
    }

    deinit {
        // The file closes it.
        _ = try? handle.takeDescriptorOwnership()
    }
}
