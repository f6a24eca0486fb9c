package import Files
import Glibc
package import Jobs
package import Share
import Transfers

/// Keeps what visitors of a share note of its files in Ferry's own store, and nothing beside them.
package struct StoredProperties: PropertyKeeping {
    private let storePath: String
    private let folder: Path

    /// `folder`: the shared one, on this machine.
    package init(of folder: Path, storePath: String) {
        self.folder = folder
        self.storePath = storePath
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
