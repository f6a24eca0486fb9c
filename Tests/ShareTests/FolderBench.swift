import Disk
import Files
import Glibc
import Support

@testable import Share

/// A folder that is shared without a network: requests go to the responders, and bodies as the
/// server would carry them.
struct FolderBench {
    struct Answer {
        var status: UInt16
        var headers: Headers
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    let disk: TemporaryFolder
    let folder: SharedFolder
    private let responders = Responders([
        IndexResponder(), ArchiveResponder(), IconResponder(), UploadResponder(), PutResponder(),
        PropfindResponder(), ProppatchResponder(), MkcolResponder(), MoveResponder(),
        CopyResponder(), DeleteResponder(), LockResponder(), UnlockResponder(),
        OptionsResponder(), MacFileResponder(),
    ])

    init(
        isWritable: Bool = true, showsHidden: Bool = false, locks: LockTable = LockTable(),
        properties: DeadProperties = DeadProperties(), macFiles: MacFiles = MacFiles(),
        rights: (any WriteRights)? = nil,
        folds: @escaping @Sendable (DirectoryHandle) -> Bool = \.foldsNames
    ) throws {
        disk = try TemporaryFolder()
        folder = try SharedFolder(
            Path(disk.path), isWritable: isWritable, showsHidden: showsHidden, locks: locks,
            properties: properties, macFiles: macFiles, rights: rights, folds: folds)
    }

    /// `body` goes in pieces of `piece` bytes, and ends early where `isCut`.
    func ask(
        _ method: Method, _ target: String, headers: [(String, String)] = [], body: [UInt8] = [],
        piece: Int = 65_536, isCut: Bool = false, from visitor: String = "127.0.0.1",
        user: String? = nil
    ) -> Answer {
        do throws(Refusal) {
            var response = try begin(
                method, target, headers: headers, length: body.count, from: visitor, user: user)
            if case .receive(let receiver) = response.body {
                response = try receive(receiver, body, piece: piece, isCut: isCut)
            }
            return try FolderBench.answer(response)
        } catch {
            return FolderBench.answer(error)
        }
    }

    /// The response to a head whose body is still to come.
    func begin(
        _ method: Method, _ target: String, headers: [(String, String)] = [], length: Int,
        from visitor: String = "127.0.0.1", user: String? = nil
    ) throws(Refusal) -> Response {
        let halves = target.split(separator: "?", maxSplits: 1)
        let (path, endsInSlash) = try RequestPath.decode(halves.first ?? "/")
        let request = Request(
            method: method, path: path, endsInSlash: endsInSlash, target: target,
            query: halves.count > 1 ? String(halves[1]) : nil, headers: Headers(headers),
            bodyLength: UInt64(length), visitor: visitor, user: user,
            authority: "share.example:8080")
        return try responders.respond(to: request, in: folder)
    }

    static func answer(_ response: Response) throws(Refusal) -> Answer {
        Answer(
            status: response.status.code, headers: response.headers,
            body: try FolderBench.bytes(of: response))
    }

    private static func answer(_ refusal: Refusal) -> Answer {
        // Documents are for programs; else the sentence is all.
        guard refusal.condition != nil, case .bytes(let bytes) = refusal.response.body else {
            return Answer(
                status: refusal.status.code, headers: refusal.headers,
                body: Array(refusal.sentence.utf8))
        }
        return Answer(
            status: refusal.status.code, headers: refusal.response.headers, body: bytes)
    }

    /// Names in a folder of the disk, hidden ones too, in their order.
    func names(_ name: String = "") -> [String] {
        guard let stream = opendir(disk.path(name)) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func text(_ name: String) -> String? {
        disk.read(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Permission bits of something on the disk, links followed.
    func permissions(_ name: String) -> mode_t {
        var status = stat()
        return stat(disk.path(name), &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private func receive(
        _ receiver: BodyReceiver, _ body: [UInt8], piece: Int, isCut: Bool
    ) throws(Refusal) -> Response {
        do throws(Refusal) {
            var rest = body[...]
            while !rest.isEmpty {
                try receiver.write(Array(rest.prefix(piece)))
                rest = rest.dropFirst(piece)
            }
            guard !isCut else {
                throw Refusal(.badRequest, "The visitor disconnected.")
            }
            return try receiver.finish()
        } catch {
            receiver.abandon()
            throw error
        }
    }

    private static func bytes(of response: Response) throws(Refusal) -> [UInt8] {
        switch response.body {
        case .bytes(let bytes): return bytes
        case .blocks(let blocks, _):
            var bytes: [UInt8] = []
            while let block = try blocks.next() { bytes += block }
            return bytes
        default: return []
        }
    }
}
