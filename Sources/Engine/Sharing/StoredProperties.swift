import Disk
package import Files
import Glibc
package import Jobs
package import Share
import Transfers

/// Keeps what visitors of a share note of its files in Ferry's own store, and nothing beside them.
package struct StoredProperties: PropertyKeeping {
    private let storePath: String
    private let folder: Path

    /// `folder`: the shared one, on this machine; `directory`: where the store is, in a directory of its own, so that
    /// a share's process needs no other.
    package init(of folder: Path, in directory: Path) {
        storePath = String(decoding: directory.bytes, as: UTF8.self) + "/properties.sqlite"
        self.folder = folder
    }

    /// Such a directory beside the queue's store; made where it is missing. Nil where it cannot be made.
    package static func directory(besideStore path: String) -> Path? {
        let directory = Path(path).parent.appending(Name(component: Array("share".utf8)))
        var made: [Name] = []
        for name in directory.components {
            made.append(name)
            _ = Path(components: made).bytes.withCString { mkdir($0, 0o700) }
        }
        let isThere = directory.bytes.withCString { access($0, W_OK | X_OK) } == 0
        return isThere ? directory : nil
    }

    package func load() throws(PropertyFailure) -> [KeptProperty] {
        // Nobody has noted anything where there is no store.
        guard access(storePath, F_OK) == 0 else { return [] }
        do throws(StoreError) {
            return try Store.openLasting(at: storePath).shareProperties(of: folder)
        } catch {
            throw PropertyFailure("\(error)")
        }
    }

    package func save(_ properties: [Path: [KeptProperty]]) throws(PropertyFailure) {
        do throws(StoreError) {
            try Store.openLasting(at: storePath).saveShareProperties(
                properties, of: folder, time: Int64(time(nil)))
        } catch {
            throw PropertyFailure("\(error)")
        }
    }
}
