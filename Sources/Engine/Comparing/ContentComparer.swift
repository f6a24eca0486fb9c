package import Files
package import Sync
import Transfers

/// Compares the contents of files: by checksums of the servers, or by reading both sides.
package struct ContentComparer {
    /// Files that are asked about together.
    private static let together = 500

    private let access: any TreeAccess
    private let places: Pair<Location>

    package init(_ places: Pair<Location>, _ access: any TreeAccess) {
        self.places = places
        self.access = access
    }

    /// Tells of each pair, by its index, whether both have the same contents. Of those that could not be
    /// asked about any more, because a connection is lost, nothing is told.
    package func compare(
        _ pairs: [UnreadPair], told: (Int, Result<Bool, FileSystemError>) -> Void
    ) throws {
        guard !pairs.isEmpty else { return }
        try access.use(places.first.site, keeps: false) { one in
            try access.use(places.second.site, keeps: false) { two in
                var start = 0
                while start < pairs.count {
                    let end = min(pairs.count, start + ContentComparer.together)
                    // Without a connection the rest would only fail in the same way, each in its time.
                    guard compare(pairs, start..<end, one, two, told) else { return }
                    start = end
                }
            }
        }
    }

    /// Whether both sides are still there.
    private func compare(
        _ pairs: [UnreadPair], _ range: Range<Int>, _ one: any FileSystem, _ two: any FileSystem,
        _ told: (Int, Result<Bool, FileSystemError>) -> Void
    ) -> Bool {
        var isLost = false
        let copies = range.map { index in
            WrittenCopy(
                source: path(pairs[index], .first),
                part: Part(
                    id: PartID(token: "", number: UInt64(index)), file: path(pairs[index], .second),
                    place: .inPlace))
        }
        let answers = DigestVerifier().verify(copies, from: one, to: two) {
            access.isStopped
        }
        for (index, copy) in zip(range, copies) {
            switch answers[copy.part.id] {
            case .success: told(index, .success(true))
            case .failure(let error) where error.kind == .truncated: told(index, .success(false))
            case .failure(let error):
                isLost = isLost || error.endsConnection
                told(index, .failure(error))
            case nil: told(index, .failure(FileSystemError.unanswered(copy.source)))
            }
        }
        return !isLost
    }

    private func path(_ pair: UnreadPair, _ side: ComparedSide) -> Path {
        Path(components: places[side].path.components + pair.names[side])
    }
}
