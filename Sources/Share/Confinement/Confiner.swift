import COpenSSL
import CLinux
import CQRencode
import Digests
package import Files
import Glibc
package import Jobs
import Words

/// Confines this process to what a share needs: who breaks into it gets nothing else.
package enum Confiner {
    /// Confines all of the process, which must have one thread only. `directories`: what it may change beside the
    /// shared one. What was done; the share works in any case.
    package static func confine(
        to request: ShareRequest, changing directories: [Path]
    ) -> Confinement {
        prepare()
        // Root's over files, and to listen on any port: changed owners, permissions and times are those of its files.
        let kept: UInt32 = 0b100_0001_1111
        var failure = ferry_keep_capabilities(kept) == 0 ? nil : reason()
        guard ferry_gain_no_privileges() == 0 else { return .nothing(reason()) }
        let flaw = confineFiles(to: request, changing: directories)
        failure = failure ?? flaw
        guard let filter = CallFilter(), filter.enter() else {
            return failure.map { .nothing($0) } ?? .filesOnly
        }
        return failure.map { .callsOnly($0) } ?? .whole
    }

    /// Has done what is done once, and needs files elsewhere.
    private static func prepare() {
        tzset()
        _ = ferry_openssl_load()
        ferry_qr_load()
        _ = Digester(.sha256)
    }

    /// Why it could not be done; nil where it was.
    private static func confineFiles(
        to request: ShareRequest, changing directories: [Path]
    ) -> String? {
        guard let rules = FileRules() else {
            switch errno {
            case ENOSYS, EOPNOTSUPP: return tr("this kernel has no Landlock, or an old one")
            default: return reason()
            }
        }
        guard rules.allow(directory: request.folder, isWritable: request.isWritable),
            rules.allow(port: request.port)
        else { return reason() }
        // Dispatch looks there at its own threads, and ends a process where it cannot. The memory, the environment and the
        // files of other processes stay closed: nobody who is confined may trace those who are not.
        _ = rules.allow(directory: Path("/proc"), isWritable: false)
        for directory in directories {
            guard rules.allow(directory: directory, isWritable: true) else { return reason() }
        }
        if case .given(let certificate, let key) = request.encryption {
            // One that is not there is told of by who reads it.
            for file in [certificate, key] { _ = rules.allow(file: file) }
        }
        return rules.enter() ? nil : reason()
    }

    private static func reason() -> String { systemReason(errno) }
}
