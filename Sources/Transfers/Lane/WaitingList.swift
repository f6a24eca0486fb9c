import Jobs

/// Jobs in the order of their positions; the first is taken, others come in anywhere. Taking
/// the first and adding at the end cost the same however many there are.
struct WaitingList {
    private struct Place: Comparable {
        var position: Int64
        var id: JobID

        static func < (left: Place, right: Place) -> Bool {
            left.position == right.position ? left.id < right.id : left.position < right.position
        }
    }

    private var places: [Place] = []
    private var head = 0

    var isEmpty: Bool { head == places.count }
    var count: Int { places.count - head }
    var first: JobID? { isEmpty ? nil : places[head].id }
    var ids: [JobID] { places[head...].map(\.id) }

    mutating func insert(_ id: JobID, at position: Int64) {
        let place = Place(position: position, id: id)
        if let last = places.last, head < places.count, place < last {
            let index = firstIndex(notBefore: place)
            if index < places.count, places[index] == place { return }
            places.insert(place, at: index)
        } else if places.last != place || isEmpty {
            places.append(place)
        }
    }

    /// Whether it was there.
    @discardableResult
    mutating func remove(_ id: JobID, at position: Int64) -> Bool {
        let place = Place(position: position, id: id)
        let index = firstIndex(notBefore: place)
        guard index < places.count, places[index] == place else { return false }
        places.remove(at: index)
        return true
    }

    mutating func popFirst() -> JobID? {
        guard let first else { return nil }
        head += 1
        if head > 1_024, head > places.count / 2 {
            places.removeFirst(head)
            head = 0
        }
        return first
    }

    private func firstIndex(notBefore place: Place) -> Int {
        var (low, high) = (head, places.count)
        while low < high {
            let middle = low + (high - low) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
