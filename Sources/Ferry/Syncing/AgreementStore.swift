import Engine
import Files
import Glibc
import Sync
import Transfers

/// What two places agreed about when they were last synchronised, as the store keeps it.
final class AgreementStore {
    private let path: String
    private let places: Pair<Location>
    /// Whether it is kept with the second place first: as it was begun.
    private var isReversed = false

    init(_ places: Pair<Location>, _ session: HeadlessSession) {
        path = session.settings.storePath
        self.places = places
    }

    /// Without it nothing would be known of deletions, so that it is thrown what is wrong.
    func load() throws -> SyncMemory {
        guard access(path, F_OK) == 0 else { return SyncMemory() }
        do throws(StoreError) {
            let store = try Store.openLasting(at: path)
            let own = try store.agreedFiles(of: places.first, places.second)
            let other = try store.agreedFiles(of: places.second, places.first)
            guard let found = own ?? other else { return SyncMemory() }
            isReversed = own == nil
            var items = found.files.map(AgreementStore.item)
            if isReversed { items = items.map(\.reversed) }
            return SyncMemory(items, time: found.time)
        } catch {
            throw Failure(["\(error)"])
        }
    }

    /// Adds what they agree about, and forgets what is gone from both.
    func save(_ items: [SyncMemory.Item], forgetting gone: [SyncMemory.Item] = []) throws {
        func turned(_ items: [SyncMemory.Item]) -> [SyncMemory.Item] {
            isReversed ? items.map(\.reversed) : items
        }
        do throws(StoreError) {
            let store = try Store.openLasting(at: path)
            try store.agree(
                on: turned(items).map(AgreementStore.file),
                forgetting: turned(gone).map(\.path),
                of: isReversed ? places.second : places.first,
                isReversed ? places.first : places.second, time: Int64(time(nil)))
        } catch {
            throw Failure(["\(error)"])
        }
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
