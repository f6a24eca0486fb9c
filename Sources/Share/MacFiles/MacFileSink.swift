import Files
import Glibc

/// Takes one of the files that macOS adds.
struct MacFileSink: BodySink {
    private let request: Request
    private let files: MacFiles
    private let room: MacFiles.Room
    private var bytes: [UInt8] = []

    init(_ request: Request, _ files: MacFiles) {
        self.request = request
        self.files = files
        room = files.room()
    }

    mutating func write(_ bytes: [UInt8]) throws(Refusal) {
        try room.take(bytes.count)
        self.bytes += bytes
    }

    mutating func finish() throws(Refusal) -> Response {
        let (path, holder) = (request.path, request.lockHolder)
        try ExpectedLength.check(request, UInt64(bytes.count))
        try Preconditions.check(request, files.file(path, of: holder)?.status)
        let sent = request.headers["X-OC-Mtime"].flatMap { Int64($0) }
        let (file, isNew) = files.put(
            bytes, modified: sent ?? Int64(time(nil)), at: path, of: holder, in: room)
        bytes = []
        return PutSink.response(
            hasReplaced: !isNew, entityTag: file.status.entityTag, hasTime: sent != nil)
    }

    mutating func abandon() { bytes = [] }
}
