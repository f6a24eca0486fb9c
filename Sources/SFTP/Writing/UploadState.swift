import Files

/// How far an upload is. A handle is what the server knows the open part by.
enum UploadState {
    case opening
    case writing([UInt8])
    /// The last byte is out.
    case ending([UInt8])
    case closing
    case closed
    case failed(FileSystemError)

    /// What keeps the part from being opened or written; nil while nothing does.
    var failure: FileSystemError? {
        if case .failed(let error) = self { return error }
        return nil
    }

    /// Where bytes can be written to; nil while none are taken.
    var handle: [UInt8]? {
        if case .writing(let handle) = self { return handle }
        return nil
    }

    /// Whether the server has not said yet that the part is open.
    var isOpening: Bool {
        if case .opening = self { return true }
        return false
    }

    /// Whether nothing more will come of it.
    var isOver: Bool {
        switch self {
        case .closed, .failed: true
        case .opening, .writing, .ending, .closing: false
        }
    }
}
