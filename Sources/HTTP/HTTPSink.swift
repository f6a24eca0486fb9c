import Files

/// A file being uploaded by PUT.
final class HTTPSink: FileSink {
    private let upload: Upload
    let part: Part
    private let creation: Creation
    private let files: HTTPFileSystem
    private var isFinished = false
    var remark: String?
    /// Hears the answer to an upload that was taken.
    var answered: (ResponseHead) -> Void = { _ in }

    init(_ upload: Upload, _ part: Part, _ creation: Creation, on files: HTTPFileSystem) {
        self.upload = upload
        self.part = part
        self.creation = creation
        self.files = files
    }

    private var file: Path { part.file }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        if let size = creation.size, upload.count &+ UInt64(buffer.count) > size {
            throw wrongSize("more", size)
        }
        try upload.write(buffer)
    }

    func finish() throws(FileSystemError) {
        guard !isFinished else { return }
        isFinished = true
        if let size = creation.size, upload.count < size {
            upload.cancel()
            throw wrongSize("fewer", size)
        }
        let response = try upload.finish()
        response.drain()
        let head = response.head
        guard head.isSuccess else {
            if head.status == 412, !creation.replaces { throw files.exists(file) }
            throw files.refusal(head, "written", file)
        }
        answered(head)
    }

    /// The length went out before the bytes, so another number of them is no file.
    private func wrongSize(_ which: String, _ size: UInt64) -> FileSystemError {
        FileSystemError(
            .changed, path: file,
            detail:
                "The source of \(file.text(on: files.site)) has \(which) than the \(size) bytes "
                + "that it had before; send it again.", isTransient: true)
    }

    func cancel() {
        guard !isFinished else { return }
        isFinished = true
        upload.cancel()
    }
}
