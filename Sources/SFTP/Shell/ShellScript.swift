import Files

/// A script for the far side's `sh`, which reads it from its standard input. So the login shell, which
/// may be any, has nothing to read but `exec sh`: no two of them quote alike (csh takes no line break
/// and no `!`, fish has `\` in single quotes), and no list of processes there shows a path. Nor is a
/// script ever too long for a command line.
struct ShellScript {
    /// For the login shell, whichever it is.
    static let command = "exec sh"

    /// Stands alone on a line before the output; what a login script writes comes before it.
    static let mark = Array("-- ferry: shell begins --\n".utf8)

    /// What the last line of the output begins with: the status comes behind it, and `endMark`.
    static let statusMark = Array("\n-- ferry: shell ends ".utf8)
    static let endMark = Array(" --\n".utf8)

    /// Statuses that Ferry's own scripts end with.
    enum Status {
        /// The shell does not see what SFTP sees.
        static let elsewhere: CInt = 90
        /// The shell has no program for it.
        static let toolless: CInt = 91
    }

    /// What is run: any commands, in a shell of their own, with nothing to read.
    private var body: [UInt8]

    /// No command yet.
    init() {
        body = []
    }

    /// Adds text of Ferry's own.
    mutating func add(_ text: String) { body += Array(text.utf8) }

    /// Adds a word whose bytes are somebody else's.
    mutating func add(word bytes: [UInt8]) { body += ShellWord.quoted(bytes) }

    /// All that is sent. It stands in braces, so that one that is cut off is no command at all. The end
    /// of the input ends what runs: that is how the far side learns that nobody wants it any more.
    var bytes: [UInt8] {
        let head = """
            { LC_ALL=C; export LC_ALL; exec 3<&0
            echo; echo '-- ferry: shell begins --'
            (

            """
        let tail = """

            ) </dev/null 3<&- &
            w=$!
            ( read x; kill "$w" ) <&3 >/dev/null 2>&1 &
            k=$!
            exec 3<&-
            wait "$w"; s=$?
            kill "$k" 2>/dev/null
            echo; echo "-- ferry: shell ends $s --"
            exit 0
            }

            """
        return Array(head.utf8) + body + Array(tail.utf8)
    }
}
