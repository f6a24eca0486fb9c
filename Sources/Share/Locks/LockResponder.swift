import Files
import Words

/// Locks, and lets them last longer (RFC 4918, section 9.10).
struct LockResponder: Responder {
    var priority: Int { 300 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        request.method == .lock && folder.isWritable
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        try LockResponder.response(to: request, in: folder) { () throws(Refusal) in
            try LockPlace(request.path, in: folder)
        }
    }

    /// The response for a lock of what is at `place`, which is asked for once the body has come.
    static func response(
        to request: Request, in folder: SharedFolder,
        place: @escaping @Sendable () throws(Refusal) -> LockPlace
    ) throws(Refusal) -> Response {
        // Windows leaves the field out; a lock is for all below then.
        let depth = request.headers["Depth"] ?? "infinity"
        guard depth == "0" || Headers.isSame(depth, "infinity") else {
            throw Refusal(
                .badRequest,
                tr("A lock is for one thing, or for all below it: Depth must be 0 or infinity."))
        }
        let seconds = LockResponder.seconds(request)
        return try XMLBody.response(to: request) { (body) throws(Refusal) in
            if body.isEmpty {
                return try LockResponder.refresh(request, seconds ?? LockTable.usual, in: folder)
            }
            return try LockResponder.lock(
                request, try LockRequest(body), at: try place(), isDeep: depth != "0",
                seconds ?? LockTable.usual, in: folder)
        }
    }

    private static func lock(
        _ request: Request, _ wanted: LockRequest, at place: LockPlace, isDeep: Bool,
        _ seconds: Double, in folder: SharedFolder
    ) throws(Refusal) -> Response {
        let tokens = try IfHeader.of(request)?.tokens ?? []
        let (status, path) = (place.status, folder.shared(request.path))
        try Preconditions.check(request, status)
        guard !isDeep || !request.path.isRoot else {
            throw Refusal(
                .forbidden,
                tr(
                    "Nobody can lock all of the share; lock a directory inside it, or send Depth: 0."
                ))
        }
        guard status != nil || !request.endsInSlash else {
            throw Refusal(.conflict, tr("Create a directory with MKCOL, then lock it."))
        }
        let lock: Lock
        var hold: WriteHold?
        defer { hold?.end() }
        if place.make != nil {
            // It may have been removed only after the request was let through.
            hold = try folder.enter(
                WriteClaim(creating: path), tokens: tokens, for: request, isToLock: true)
        }
        do throws(LockTable.Conflict) {
            lock = try folder.locks.grant(
                wanted, on: path, isDirectory: status?.kind == .directory,
                isDeep: isDeep, seconds: seconds, to: request)
        } catch {
            // Also where it is below: programs know 423, and few the document of section 9.10.9.
            throw error.refusal(isToLock: true)
        }
        do throws(Refusal) {
            try place.make?()
        } catch {
            _ = folder.locks.remove(lock.token, for: lock.root, of: lock.holder)
            throw error
        }
        var response = response(lock, status: place.make == nil ? .ok : .created, in: folder)
        response.headers["Lock-Token"] = "<\(lock.token)>"
        return response
    }

    private static func refresh(
        _ request: Request, _ seconds: Double, in folder: SharedFolder
    ) throws(Refusal) -> Response {
        let tokens = try IfHeader.of(request)?.tokens ?? []
        guard let token = tokens.first, tokens.count == 1 else {
            throw Refusal(
                .badRequest,
                tr("The request neither describes a lock nor names just one in an If header."))
        }
        let lock = folder.locks.refresh(
            token, for: folder.shared(request.path), seconds: seconds, of: request.lockHolder)
        guard let lock else {
            var refusal = Refusal(
                .preconditionFailed,
                tr("That lock has ended, or does not apply here; request a new one."))
            refusal.condition = .lockTokenMatchesRequestURI
            throw refusal
        }
        return response(lock, status: .ok, in: folder)
    }

    private static func response(
        _ lock: Lock, status: Status, in folder: SharedFolder
    ) -> Response {
        var page = Markup()
        page.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:prop xmlns:D=\"DAV:\">")
        let locks = folder.locks.locks(for: lock.root)
        PropertyName.lockDiscovery.append(LockMarkup.discovery(locks), to: &page)
        page.append("</D:prop>\n")
        return Response(status, headers: Multistatus.headers, body: .bytes(page.bytes))
    }

    /// The first number of the Timeout field (section 10.7); nil where it has none.
    private static func seconds(_ request: Request) -> Double? {
        for element in request.headers.list("Timeout") {
            if Headers.isSame(element, "Infinite") { return LockTable.longest }
            let (start, digits) = (element.prefix(7), element.dropFirst(7))
            if Headers.isSame(start, "Second-"), !digits.isEmpty,
                digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            {
                return UInt64(digits).map { Double($0) } ?? LockTable.longest
            }
        }
        return nil
    }
}

/// Ends locks before their time (RFC 4918, section 9.11).
struct UnlockResponder: Responder {
    var priority: Int { 300 }

    func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
        request.method == .unlock && folder.isWritable
    }

    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        guard let field = request.headers["Lock-Token"], field.hasPrefix("<"),
            field.hasSuffix(">"), field.utf8.count > 2
        else {
            throw Refusal(.badRequest, tr("The Lock-Token header does not contain a lock token."))
        }
        let token = String(field.dropFirst().dropLast())
        let isGone = folder.locks.remove(
            token, for: folder.shared(request.path), of: request.lockHolder)
        guard isGone else {
            var refusal = Refusal(
                .conflict, tr("You hold no lock with that token here; it may have ended."))
            refusal.condition = .lockTokenMatchesRequestURI
            throw refusal
        }
        return Response(.noContent)
    }
}
