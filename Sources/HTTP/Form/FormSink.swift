import Files
import Web

/// A file that is sent as a form of one part, to a site whose URL takes uploads that way.
final class FormSink: FileSink {
    let part: Part
    private let upload: Upload
    private let client: HTTPClient
    private let size: AnnouncedSize
    private let ending: [UInt8]
    /// What stands before the file, until it went out.
    private var opening: [UInt8]
    /// Bytes of the file that were given.
    private var count: UInt64 = 0
    private var isFinished = false

    init(
        _ part: Part, _ creation: Creation, field: String, on client: HTTPClient
    ) throws(FileSystemError) {
        let file = part.file
        let names = [Array(field.utf8), file.name?.bytes ?? []]
        let form = MultipartForm(apartFrom: names)
        opening = form.fileHead(
            field: names[0], fileName: names[1],
            type: file.name.map { MediaType(fileNamed: $0) } ?? .bytes)
        ending = MultipartForm.partEnd + form.end
        let around = UInt64(opening.count + ending.count)
        size = AnnouncedSize(bytes: creation.size, file: file, site: client.site)
        self.part = part
        self.client = client
        // The form stands where the pane's directory is.
        let place = file.parent
        upload = try client.upload(
            Request(
                "POST", place, isDirectory: place.isRoot,
                fields: [RequestField("Content-Type", form.contentType)],
                body: .stream(length: creation.size.map { $0 &+ around }), redirection: .give))
    }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        if let error = size.excess(at: count &+ UInt64(buffer.count)) { throw error }
        try begin()
        try upload.write(buffer)
        count &+= UInt64(buffer.count)
    }

    func finish() throws(FileSystemError) {
        guard !isFinished else { return }
        isFinished = true
        if let error = size.lack(at: count) {
            upload.cancel()
            throw error
        }
        try begin()
        try send(ending)
        let response = try upload.finish()
        response.drain()
        // Many forms send the user on to a page once they have the file.
        guard response.head.isSuccess || [301, 302, 303].contains(response.head.status) else {
            throw client.refusal(response.head, .write, part.file)
        }
    }

    func cancel() {
        guard !isFinished else { return }
        isFinished = true
        upload.cancel()
    }

    private func begin() throws(FileSystemError) {
        guard !opening.isEmpty else { return }
        try send(opening)
        opening = []
    }

    private func send(_ bytes: [UInt8]) throws(FileSystemError) {
        let result = bytes.withUnsafeBytes { raw in
            Result { () throws(FileSystemError) in try upload.write(raw) }
        }
        try result.get()
    }
}
