package import Files
import Glibc
package import Sync
import Transfers

/// What earlier mirrors have left behind of two places, for comparing them again.
package struct MirrorMemory {
    private let path: String?
    private let places: Pair<Location>
    private let warn: (String) -> Void

    /// In the store at a path; without one nothing is remembered. `warn` hears why something is not.
    package init(
        _ places: Pair<Location>, storePath: String?, warn: @escaping (String) -> Void
    ) {
        path = storePath
        self.places = places
        self.warn = warn
    }

    /// Whichever of the two was the source: all, or what is below a directory that both have by these names,
    /// as it is known from there. Without it some files are only copied again, which is said.
    package func load(below names: [Name] = []) -> PairMemory {
        // Nobody has mirrored anything where there is no store.
        guard let path, access(path, F_OK) == 0 else { return PairMemory() }
        do throws(StoreError) {
            let store = try Store.openLasting(at: path)
            let own = try files(store, places.first, places.second, below: names)
            let other = try files(store, places.second, places.first, below: names).reversed
            return PairMemory(other.files.merging(own.files) { $1 })
        } catch {
            warn("\(error)")
            return PairMemory()
        }
    }

    private func files(
        _ store: Store, _ first: Location, _ second: Location, below names: [Name]
    ) throws(StoreError) -> PairMemory {
        let directory = PairMemory.key(names)
        let start = directory.isEmpty ? 0 : directory.count + 1
        var files: [[UInt8]: Pair<FileFingerprint>] = [:]
        for file in try store.rememberedFiles(of: first, second, below: directory) {
            files[Array(file.path.dropFirst(start))] = Pair(file.first, file.second)
        }
        return PairMemory(files)
    }

    /// Adds files, and forgets those whose times tell enough.
    package func save(_ files: [[UInt8]: Pair<FileFingerprint>], forgetting told: [[UInt8]]) {
        guard let path, !files.isEmpty || !told.isEmpty else { return }
        do throws(StoreError) {
            let store = try Store.openLasting(at: path)
            try store.remember(
                files.map {
                    RememberedFile($0.key, first: $0.value.first, second: $0.value.second)
                },
                forgetting: told, of: places.first, places.second, time: Int64(time(nil)))
        } catch {
            warn("\(error)")
        }
    }
}
