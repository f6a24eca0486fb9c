import Files
import Glibc
import Support

@testable import Engine

/// A memory server with a file, and the directory of edits here.
struct EditBench {
    let volume: MemoryVolume
    let folder: TemporaryFolder
    let store: EditStore
    static let path = "/www/main.js"
    static let text = "one\ntwo\nthree\n"

    init(_ volume: MemoryVolume = MemoryVolume()) throws {
        self.volume = volume
        volume.add(EditBench.path, EditBench.text)
        folder = try TemporaryFolder()
        store = EditStore(at: Path(folder.path("state/edits")))
    }

    func location(_ path: String = EditBench.path) -> Location {
        Location(site: volume.site, path: Path(path))
    }

    func outcome(_ path: String = EditBench.path) throws -> EditFetch.Outcome {
        try EditFetch(
            location: location(path), token: PartID.newToken(), isLargeAllowed: false,
            store: store
        ).run(volume.connect())
    }

    struct TooLarge: Error {}

    /// A file that was fetched.
    func fetched(_ path: String = EditBench.path) throws -> EditTransfer {
        guard case .fetched(let transfer) = try outcome(path) else { throw TooLarge() }
        return transfer
    }

    /// Why a file cannot be edited; nil where it can.
    func refusal(_ path: String) throws -> String? {
        do {
            _ = try outcome(path)
            return nil
        } catch let error as FileSystemError {
            return error.message
        }
    }

    /// The file's text on the server.
    var text: String? { volume.text(EditBench.path) }

}

extension EditTransfer {
    var copy: Path {
        get throws {
            guard let copyName else { throw EditBench.TooLarge() }
            return directory.path(ofCopy: copyName)
        }
    }

    /// Saves the copy as an editor does that gives a new file the name.
    func save(_ text: String) throws {
        let path = try copy.bytes.map { CChar(bitPattern: $0) } + [0]
        let new = try (copy.bytes + Array("~".utf8)).map { CChar(bitPattern: $0) } + [0]
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count, rename(new, path) == 0 else {
            throw EditBench.TooLarge()
        }
    }
}
