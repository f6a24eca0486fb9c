import CLinux
import Glibc

/// What a connection does to the folder: its open handles, and a reply for every request. Belongs
/// to the connection's thread.
final class ScriptedSFTPFiles {
    enum Handle {
        case file(descriptor: CInt, path: [UInt8])
        case folder(path: [UInt8], rest: ArraySlice<ScriptedSFTPEntry>)

        var path: [UInt8] {
            switch self {
            case .file(_, let path), .folder(let path, _): path
            }
        }

        var descriptor: CInt? {
            if case .file(let descriptor, _) = self { return descriptor }
            return nil
        }
    }

    let place: ScriptedSFTPPlace
    var handles: [[UInt8]: Handle] = [:]
    private var lastHandle: UInt32 = 0

    init(_ place: ScriptedSFTPPlace) {
        self.place = place
    }

    deinit {
        for handle in handles.values { handle.descriptor.map { _ = Glibc.close($0) } }
    }

    /// Does what is asked.
    func reply(
        to request: ScriptedSFTPRequest, _ behaviour: ScriptedSFTPBehaviour
    ) -> ScriptedSFTPReply {
        guard request.isWhole else {
            return request.kind == nil ? .status(.unsupported) : .status(.badMessage)
        }
        let absolute = place.absolute(request.path, home: behaviour.home)
        guard let path = place.real(absolute) else { return .status(.noSuchFile) }
        switch request.kind {
        case .initialise, nil: return .status(.unsupported)
        case .open: return open(request, path, behaviour)
        case .close: return close(request.handle)
        case .read: return read(request, behaviour)
        case .write: return write(request)
        case .lstat, .stat, .fstat: return status(of: request, path, behaviour)
        case .setstat, .fsetstat: return set(request, path, behaviour)
        case .opendir: return openFolder(request, absolute, behaviour)
        case .readdir: return readFolder(request.handle, behaviour)
        case .remove: return .result(unlink(path))
        case .mkdir: return .result(mkdir(path, (request.attributes.permissions ?? 0o777) & 0o7777))
        case .rmdir: return .result(rmdir(path))
        case .realpath:
            guard let found = place.canonical(absolute) else { return .failure() }
            return .names([ScriptedSFTPEntry(found)])
        case .rename:
            guard let target = second(request, behaviour) else { return .status(.noSuchFile) }
            return .result(ferry_rename_new(AT_FDCWD, path, AT_FDCWD, target))
        case .readlink: return readLink(path)
        case .symlink:
            guard let link = second(request, behaviour),
                let target = place.realTarget(request.path)
            else { return .status(.noSuchFile) }
            return .result(symlink(target, link))
        case .extended: return ScriptedSFTPExtensions(files: self, behaviour).reply(to: request)
        }
    }

    /// The second path of a request.
    func second(
        _ request: ScriptedSFTPRequest, _ behaviour: ScriptedSFTPBehaviour
    ) -> [CChar]? {
        place.real(place.absolute(request.secondPath, home: behaviour.home))
    }

    private func add(_ handle: Handle, _ behaviour: ScriptedSFTPBehaviour) -> ScriptedSFTPReply {
        lastHandle += 1
        var writer = ScriptedSFTPWriter()
        writer.put(lastHandle)
        let count = max(4, min(256, behaviour.handleLength))
        let name = [UInt8](repeating: 0, count: count - 4) + writer.bytes
        handles[name] = handle
        return .handle(name)
    }

    private func isFull(_ behaviour: ScriptedSFTPBehaviour) -> Bool {
        behaviour.limits.handles > 0 && handles.count >= Int(clamping: behaviour.limits.handles)
    }

    // MARK: Files

    private func open(
        _ request: ScriptedSFTPRequest, _ path: [CChar], _ behaviour: ScriptedSFTPBehaviour
    ) -> ScriptedSFTPReply {
        guard !isFull(behaviour) else { return .status(.failure, "Too many open files") }
        var flags: CInt = O_CLOEXEC
        switch (request.flags.contains(.read), request.flags.contains(.write)) {
        case (true, true): flags |= O_RDWR
        case (false, true): flags |= O_WRONLY
        default: flags |= O_RDONLY
        }
        if request.flags.contains(.append) { flags |= O_APPEND }
        if request.flags.contains(.create) { flags |= O_CREAT }
        if request.flags.contains(.truncate) { flags |= O_TRUNC }
        if request.flags.contains(.exclusive) { flags |= O_EXCL }
        if behaviour.emptiesWhatIsOpened, request.flags.contains(.write) {
            flags = flags & ~O_EXCL | O_CREAT | O_TRUNC
        }
        let kept = request.attributes.without(behaviour.droppedFields)
        let descriptor = ferry_openat(
            AT_FDCWD, path, flags, (kept.permissions ?? 0o666) & 0o7777)
        guard descriptor >= 0 else { return .failure() }
        return add(.file(descriptor: descriptor, path: request.path), behaviour)
    }

