import Files
import Sync
import Synchronization
import UI

/// What earlier mirrors have left behind of what two panes show: of the two directories, or of two above them
/// from which the same names lead to them. From any thread.
final class PaneMemory: Sendable {
    /// Directories above that are looked for.
    private static let depth = 64

    private struct Known {
        let places: Pair<Location>
        let listings: Pair<RequestID>
        let memory: PairMemory
    }

    private let storePath: String?
    private let warn: @Sendable (String) -> Void
    /// Of the panes that were compared last: their rows are put together often.
    private let last = Mutex<Known?>(nil)

    /// In the store at a path; without one nothing is known. `warn` hears why something is not.
    init(storePath: String?, warn: @escaping @Sendable (String) -> Void) {
        self.storePath = storePath
        self.warn = warn
    }

    /// The same pair with what is known of it.
    func recalled(_ pair: PanePair) -> PanePair {
        // Other criteria ask for no times.
        guard storePath != nil, pair.criterion == .sizeAndTime else { return pair }
        let listings = pair.shown.map(\.request)
        let known = last.withLock { $0 }
        var pair = pair
        if let known, known.places == pair.places, known.listings == listings {
            pair.memory = known.memory
        } else {
            pair.memory = load(pair.places)
            last.withLock { [pair] in
                $0 = Known(places: pair.places, listings: listings, memory: pair.memory)
            }
        }
        return pair
    }

    private func load(_ places: Pair<Location>) -> PairMemory {
        let (first, second) = (places.first.path.components, places.second.path.components)
        var isReadable = true
        for count in 0...min(PaneMemory.depth, first.count, second.count) {
            let names = Array(first.suffix(count))
            guard names == second.suffix(count) else { break }
            let tops = places.map { place in
                Location(
                    site: place.site,
                    path: Path(components: Array(place.path.components.dropLast(count))))
            }
            let memory = MirrorMemory(tops, storePath: storePath) { [warn] sentence in
                isReadable = false
                warn(sentence)
            }.load(below: names)
            // It is told once, and not for each directory above.
            if !memory.isEmpty || !isReadable { return memory }
        }
        return PairMemory()
    }
}
