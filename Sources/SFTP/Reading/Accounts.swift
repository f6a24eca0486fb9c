import Files

/// Names of users and groups by their numbers (users-groups-by-id@openssh.com): each is asked for
/// once, while a listing goes on.
final class Accounts {
    enum Kind { case user, group }

    /// Numbers that are asked for together, and kept, at most.
    private static let askLimit = 1_000
    private static let keepLimit = 100_000
    /// Bytes of a name that are kept.
    private static let nameLimit = 256

    private let channel: Channel
    private var users: [UInt32: String] = [:]
    private var groups: [UInt32: String] = [:]
    private var asked: [Kind: Set<UInt32>] = [.user: [], .group: []]
    private var waiting: [Kind: [UInt32]] = [.user: [], .group: []]
    private var unanswered = 0

    init(_ channel: Channel) {
        self.channel = channel
    }

    /// Whether the server tells names.
    var isTold: Bool { channel.version.has(.accounts) }

    /// Notes that this one will be wanted.
    func want(_ kind: Kind, _ number: UInt32) {
        guard asked[kind, default: []].count < Accounts.keepLimit,
            asked[kind, default: []].insert(number).inserted
        else { return }
        waiting[kind, default: []].append(number)
    }

    /// The name, or the number where there is none.
    func name(_ kind: Kind, _ number: UInt32) -> String {
        (kind == .user ? users[number] : groups[number]) ?? String(number)
    }

    /// Asks for those that are wanted and were not asked for yet.
    func ask() {
        let (askedUsers, askedGroups) = (take(.user), take(.group))
        guard isTold, !askedUsers.isEmpty || !askedGroups.isEmpty else { return }
        unanswered += 1
        let request = Request.extended(
            .accounts, [.bytes(Accounts.list(askedUsers)), .bytes(Accounts.list(askedGroups))])
        channel.send(request) { [self] answer in
            unanswered -= 1
            guard case .success(.extended(var fields)) = answer else { return }
            // What cannot be read stays a number.
            guard let userNames = try? fields.string(), let groupNames = try? fields.string()
            else { return }
            Accounts.read(userNames, for: askedUsers, into: &users)
            Accounts.read(groupNames, for: askedGroups, into: &groups)
        }
    }

    /// Waits for the names that were asked for.
    func wait() throws(FileSystemError) {
        if unanswered > 0 { try channel.wait { unanswered == 0 } }
    }

    private func take(_ kind: Kind) -> [UInt32] {
        let all = waiting[kind, default: []]
        let some = Array(all.prefix(Accounts.askLimit))
        waiting[kind] = Array(all.dropFirst(some.count))
        return some
    }

    private static func list(_ numbers: [UInt32]) -> [UInt8] {
        var writer = PacketWriter()
        for number in numbers { writer.number(number) }
        return writer.bytes
    }

    /// The names come in the order of the numbers; one that is unknown is empty.
    private static func read(
        _ bytes: UnsafeRawBufferPointer, for numbers: [UInt32], into names: inout [UInt32: String]
    ) {
        var fields = FieldReader(bytes)
        for number in numbers {
            guard let name = try? fields.string() else { return }
            if !name.isEmpty { names[number] = VisibleText.make(name, limit: nameLimit) }
        }
    }
}
