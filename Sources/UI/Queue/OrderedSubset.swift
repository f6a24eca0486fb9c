/// Which positions of a long list belong to a part of it: a Fenwick tree, so that a position's row
/// in the part, a row's position, and a change each take a logarithm of the list's length.
struct OrderedSubset: Hashable, Sendable {
    /// `members[i]` is whether position i belongs.
    private var members: [Bool] = []
    /// One-based sums; `sums[0]` is not used.
    private var sums: [Int32] = [0]
    /// Positions that belong.
    private(set) var count = 0

    init() {}

    init(_ members: [Bool]) {
        self.members = members
        sums = Array(repeating: 0, count: members.count + 1)
        for (position, isMember) in members.enumerated() {
            let node = position + 1
            if isMember {
                sums[node] += 1
                count += 1
            }
            let above = node + node & -node
            if above < sums.count { sums[above] += sums[node] }
        }
    }

    /// Positions, members or not.
    var length: Int { members.count }

    func contains(_ position: Int) -> Bool {
        members.indices.contains(position) && members[position]
    }

    /// Adds a position at the end.
    mutating func append(_ isMember: Bool) {
        members.append(isMember)
        let node = members.count
        var sum: Int32 = isMember ? 1 : 0
        let first = node - node & -node
        var below = node - 1
        while below > first {
            sum += sums[below]
            below -= below & -below
        }
        sums.append(sum)
        if isMember { count += 1 }
    }

    /// Says whether a position belongs; one outside is left alone.
    mutating func set(_ position: Int, _ isMember: Bool) {
        guard members.indices.contains(position), members[position] != isMember else { return }
        members[position] = isMember
        let change: Int32 = isMember ? 1 : -1
        count += Int(change)
        var node = position + 1
        while node < sums.count {
            sums[node] += change
            node += node & -node
        }
    }

    /// Members before a position: its row in the part.
    func row(of position: Int) -> Int {
        var node = max(0, min(position, members.count))
        var sum = 0
        while node > 0 {
            sum += Int(sums[node])
            node -= node & -node
        }
        return sum
    }

    /// The position of the part's row; nil outside 0..<count.
    func position(ofRow row: Int) -> Int? {
        guard row >= 0, row < count else { return nil }
        var rest = row + 1
        var node = 0
        var step = 1
        while step * 2 < sums.count { step *= 2 }
        while step > 0 {
            let next = node + step
            if next < sums.count, Int(sums[next]) < rest {
                node = next
                rest -= Int(sums[next])
            }
            step /= 2
        }
        return node < members.count ? node : nil
    }
}
