import Files
import Words

/// Lets requests through that may change what they are to change: the If header holds, and no lock is in the
/// way whose token was not sent.
struct LockGate {
    private let request: Request
    private let folder: SharedFolder

    init(_ request: Request, in folder: SharedFolder) {
        self.request = request
        self.folder = folder
    }

    /// The response of `respond`, or of what takes the body, if nothing is in the way as long as it takes.
    func pass(
        _ respond: () throws(Refusal) -> Response
    ) throws(Refusal) -> Response {
        let condition = try IfHeader.of(request)
        try check(condition)
        guard !request.method.isSafe, folder.isWritable else { return try respond() }
        var isThere = try isThere()
        let claim = WriteClaim(request, isThere: isThere, in: folder)
        guard !claim.isEmpty else { return try respond() }
        let tokens = condition?.tokens ?? []
        var hold = try folder.enter(claim, tokens: tokens, for: request)
        // From here on it stays as it is: before, somebody may have changed or removed it.
        try check(condition)
        if isThere, try !self.isThere() {
            isThere = false
            hold.end()
            hold = try folder.enter(
                WriteClaim(request, isThere: false, in: folder), tokens: tokens, for: request)
        }
        let response: Response
        do throws(Refusal) {
            response = try respond()
        } catch {
            if request.method == .delete { endLocksOfGone() }
            throw error
        }
        guard case .receive(let receiver) = response.body else {
            end(response.status, wasThere: isThere)
            hold.end()
            return response
        }
        return .receiving(
            BodyReceiver(
                limit: receiver.limit,
                HeldSink(
                    receiver, hold,
                    check: { () throws(Refusal) in
                        // Other hands may have changed it while the body came.
                        try check(condition)
                    }, end: { [isThere] status in end(status, wasThere: isThere) })))
    }

    /// Whether the request makes no new name on the disk.
    private func isThere() throws(Refusal) -> Bool {
        if folder.isMacFile(request.path) { return true }
        return try NewPlace.status(request.path, in: folder) != nil
    }

    private func check(_ condition: IfHeader?) throws(Refusal) {
        guard let condition, try !condition.holds(for: request, in: folder) else { return }
        throw Refusal(
            .preconditionFailed,
            tr(
                "It is not in the state that the request expects: it has changed, or its lock has ended."
            )
        )
    }

    /// Locks stay with their URLs, and go with what was there; properties go along with it
    /// (sections 7.6, 9.6, 9.8 and 9.9).
    private func end(_ status: Status, wasThere: Bool) {
        guard (200..<300).contains(status.code), status != .multiStatus else { return }
        switch request.method {
        case .delete:
            folder.locks.removeAll(at: folder.shared(request.path))
            folder.properties.remove(request.path)
            endMacFiles(movedTo: nil, gone: request.path)
        case .move:
            folder.locks.removeAll(at: folder.shared(request.path))
            if let target = try? Destination.path(request) {
                folder.locks.removeAll(below: folder.shared(target))
                folder.properties.move(request.path, to: target)
                endMacFiles(movedTo: target, gone: target)
            }
        case .copy:
            if let target = try? Destination.path(request) {
                folder.locks.removeAll(below: folder.shared(target))
                endMacFiles(movedTo: nil, gone: target)
                folder.properties.copy(
                    request.path, to: target, isDeep: request.headers["Depth"] != "0")
            }
        // What was removed by other ways has left them behind.
        case .put, .mkcol, .lock: if !wasThere { folder.properties.remove(request.path) }
        default: break
        }
    }

    /// A directory could only be removed in part: what is gone has no lock any more.
    private func endLocksOfGone() {
        let place = folder.shared(request.path)
        for lock in folder.locks.locks(where: { $0.root.isInside(place) }) {
            // What macOS adds is not on the disk.
            guard !folder.isMacFile(lock.root.path),
                case .success(nil) = Result(catching: {
                    () throws(Refusal) in try NewPlace.status(lock.root.path, in: folder)
                })
            else { continue }
            folder.locks.removeAll(at: lock.root)
        }
    }

    /// What macOS added to what is in a directory goes with it, or along with it.
    private func endMacFiles(movedTo target: Path?, gone: Path) {
        // One of them was seen to already.
        guard !folder.isMacFile(request.path) else { return }
        folder.macFiles.removeAll(below: gone)
        if let target { folder.macFiles.moveAll(below: request.path, to: target) }
    }
}

/// Takes a body for another sink, as long as what it is for counts as locked.
private struct HeldSink: BodySink {
    private let receiver: BodyReceiver
    private let hold: WriteHold
    private let check: @Sendable () throws(Refusal) -> Void
    private let end: @Sendable (Status) -> Void

    init(
        _ receiver: BodyReceiver, _ hold: WriteHold,
        check: @escaping @Sendable () throws(Refusal) -> Void,
        end: @escaping @Sendable (Status) -> Void
    ) {
        self.receiver = receiver
        self.hold = hold
        self.check = check
        self.end = end
    }

    mutating func write(_ bytes: [UInt8]) throws(Refusal) { try receiver.write(bytes) }

    mutating func finish() throws(Refusal) -> Response {
        try check()
        let response = try receiver.finish()
        end(response.status)
        hold.end()
        return response
    }

    mutating func abandon() {
        receiver.abandon()
        hold.end()
    }
}

extension LockTable.Conflict {
    /// What the visitor gets. `isToLock`: whether a lock was asked for.
    func refusal(isToLock: Bool) -> Refusal {
        switch self {
        case .locked(let shared, let isDirectory):
            let path = shared.path
            let name = path.isRoot ? tr("The shared directory") : VisibleText.make(path.bytes)
            var refusal = Refusal(
                .locked,
                tr("\(name) is locked; only a program with the lock's token can change it."))
            let href = RequestPath.encode(path, isDirectory: isDirectory)
            refusal.condition = isToLock ? .noConflictingLock(href) : .lockTokenSubmitted(href)
            return refusal
        case .lockedBelow(let places):
            // 424 as Apache has it, not the 207 of section 9.6.1: a program that takes that for a success
            // would forget what is still there.
            var refusal = Refusal(
                .failedDependency,
                tr(
                    "A directory contains locked files or directories; only a program with their locks' tokens can "
                        + "change it."))
            refusal.condition = .lockTokensBelowSubmitted(
                places.map { RequestPath.encode($0.path.path, isDirectory: $0.isDirectory) })
            return refusal
        case .written(let shared):
            let path = shared.path
            let name = path.isRoot ? tr("The shared directory") : VisibleText.make(path.bytes)
            return Refusal(.locked, tr("\(name) is being written at the moment; try again later."))
        case .tooMany:
            return Refusal(
                .serviceUnavailable,
                tr("There are too many locks here; try again once some have ended."))
        }
    }
}
