import Files
import Jobs
import Terminal
import Words

/// A job in the words and numbers of a row.
extension Job {
    /// Its state.
    var stateWord: JobWord {
        switch state {
        case .waiting: waitWord
        case .expanding where filesFound == 0: .listing
        case .expanding: operation.isRemoval ? .deleting : .filling
        case .running where operation == .delete: .deleting
        case .running where operation == .trash: .trashing
        case .running where operation == .pack: .packing
        case .running where operation == .mirror: .mirroring
        case .running where operation == .sync: .syncing
        case .running where operation == .watch: filesFound > 0 ? .mirroring : .comparing
        case .running: via == .fxp ? .straight : .running
        case .committing: .settling
        case .paused: .paused
        case .needsAnswer: .needsAnswer
        case .needsLogin: .needsLogin
        case .failed: .failed
        case .skipped: .skipped
        case .cancelled: .cancelled
        case .done: leftOut.count > 0 ? .leftOut : .done
        }
    }

    /// The same while the whole queue may be paused: nothing is tried then, whatever it waited for.
    func stateWord(whilePaused isPaused: Bool) -> JobWord {
        switch state {
        case .waiting where isPaused, .expanding where isPaused: .paused
        // It is a whole tree, as what expands is.
        case .running where isPaused && operation.isPlan: .paused
        default: stateWord
        }
    }

    private var waitWord: JobWord {
        switch wait {
        case .turn: .waiting
        case .directory: .paused
        case .retry, .reconnect, .connecting: .waiting
        case .room: .noSpace
        case .otherProcess: .busy
        case .change: leftOut.count > 0 ? .retrying : .watching
        }
    }

    /// The same for the strip.
    var stripWord: JobWord {
        switch state {
        case .running where operation == .delete: .deleting
        case .running where operation == .trash: .trashing
        case .running where operation == .pack: .packing
        case .running where operation.isPlan: stateWord
        case .running where via == .fxp: .straight
        case .running where direction == .up: .sending
        case .running where direction == .down: .receiving
        case .running: .copying
        default: stateWord
        }
    }

    var role: Role {
        switch state {
        case .waiting where wait == .change && leftOut.count > 0: .transferAsk
        case .waiting, .paused: .transferWaiting
        case .expanding, .running, .committing: direction == .up ? .transferUp : .transferDown
        case .needsAnswer, .needsLogin: .transferAsk
        case .failed: .transferFailed
        case .done where leftOut.count > 0: .transferAsk
        case .skipped, .cancelled, .done: .transferDone
        }
    }

    /// What it failed with, or lacks.
    var trouble: FileSystemError? {
        switch state {
        case .failed(let error), .needsLogin(let error): error
        default: nil
        }
    }

    var storyRole: Role {
        switch state {
        case .failed: .transferFailed
        case .needsAnswer, .needsLogin: .transferAsk
        default: .transfer
        }
    }

    /// Which way the bytes go, in one column, or a word; `x` for a deletion.
    func mark(_ glyphs: Glyphs) -> String {
        if glyphs.isPlain { return plainMark }
        if operation.isRemoval { return "x" }
        if operation == .sync { return glyphs.isASCII ? "=" : "↔" }
        switch direction {
        case .up: return glyphs.up
        case .down: return glyphs.down
        case .across: return ">"
        case .none: return "="
        }
    }

    private var plainMark: String {
        if operation.isRemoval { return tr("delete", meaning: "what a job does, before its name") }
        if operation == .sync { return tr("sync", meaning: "what a job does, before its name") }
        switch direction {
        case .up: return tr("upload", meaning: "what a job does, before its name")
        case .down: return tr("download", meaning: "what a job does, before its name")
        case .across, .none: return tr("copy", meaning: "what a job does, before its name")
        }
    }

    /// The source's name; of an archive that is made, its own.
    var bareName: String {
        if operation == .pack, let target, let name = target.path.name {
            return name.text(on: target.site)
        }
        return source.path.name?.text(on: source.site) ?? source.text
    }

    /// The source's name; of a directory also the files done and found below it.
    var shownName: String {
        let name = bareName
        guard kind == .directory else { return kind == .link ? name + "@" : name }
        if let chosen {
            let count = Format.grouped(UInt64(max(0, chosen)))
            return filesFound > 0
                ? tr("\(count) in \(name)/ \(filesDone)/\(filesFound) files")
                : tr("\(count) in \(name)/")
        }
        // What was copied last says nothing about now.
        guard filesFound > 0, !isResting else { return name + "/" }
        return tr("\(name)/ \(filesDone)/\(filesFound) files")
    }

    /// Where it goes: `web01:/www`, `~/site`.
    func shownTarget(home: Path?, _ titles: SiteTitles) -> String {
        guard var place = target else { return "" }
        // What was chosen goes into the target, and a plan changes what is in it.
        let isInside = chosen != nil && operation != .pack || operation.isPlan
        if !isInside { place.path = place.path.parent }
        return place.shown(home: home, titles)
    }

    /// Whether its bytes go from server to server, and nobody has looked yet how many have.
    private var isUnseen: Bool { state == .running && via == .fxp && done == 0 }

    /// Whether it keeps something up to date, and nothing is done for that now.
    private var isResting: Bool { operation == .watch && !isMoving }

    /// 0…100; nil where the size is not known, or how much of it is there.
    var percent: Int? {
        isUnseen || isResting ? nil : fraction.map { Int($0 * 100) }
    }

    var shownSpeed: String {
        guard isMoving, !isUnseen, let speed, speed.isFinite, speed >= 0 else { return "" }
        return Format.speed(speed)
    }

    /// Seconds left at the present speed.
    var secondsLeft: Double? {
        guard isMoving, let expectedSize, let speed, speed > 0, expectedSize >= Double(done) else {
            return nil
        }
        return (expectedSize - Double(done)) / speed
    }

    /// Whether its bytes are on their way, or those below it.
    var isMoving: Bool { state == .running || state == .expanding }
}

extension Format {
    /// `1.8M/s`: bytes a second.
    static func speed(_ bytesPerSecond: Double) -> String {
        guard bytesPerSecond.isFinite, bytesPerSecond >= 0, bytesPerSecond < 1e18 else {
            return "-"
        }
        return size(UInt64(bytesPerSecond)) + "/s"
    }
}