    private func close(_ name: [UInt8]) -> ScriptedSFTPReply {
        guard let handle = handles.removeValue(forKey: name) else { return .failure(EBADF) }
        return handle.descriptor.map { .result(Glibc.close($0)) } ?? .ok
    }

    private func read(
        _ request: ScriptedSFTPRequest, _ behaviour: ScriptedSFTPBehaviour
    ) -> ScriptedSFTPReply {
        guard let descriptor = handles[request.handle]?.descriptor else { return .failure(EBADF) }
        var most = behaviour.largestRead
        // Also where no limit is known: no one request is to fill the memory.
        let limit = behaviour.limits.read == 0 ? 1 << 24 : behaviour.limits.read
        most = min(most, Int(clamping: limit), request.length)
        var block = [UInt8](repeating: 0, count: max(0, most))
        let count = pread(descriptor, &block, block.count, off_t(clamping: request.offset))
        if count < 0 { return .failure() }
        if count == 0, most > 0 { return .status(.endOfFile) }
        return .contents(block[..<count])
    }

    private func write(_ request: ScriptedSFTPRequest) -> ScriptedSFTPReply {
        guard let descriptor = handles[request.handle]?.descriptor else { return .failure(EBADF) }
        var rest = request.payload[...]
        var offset = off_t(clamping: request.offset)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, offset)
            }
            guard count > 0 else { return .failure() }
            rest = rest.dropFirst(count)
            offset += off_t(count)
        }
        return .ok
    }

    private func status(
        of request: ScriptedSFTPRequest, _ path: [CChar], _ behaviour: ScriptedSFTPBehaviour
    ) -> ScriptedSFTPReply {
        var status = Glibc.stat()
        let result: CInt
        switch request.kind {
        case .fstat:
            guard let handle = handles[request.handle] else { return .failure(EBADF) }
            guard let descriptor = handle.descriptor else { return .failure(EBADF) }
            result = fstat(descriptor, &status)
        case .lstat: result = lstat(path, &status)
        default: result = stat(path, &status)
        }
        guard result == 0 else { return .failure() }
        let shown = behaviour.shown(request.kind ?? .stat, request.path, .init(status))
        return .attributes(shown)
    }

    private func set(
        _ request: ScriptedSFTPRequest, _ path: [CChar], _ behaviour: ScriptedSFTPBehaviour
    ) -> ScriptedSFTPReply {
        let wanted = request.attributes.without(behaviour.droppedFields)
        guard request.kind == .fsetstat else { return ScriptedSFTPSetting.set(wanted, path) }
        guard let descriptor = handles[request.handle]?.descriptor else { return .failure(EBADF) }
        return ScriptedSFTPSetting.set(wanted, Array("/proc/self/fd/\(descriptor)".utf8CString))
    }

    private func readLink(_ path: [CChar]) -> ScriptedSFTPReply {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        guard count >= 0 else { return .failure() }
        let bytes = target[..<count].map { UInt8(bitPattern: $0) }
        return .names([ScriptedSFTPEntry(place.shown(bytes))])
    }

    // MARK: Folders

    private func openFolder(
        _ request: ScriptedSFTPRequest, _ absolute: [UInt8], _ behaviour: ScriptedSFTPBehaviour
    ) -> ScriptedSFTPReply {
        guard !isFull(behaviour) else { return .status(.failure, "Too many open files") }
        var folder = absolute
        while true {
            guard let path = place.real(folder) else { return .status(.noSuchFile) }
            if let entries = ScriptedSFTPListing.entries(of: path, behaviour, request.path) {
                return add(.folder(path: request.path, rest: entries[...]), behaviour)
            }
            let code = errno
            guard behaviour.opensFilesAsFolders, folder.count > 1,
                let slash = folder.lastIndex(of: UInt8(ascii: "/"))
            else { return .failure(code) }
            folder = slash == 0 ? [UInt8(ascii: "/")] : Array(folder[..<slash])
        }
    }

    private func readFolder(
        _ name: [UInt8], _ behaviour: ScriptedSFTPBehaviour
    ) -> ScriptedSFTPReply {
        guard case .folder(let path, let rest) = handles[name] else { return .failure(EBADF) }
        if rest.isEmpty { return .status(.endOfFile) }
        let count = max(1, behaviour.namesPerReply)
        handles[name] = .folder(path: path, rest: rest.dropFirst(count))
        return .names(Array(rest.prefix(count)))
    }
}
