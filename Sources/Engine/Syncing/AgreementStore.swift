package import Files
import Glibc
package import Sync
package import Transfers

/// What two places agreed about when they were last synchronised, as the store keeps it.
package final class AgreementStore {
    private let path: String?
    private let places: Pair<Location>
    /// Whether it is kept with the second place first: as it was begun.
    private var isReversed = false

    /// In the store at a path; without one nothing is remembered.
    package init(_ places: Pair<Location>, storePath: String?) {
        path = storePath
        self.places = places
    }

    /// Without it nothing would be known of deletions, so that it is thrown what is wrong.
    package func load() throws(StoreError) -> SyncMemory {
        guard let path, access(path, F_OK) == 0 else { return SyncMemory() }
        let store = try Store.openLasting(at: path)
        var memory = SyncMemory()
        isReversed = false
        memory.time = try store.agreedFiles(of: places.first, places.second) {
            memory.note(AgreementStore.item($0))
        }
        guard memory.time == nil else { return memory }
        memory.time = try store.agreedFiles(of: places.second, places.first) {
            memory.note(AgreementStore.item($0).reversed)
        }
        isReversed = memory.time != nil
        return memory
    }

    /// Adds what they agree about, and forgets what is gone from both.
    package func save(
        _ items: [SyncMemory.Item], forgetting gone: [SyncMemory.Item] = []
    ) throws(StoreError) {
        guard let path else { return }
        func turned(_ item: SyncMemory.Item) -> SyncMemory.Item {
            isReversed ? item.reversed : item
        }
        let store = try Store.openLasting(at: path)
        try store.agree(
            on: items.lazy.map { AgreementStore.file(turned($0)) },
            forgetting: gone.map { turned($0).path },
            of: isReversed ? places.second : places.first,
            isReversed ? places.first : places.second, time: Int64(time(nil)))
    }

    private static func item(_ file: AgreedFile) -> SyncMemory.Item {
        func standing(_ side: AgreedFile.Standing) -> AgreedState.Standing {
            AgreedState.Standing(file: side.print, mode: side.mode, link: side.link)
        }
        return SyncMemory.Item(
            file.path, other: file.other,
            AgreedState(file.kind, Pair(standing(file.first), standing(file.second))))
    }

    private static func file(_ item: SyncMemory.Item) -> AgreedFile {
        func standing(_ side: AgreedState.Standing) -> AgreedFile.Standing {
            AgreedFile.Standing(side.file, mode: side.mode, link: side.link)
        }
        return AgreedFile(
            item.path, other: item.other, item.state.kind,
            first: standing(item.state.sides.first), second: standing(item.state.sides.second))
    }
}
