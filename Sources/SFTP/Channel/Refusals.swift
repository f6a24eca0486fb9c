import Files
import Words

/// What some servers refuse that others can do, and that a copy can do without.
package enum Refusal: String, CaseIterable, Sendable {
    /// fsync@openssh.com.
    case sync
    /// SETSTAT and FSETSTAT: times and modes.
    case setStatus = "setstat"
    /// SETSTAT and FSETSTAT with modes, where times are taken.
    case setMode = "setstat-mode"
    /// To make a file or directory that has a mode at once.
    case creationMode = "creation-mode"
    /// lsetstat@openssh.com: times of links.
    case setLinkStatus = "lsetstat"
    /// FSTAT.
    case openStatus = "fstat"
    /// posix-rename@openssh.com.
    case posixRename = "posix-rename"
    /// copy-data.
    case copyData = "copy-data"
    /// SFTP as a subsystem without text before it.
    case subsystem
    /// Any name but the file's own: parts are not to be renamed.
    case rename
    /// To go on in a file: it is emptied when it is opened.
    case resume
    /// A shell that sees the files where SFTP does.
    case shell
}

/// What one server refuses.
final class Refusals {
    private let site: Site
    private let memory: any RefusalMemory
    private let log: ConnectionLog
    private lazy var known = memory.refusals(of: site)
    private var done: Set<Refusal> = []

    init(of site: Site, in memory: any RefusalMemory, log: ConnectionLog) {
        self.site = site
        self.memory = memory
        self.log = log
    }

    func allows(_ refusal: Refusal) -> Bool { !known.contains(refusal.rawValue) }

    /// The server has just done it: what fails from now on has failed for a reason of its own.
    func noteSuccess(_ refusal: Refusal) { done.insert(refusal) }

    /// Whether a failure to do it says that the server does not do it at all.
    func isRefusal(_ error: FileSystemError) -> Bool {
        [.unsupported, .denied].contains(error.kind)
    }

    /// The same of what may have failed for a reason of its own, if it ever was done.
    func isRefusal(_ error: FileSystemError, of refusal: Refusal) -> Bool {
        isRefusal(error) || (error.kind == .other && !done.contains(refusal))
    }

    /// The server refuses it; it is done without from now on.
    func note(_ refusal: Refusal) {
        guard known.insert(refusal.rawValue).inserted else { return }
        memory.noteRefusal(refusal.rawValue, of: site)
        log.remark(
            tr(
                "\(VisibleText.make(site.host)) does not support \(refusal.rawValue); Ferry works "
                    + "without it."))
    }
}
