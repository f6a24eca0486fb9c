/// How a scripted server behaves. At first it is OpenSSH's sftp-server.
package struct ScriptedSFTPBehaviour: Sendable {
    /// An extension that VERSION announces; the data is mostly a version.
    package struct Extension: Hashable, Sendable {
        package var name: String
        package var data: String

        package init(_ name: String, _ data: String) {
            self.name = name
            self.data = data
        }
    }

    /// What `limits@openssh.com` says, and what the server keeps to: bytes, but for `handles`. 0 is
    /// said for what has none, and is then none.
    package struct Limits: Hashable, Sendable {
        /// A longer packet ends the connection.
        package var packet: UInt64 = 256 << 10
        package var read: UInt64 = 255 << 10
        package var write: UInt64 = 255 << 10
        /// More are refused.
        package var handles: UInt64 = 1_019

        package init() {}
    }

    /// When answers go out.
    package enum Pace: Sendable {
        /// At once.
        case prompt
        /// Once so many requests of a connection wait for theirs.
        case pending(Int)
        /// Once nothing has come for so many milliseconds: all that a client sends at once is then
        /// one round.
        case quiet(milliseconds: Int)
        /// When the test says `release()`.
        case byHand
    }

    /// The order of the answers that go out together.
    package enum Order: Sendable { case asked, reversed, shuffled(seed: UInt64) }

    /// Comes before VERSION, as what a login shell prints.
    package var greeting: [UInt8] = []
    package var version: UInt32 = 3
    package var extensions = ScriptedSFTPBehaviour.openSSHExtensions
    package var limits = Limits()
    /// The first of them that is about a request says what becomes of it.
    package var rules: [ScriptedSFTPRule] = []
    /// READ gives so many bytes at most, however many are asked for.
    package var largestRead = Int.max
    /// Names in one answer to READDIR at most.
    package var namesPerReply = 100
    /// Bytes of a handle, 4 to 256.
    package var handleLength = 4
    /// What a relative path begins at.
    package var home = "/"
    /// Where other users have their files.
    package var homes: [String: String] = [:]
    package var pace = Pace.prompt
    package var order = Order.asked
    /// What SETSTAT and its like, and OPEN, say they have set and have not.
    package var droppedFields: ScriptedSFTPAttributes.Fields = []
    /// How a file is shown: by which request, at which path (as the client wrote it, or the folder's
    /// with the name), and what is true of it.
    package var shown:
        @Sendable (ScriptedSFTPRequest.Kind, [UInt8], ScriptedSFTPAttributes)
            -> ScriptedSFTPAttributes = { $2 }
    /// OPENDIR of a file, or of what is below one, lists the folder that it is in.
    package var opensFilesAsFolders = false
    /// OPEN for writing empties the file, and makes it where it is missing, whatever is asked for.
    package var emptiesWhatIsOpened = false
    /// A connection is closed after so many bytes of answers; once, then this is nil.
    package var endsAfter: Int?

    package init() {}

    package static let openSSHExtensions = [
        Extension("posix-rename@openssh.com", "1"), Extension("statvfs@openssh.com", "2"),
        Extension("fstatvfs@openssh.com", "2"), Extension("hardlink@openssh.com", "1"),
        Extension("fsync@openssh.com", "1"), Extension("lsetstat@openssh.com", "1"),
        Extension("limits@openssh.com", "1"), Extension("expand-path@openssh.com", "1"),
        Extension("copy-data", "1"), Extension("home-directory", "1"),
        Extension("users-groups-by-id@openssh.com", "1"),
    ]

    /// The same with other rules before its own.
    package func with(_ rules: ScriptedSFTPRule...) -> ScriptedSFTPBehaviour {
        var changed = self
        changed.rules = rules + changed.rules
        return changed
    }

    /// Leaves extensions out, by their names; they are then refused, too.
    package func without(_ names: String...) -> ScriptedSFTPBehaviour {
        var changed = self
        changed.extensions.removeAll { names.contains($0.name) }
        return changed
    }
}
