import Files
import Words

/// Where a WebDAV server lets a file's bytes lie until it is whole, and what was learnt of that: some
/// servers write into the file itself, and half of it would be all that is left of both versions.
struct PartPlacement {
    /// Where one part goes.
    enum Choice: Hashable {
        /// Under its own name, and renamed when it is whole.
        case beside
        /// Into the file itself, as it was asked for.
        case inPlace
        /// Into the file itself, because the server has no other way.
        case forced(Obstacle)
    }

    /// Why a part cannot lie beside its file.
    enum Obstacle: Hashable {
        case cannotRename
        case refusesHiddenNames

        func remark(on host: String) -> String {
            switch self {
            case .cannotRename: tr("Written in place, because \(host) cannot rename files.")
            case .refusesHiddenNames:
                tr("Written in place, because \(host) does not accept hidden names.")
            }
        }
    }

    private enum Support {
        case unknown
        case yes
        case no
    }

    private let client: HTTPClient
    /// Whether MOVE works, by what OPTIONS says until one fails.
    private var move = Support.unknown
    /// Whether names that begin with a dot are taken.
    private var hiddenNames = Support.unknown

    init(_ client: HTTPClient) {
        self.client = client
    }

    /// Finds out where the part of `id` may go, from as little as is not known yet.
    mutating func choose(
        for file: Path, as id: PartID, _ wanted: Creation.Placement
    ) throws(FileSystemError) -> Choice {
        guard wanted != .inPlace else { return .inPlace }
        guard try takesMove(in: file.parent) else { return .forced(.cannotRename) }
        return try takesPart(id, beside: file) ? .beside : .forced(.refusesHiddenNames)
    }

    /// A file was written as it was chosen: where it took its own name without a fault, it was the
    /// part's that was not wanted.
    mutating func confirm(_ choice: Choice) {
        if choice == .forced(.refusesHiddenNames) { hiddenNames = .no }
    }

    /// A MOVE was refused as unknown, whatever OPTIONS said.
    mutating func noteFailedMove() { move = .no }

    /// Whether files can be renamed there, by what OPTIONS says (RFC 9110 section 9.3.7).
    private mutating func takesMove(in directory: Path) throws(FileSystemError) -> Bool {
        guard move == .unknown else { return move == .yes }
        let response = try client.send(Request("OPTIONS", directory, isDirectory: true))
        response.drain()
        // A directory that is missing tells nothing of the others.
        guard response.head.isSuccess else { return true }
        let allowed = response.head.allowedMethods
        move = allowed.isEmpty || allowed.contains("MOVE") ? .yes : .no
        return move == .yes
    }

    /// Whether a part may lie beside the file: many servers refuse names that begin with a dot. Found
    /// out with an empty one, not after all the bytes.
    private mutating func takesPart(
        _ id: PartID, beside file: Path
    ) throws(FileSystemError) -> Bool {
        guard hiddenNames == .unknown else { return hiddenNames == .yes }
        let part = Part(id: id, file: file, place: .beside(id.name))
        let response = try client.send(
            Request("PUT", part.path, body: .bytes([]), redirection: .give))
        response.drain()
        guard [400, 403, 404, 405, 409, 415, 422].contains(response.head.status) else {
            if response.head.isSuccess { hiddenNames = .yes }
            return true
        }
        return false
    }
}
