import Disk
import Files
import Jobs
import Words

/// Takes one file.
struct PutSink: BodySink {
    private let request: Request
    private let name: Name
    private let folder: SharedFolder
    private let visit: OpenVisit
    private var incoming: IncomingFile?

    init(
        _ request: Request, name: Name, in directory: DirectoryHandle, of folder: SharedFolder
    ) throws(Refusal) {
        self.request = request
        self.name = name
        self.folder = folder
        incoming = try IncomingFile(in: directory)
        visit = folder.visits.begin(
            .upload, request.path, size: ExpectedLength.of(request), for: request)
    }

    mutating func write(_ bytes: [UInt8]) throws(Refusal) {
        do throws(Refusal) {
            try bytes.withUnsafeBufferPointer { (bytes) throws(Refusal) in
                try incoming?.write(UnsafeRawBufferPointer(bytes))
            }
            visit.advance(by: bytes.count)
        } catch {
            visit.end(.failed(error.sentence))
            throw error
        }
    }

    mutating func finish() throws(Refusal) -> Response {
        do throws(Refusal) {
            guard let incoming else {
                throw Refusal(.serverError, tr("The upload was interrupted."))
            }
            try ExpectedLength.check(request, incoming.size)
            let hasTime =
                request.headers["X-OC-Mtime"].flatMap(Int64.init).map(incoming.setModified) ?? false
            try incoming.complete()
            // Once more: it may have changed while this one came, and went to the disk.
            try Preconditions.check(request, try NewPlace.status(request.path, in: folder))
            let isNew = Preconditions.asksForNew(request)
            let (_, hasReplaced) = try incoming.commit(as: name, isNew ? .refuse : .replace)
            visit.end(.done)
            return PutSink.response(
                hasReplaced: hasReplaced, entityTag: incoming.entityTag, hasTime: hasTime)
        } catch {
            visit.end(.failed(error.sentence))
            throw error
        }
    }

    mutating func abandon() {
        incoming = nil
        visit.end(.failed(tr("The upload was interrupted; nothing was saved.")))
    }

    static func response(
        hasReplaced: Bool, entityTag: String?, hasTime: Bool
    ) -> Response {
        var response = Response(hasReplaced ? .noContent : .created)
        response.headers["ETag"] = entityTag
        if hasTime { response.headers["X-OC-Mtime"] = "accepted" }
        return response
    }
}
