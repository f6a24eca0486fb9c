/// What both of two trees have, held compactly.
package struct EntryPairs: Sequence, Sendable {
    private var table = EntryTable()
    private var records: [EntryTable.Record] = []

    package var isEmpty: Bool { records.isEmpty }
    package var count: Int { records.count }

    mutating func append(_ pair: UnreadPair) {
        records.append(
            table.pack(in: pair.directory, pair.last.map { $0 }, pair.entries.map { $0 }))
    }

    package func makeIterator() -> some IteratorProtocol<UnreadPair> {
        records.lazy.compactMap { record in
            table.difference(record, .unknown).files
        }.makeIterator()
    }
}
