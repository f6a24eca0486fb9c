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
            var memory = PairMemory()
            // What was noted of the two in this order counts for more.
            try load(store, from: .second, below: names, into: &memory)
            try load(store, from: .first, below: names, into: &memory)
            return memory
        } catch {
            warn("\(error)")
            return PairMemory()
        }
    }

    /// What mirrors have left behind whose source was that side.
    private func load(
        _ store: Store, from side: ComparedSide, below names: [Name], into memory: inout PairMemory
    ) throws(StoreError) {
        let directory = PairMemory.key(names)
        let start = directory.isEmpty ? 0 : directory.count + 1
        try store.rememberedFiles(of: places[side], places[side.other], below: directory) { file in
            let sides = Pair(file.first, file.second)
            memory.note(
                Array(file.path.dropFirst(start)),
                Pair(sides[side], sides[side.other]))
        }
    }

    /// Adds files, and forgets those whose times tell enough.
    package func save(_ files: PairMemory, forgetting told: [[UInt8]]) {
        save(files.all, forgetting: told)
    }

    func save(
        _ files: some Collection<(path: [UInt8], file: Pair<FileFingerprint>)>,
        forgetting told: [[UInt8]]
    ) {
        guard let path, !told.isEmpty || files.contains(where: { _ in true }) else { return }
        do throws(StoreError) {
            let store = try Store.openLasting(at: path)
            try store.remember(
                files.lazy.map {
                    RememberedFile($0.path, first: $0.file.first, second: $0.file.second)
                },
                forgetting: told, of: places.first, places.second, time: Int64(time(nil)))
        } catch {
            warn("\(error)")
        }
    }
}
