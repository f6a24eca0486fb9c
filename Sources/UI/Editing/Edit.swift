package import Files
import Words

/// Names the copy of a server's file that is being edited.
package struct EditID: Hashable, Sendable {
    /// The name of its directory.
    package let token: String

    /// By the name of its directory.
    package init(_ token: String) {
        self.token = token
    }
}

/// How far an edit is.
package enum EditState: Hashable, Sendable {
    /// The file is on its way here.
    case fetching
    /// It is larger than is fetched without a word: so many bytes, nil where the server does not say.
    case tooLarge(UInt64?)
    /// The copy is what the server has, as far as is known.
    case open
    /// The copy has changes that the server does not have yet.
    case unsent
    case sending
    /// The server has the copy since then, in seconds since the epoch.
    case saved(Double)
    /// The server has another version than the one that was edited.
    case conflicted(EditConflict)
    /// The last save did not arrive; a sentence.
    case failed(String)
    /// The server has the copy, but the editor has left other files beside it; a sentence.
    case kept(String)
}

/// A server's file that is being edited in a copy.
package struct Edit: Hashable, Sendable {
    /// Names it.
    package let id: EditID
    /// The file on the server.
    package var location: Location
    /// How far it is.
    package var state: EditState
    /// The copy here; nil before it is there.
    package var copy: Path?
    /// The command line that opens it; nil for the editor.
    package var program: String?

    /// How far an edit of a file is.
    package init(
        id: EditID, location: Location, state: EditState, copy: Path? = nil,
        program: String? = nil
    ) {
        self.id = id
        self.location = location
        self.state = state
        self.copy = copy
        self.program = program
    }

    /// The file's name, for showing.
    package var name: String {
        location.path.name?.text(on: location.site) ?? location.path.text(on: location.site)
    }

    /// The server's name, for showing.
    package var host: String { VisibleText.make(location.site.host) }

    /// What it is and where, for showing.
    var place: String { tr("\(name) on \(host)", meaning: "a file on a server") }

    /// Whether there are changes here that the server may not have.
    package var isUnsent: Bool {
        switch state {
        case .unsent, .sending, .conflicted, .failed, .kept: true
        case .fetching, .tooLarge, .open, .saved: false
        }
    }
}

/// Both versions of a file that was changed here and on its server, and the one that both began from.
package struct EditConflict: Hashable, Sendable {
    /// One of them.
    package struct Version: Hashable, Sendable {
        /// Bytes, where known.
        package var size: UInt64?
        /// When it was made, where known.
        package var modified: Timestamp?
        /// The first line that is not the same in all of them; nil where it has none there.
        package var line: String?

        /// A version of a file.
        package init(size: UInt64?, modified: Timestamp?, line: String? = nil) {
            self.size = size
            self.modified = modified
            self.line = line
        }
    }

    /// The copy here.
    package var mine: Version
    /// The server's; nil where the file is gone.
    package var theirs: Version?
    /// What both began from.
    package var base: Version
    /// Which line differs first, from 1; nil where that is not known, or the files are no text.
    package var lineNumber: Int?
    /// Whether the server's version was fetched whole.
    package var isMergeable: Bool

    /// What differs between them.
    package init(
        mine: Version, theirs: Version?, base: Version, lineNumber: Int? = nil, isMergeable: Bool
    ) {
        self.mine = mine
        self.theirs = theirs
        self.base = base
        self.lineNumber = lineNumber
        self.isMergeable = isMergeable
    }
}

/// What becomes of a conflict.
package enum EditResolution: Hashable, Sendable {
    /// Mine replaces the server's version that the user was shown.
    case overwrite
    /// Mine is sent under a name of its own.
    case keepBoth
    /// Both are put together in the editor, or by this command.
    case merge(command: String?)
}

/// What the user wants of edits.
package enum EditCommand: Hashable, Sendable {
    /// Fetches a file and has it edited, or opened by a command line.
    case begin(Location, isLargeAllowed: Bool, program: String? = nil)
    /// The editor has the terminal no more.
    case ended(EditID, EditorEnd)
    /// The editor may have the copy once more; the file is fetched again where the edit is over.
    case reopen(EditID, Location, program: String? = nil)
    /// Sends what has changed, now.
    case send(EditID)
    /// Sends what has changed, and ends it.
    case finish(EditID)
    /// Throws the copy away; or stops fetching it.
    case discard(EditID)
    case resolve(EditID, EditResolution)
    /// Looks for what earlier processes left.
    case findLeftovers
}

/// How an editor ended.
package struct EditorEnd: Hashable, Sendable {
    /// How long it had the terminal.
    package var seconds: Double
    /// Why it did not end well; a sentence.
    package var trouble: String?

    /// After so long.
    package init(seconds: Double, trouble: String?) {
        self.seconds = seconds
        self.trouble = trouble
    }
}

/// What is to be given the terminal.
package struct EditorOrder: Hashable, Sendable {
    /// What it works on.
    package enum Work: Hashable, Sendable {
        /// The copy.
        case edit
        /// Opens the copy by a command line, in which `{}` stands for it.
        case open(command: String)
        /// Puts the three versions together in the copy: by this command, else in the editor.
        case merge(command: String?, base: Path, theirs: Path, before: Path)
    }

    /// Which edit.
    package let id: EditID
    /// The copy.
    package let copy: Path
    /// What is done with it.
    package let work: Work
    /// What it is a copy of, for showing.
    package let title: String

    /// Works on the copy of an edit.
    package init(id: EditID, copy: Path, work: Work, title: String) {
        self.id = id
        self.copy = copy
        self.work = work
        self.title = title
    }
}

/// What has become of edits.
package enum EditNews: Sendable {
    /// One is as far as this now.
    case changed(Edit)
    /// The copy is there: the editor may have the terminal.
    case ready(EditorOrder)
    /// The editor returned at once, and may have a window of its own: the edit goes on.
    case detached(EditID)
    /// What was asked for of it is done, or has failed.
    case done(EditID)
    /// Something about one that goes on; a sentence.
    case troubled(String)
    /// It is over; a sentence where there is something to say.
    case ended(EditID, String?, isError: Bool)
    /// Earlier processes left these; and sentences about what cannot be read.
    case leftovers([Edit], troubles: [String])
}
