import Terminal
import Words

/// The state of a job or a visit, as a row says it in a word.
enum JobWord: CaseIterable, Sendable {
    case waiting, paused, noSpace, busy, retrying, watching
    case listing, filling, deleting, trashing, packing, mirroring, syncing, comparing
    case straight, running, settling, sending, receiving, copying
    case needsAnswer, needsLogin, failed, skipped, cancelled, leftOut, done
    /// What becomes of a visit.
    case taking, kicked
    /// What a visitor keeps others from changing.
    case locked

    var text: String {
        switch self {
        case .waiting: tr("waiting")
        case .paused: tr("paused")
        case .noSpace: tr("no space")
        case .busy: tr("busy", meaning: "another process has the file")
        case .retrying: tr("! retry", meaning: "something failed and is tried again")
        case .watching: tr("watching")
        case .listing: tr("listing")
        case .filling: tr("filling", meaning: "files are copied into a directory")
        case .deleting: tr("deleting")
        case .trashing: tr("trashing")
        case .packing: tr("packing")
        case .mirroring: tr("mirroring")
        case .syncing: tr("syncing")
        case .comparing: tr("comparing")
        case .straight: tr("straight", meaning: "from server to server")
        case .running: tr("running")
        case .settling: tr("settling", meaning: "a file is being completed")
        case .sending: tr("sending")
        case .receiving: tr("receiving")
        case .copying: tr("copying")
        case .needsAnswer: tr("? ASK")
        case .needsLogin: tr("? LOGIN")
        case .failed: tr("! failed")
        case .skipped: tr("skipped")
        case .cancelled: tr("cancelled")
        case .leftOut: tr("! left", meaning: "something was skipped")
        case .done: tr("done")
        case .taking: tr("taking", meaning: "a visitor's file is received")
        case .kicked: tr("! kicked")
        case .locked: tr("locked", meaning: "a visitor has locked a file")
        }
    }

    /// The same for the strip, where no sign of a question is beside a sign of trouble.
    var stripText: String {
        switch self {
        case .needsAnswer: tr("! ASK")
        case .needsLogin: tr("! LOGIN")
        case .leftOut: tr("! skipped")
        case .taking: JobWord.receiving.text
        default: text
        }
    }

    /// Columns of a list that has these words: nine in English, and no more than twelve.
    static let columns = width(of: allCases.map(\.text), atLeast: 9)
    /// The same for the strip.
    static let stripColumns = width(of: allCases.map(\.stripText), atLeast: 10)

    private static func width(of words: [String], atLeast least: Int) -> Int {
        words.reduce(least) { min(max($0, CharacterWidth.of($1)), least + 3) }
    }
}
