import Synchronization

/// Servers that refuse what OpenSSH does, as they were seen.
extension ScriptedSFTPBehaviour {
    /// The draft, and nothing else.
    package static var bare: ScriptedSFTPBehaviour {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.extensions = []
        return behaviour
    }

    /// MinIO: no renaming, of either kind.
    package static var minIO: ScriptedSFTPBehaviour {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.extensions = [
            Extension("hardlink@openssh.com", "1"), Extension("posix-rename@openssh.com", "1"),
            Extension("statvfs@openssh.com", "2"),
        ]
        return behaviour.with(
            ScriptedSFTPRule(.rename, answer: .status(.unsupported)),
            ScriptedSFTPRule(extension: "posix-rename@openssh.com", answer: .status(.unsupported)))
    }

    /// Azure's blobs: posix-rename is announced and unknown; nothing is set; a file that exists is
    /// not changed in part.
    package static var azure: ScriptedSFTPBehaviour {
        ScriptedSFTPBehaviour().without("copy-data", "fsync@openssh.com").with(
            ScriptedSFTPRule(extension: "posix-rename@openssh.com", answer: .status(.unsupported)),
            ScriptedSFTPRule(extension: "lsetstat@openssh.com", answer: .status(.unsupported)),
            ScriptedSFTPRule(.setstat, .fsetstat, answer: .status(.unsupported)),
            ScriptedSFTPRule(
                .open,
                where: {
                    $0.flags.contains(.write) && $0.flags.isDisjoint(with: [.truncate, .create])
                },
                answer: .status(.failure)))
    }

    /// AWS Transfer on S3: nothing is set, no extension, and RENAME with more than its two fields
    /// is never answered.
    package static var awsTransfer: ScriptedSFTPBehaviour {
        bare.with(
            ScriptedSFTPRule(.setstat, .fsetstat, answer: .status(.unsupported)),
            ScriptedSFTPRule(.rename, where: { $0.extraCount > 0 }, answer: .silence))
    }

    /// ProFTPD with SITE_CHMOD denied: an OPEN or MKDIR that carries a mode is refused.
    package static var proftpdWithoutModes: ScriptedSFTPBehaviour {
        ScriptedSFTPBehaviour().with(
            ScriptedSFTPRule(
                .open, .mkdir, .setstat, .fsetstat,
                where: { $0.attributes.permissions != nil }, answer: .status(.permissionDenied)))
    }

    /// IBM Sterling: one open file at a time, and none is looked at while it is open.
    package static var sterling: ScriptedSFTPBehaviour {
        var behaviour = bare
        behaviour.limits.handles = 1
        return behaviour.with(
            ScriptedSFTPRule(
                .stat, .lstat, .fstat, where: { $0.isOpen }, answer: .status(.noSuchFile)))
    }

    /// rclone: whatever is opened for writing begins anew.
    package static var rclone: ScriptedSFTPBehaviour {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.emptiesWhatIsOpened = true
        return behaviour.without("fsync@openssh.com", "statvfs@openssh.com", "limits@openssh.com")
    }

    /// Wing FTP: a whole folder in one packet, however long.
    package static var wingFTP: ScriptedSFTPBehaviour {
        var behaviour = bare
        behaviour.namesPerReply = .max
        return behaviour
    }

    /// Bitvise and VShell: no owners in listings.
    package static var bitvise: ScriptedSFTPBehaviour {
        var behaviour = bare
        behaviour.shown = { kind, _, attributes in
            kind == .readdir ? attributes.without(.owner) : attributes
        }
        return behaviour
    }

    /// Win32-OpenSSH of old: posix-rename fails onto a file that exists. `exists` says, of a path as
    /// the client writes it, whether it does.
    package static func oldWindows(
        exists: @escaping @Sendable (String) -> Bool
    ) -> ScriptedSFTPBehaviour {
        ScriptedSFTPBehaviour().with(
            ScriptedSFTPRule(
                extension: "posix-rename@openssh.com",
                where: { exists(String(decoding: $0.secondPath, as: UTF8.self)) },
                answer: .status(.failure)))
    }

    /// A store whose sizes come late: the first `times` answers about a file, however it is asked,
    /// say 0.
    package static func lateSizes(times: Int) -> ScriptedSFTPBehaviour {
        let count = Count()
        var behaviour = bare
        behaviour.shown = { kind, _, attributes in
            guard kind != .readdir, (attributes.permissions ?? 0) & 0o170000 == 0o100000,
                count.next() <= times
            else { return attributes }
            var late = attributes
            late.size = 0
            return late
        }
        return behaviour
    }

    /// A store that says it has set a time, and has not.
    package static var timeless: ScriptedSFTPBehaviour {
        var behaviour = bare
        behaviour.droppedFields = .times
        return behaviour
    }

    /// Audiocodes: files are listed as directories, without end.
    package static var audiocodes: ScriptedSFTPBehaviour {
        var behaviour = bare
        behaviour.opensFilesAsFolders = true
        behaviour.shown = { kind, _, attributes in
            var shown = attributes
            if kind == .readdir {
                shown.permissions = attributes.permissions.map { $0 & 0o7777 | 0o040000 }
            }
            return shown
        }
        return behaviour
    }

    /// Momentum's: 32 KiB a packet and a read are all, and `limits` is unknown.
    package static var momentum: ScriptedSFTPBehaviour {
        var behaviour = bare
        behaviour.limits.packet = 34_000
        behaviour.limits.read = 32_768
        behaviour.limits.write = 32_768
        return behaviour
    }

    fileprivate final class Count: Sendable {
        private let value = Atomic<Int>(0)

        func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).newValue }
    }
}

extension ScriptedSFTPRule {
    /// A listing of `path` that never ends: every READDIR gives `names` new ones.
    package static func endlessListing(path: String, names: Int = 100) -> ScriptedSFTPRule {
        let count = ScriptedSFTPBehaviour.Count()
        return ScriptedSFTPRule(.readdir, path: path) { _ in
            let entries = (0..<names).map { _ in ScriptedSFTPEntry("file-\(count.next())") }
            return .packet(104, ScriptedSFTPWriter.names(entries))
        }
    }

    /// One answer to READDIR of `path` with exactly these entries, whatever their names hold.
    package static func listing(
        path: String, _ entries: [ScriptedSFTPEntry]
    ) -> ScriptedSFTPRule {
        ScriptedSFTPRule(
            .readdir, path: path, times: 1, answer: .packet(104, ScriptedSFTPWriter.names(entries)))
    }
}
