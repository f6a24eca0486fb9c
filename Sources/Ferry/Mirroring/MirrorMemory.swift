import Engine
import Files
import Glibc
import Sync
import Transfers

/// What earlier mirrors have left behind of two places, for comparing them again.
struct MirrorMemory {
    private let path: String
    private let places: Pair<Location>

    init(_ places: Pair<Location>, _ session: HeadlessSession) {
        path = session.settings.storePath
        self.places = places
    }

    /// Whichever of the two was the source. Without it some files are only copied again, which is said.
    func load() -> PairMemory {
        // Nobody has mirrored anything where there is no store.
        guard access(path, F_OK) == 0 else { return PairMemory() }
        do throws(StoreError) {
            let store = try Store.openLasting(at: path)
            let own = try files(store, places.first, places.second)
            let other = try files(store, places.second, places.first).reversed
            return PairMemory(other.files.merging(own.files) { $1 })
        } catch {
            StandardError.say(Failure.prefix + "\(error)")
            return PairMemory()
        }
    }

    private func files(
        _ store: Store, _ first: Location, _ second: Location
    ) throws(StoreError) -> PairMemory {
        var files: [[UInt8]: Pair<FileFingerprint>] = [:]
        for file in try store.rememberedFiles(of: first, second) {
            files[file.path] = Pair(file.first, file.second)
        }
        return PairMemory(files)
    }

    /// Adds files, and forgets those whose times tell enough.
    func save(_ files: [[UInt8]: Pair<FileFingerprint>], forgetting told: [[UInt8]]) {
        guard !files.isEmpty || !told.isEmpty else { return }
        do throws(StoreError) {
            let store = try Store.openLasting(at: path)
            try store.remember(
                files.map {
                    RememberedFile($0.key, first: $0.value.first, second: $0.value.second)
                },
                forgetting: told, of: places.first, places.second, time: Int64(time(nil)))
        } catch {
            StandardError.say(Failure.prefix + "\(error)")
        }
    }
}
