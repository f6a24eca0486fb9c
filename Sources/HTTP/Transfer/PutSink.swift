import Files

/// A file being uploaded by PUT (RFC 9110 section 9.3.4).
final class PutSink: FileSink {
    let part: Part
    let remark: String?
    private let upload: Upload
    private let client: HTTPClient
    private let size: AnnouncedSize
    private let replaces: Bool
    private let taken: (ResponseHead) -> Void
    private var isFinished = false

    /// `taken` hears the answer to an upload that was taken.
    init(
        _ upload: Upload, _ part: Part, _ creation: Creation, on client: HTTPClient,
        remark: String? = nil, taken: @escaping (ResponseHead) -> Void = { _ in }
    ) {
        self.upload = upload
        self.part = part
        self.client = client
        self.remark = remark
        self.taken = taken
        size = AnnouncedSize(bytes: creation.size, file: part.file, site: client.site)
        replaces = creation.replaces
    }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        if let error = size.excess(at: upload.count &+ UInt64(buffer.count)) { throw error }
        try upload.write(buffer)
    }

    func finish() throws(FileSystemError) {
        guard !isFinished else { return }
        isFinished = true
        if let error = size.lack(at: upload.count) {
            upload.cancel()
            throw error
        }
        let response = try upload.finish()
        response.drain()
        let head = response.head
        guard head.isSuccess else {
            if head.status == 412, !replaces { throw .exists(part.file, on: client.site) }
            throw client.refusal(head, .write, part.file)
        }
        taken(head)
    }

    func cancel() {
        guard !isFinished else { return }
        isFinished = true
        upload.cancel()
    }
}
