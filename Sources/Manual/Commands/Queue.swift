/// What `ferry queue` does, beyond its options.
extension CommandPage {
    package static let queue = CommandPage(
        "queue",
        """
        The queue holds your transfers and carries out several at a time. It is the queue that the
        screen shows. Use these commands to see it, to change it and to run it in scripts.

        The queue is kept in a file and survives quitting, a crash and `kill -9`. One process runs
        it at a time. That is a screen, `ferry queue run`, or a background process. Every other
        process shows its rows and passes commands on to it. If it dies, another takes over within
        two seconds.

        Once a server has been reached, its jobs wait for it without end. They also wait for space
        on a full disk.

        ## Adding jobs

        `ferry queue add SOURCE DIRECTORY` adds a copy and prints the number of the job. A directory
        needs `-r`. Either place may be here or on a server. If a process runs the queue, the job
        starts at once. Otherwise it waits until you open the screen or start `ferry queue run`.

        No server is asked, unless a path starts at the login directory. A wrong name therefore
        shows up only when the job runs. If the target exists, the job waits for your answer on the
        screen. A password in a URL is refused, because the queue does not store passwords.
        `--password-file`, `--ca`, `--insecure` and `--limit-rate` cannot be stored with a job and
        are refused too. Give them to the process that runs the queue.

        ## Listing jobs

        `ferry queue` and `ferry queue list` print a line for each job, with tabs between the
        columns.

            NUMBER  STATE  OPERATION  BYTES/SIZE  SOURCE -> TARGET

        The state is `waiting`, `running`, `paused`, `needs-answer`, `failed`, `skipped`,
        `cancelled`, `done` or `watching`.

        With `--json`, each job is an object. Whatever is not known is omitted.

        | `id` | The number of the job. |
        | `state`, `operation` | As in the text. |
        | `kind` | `file`, `directory`, `link`, or `files` for names chosen in a directory. |
        | `source`, `target` | From where to where. |
        | `size`, `done` | The bytes of the whole, and those copied so far. |
        | `tries` | How often it was tried. |
        | `error` | Why it failed, or what it needs. |
        | `speed` | Bytes a second of a running job. |
        | `limited_by` | What limits the speed, as measured. It is the line, the server, the disk or your limit. |
        | `verified` | How the copy was compared with its source. |
        | `via` | `here`, `server` if the server copied by itself, or `fxp` if one server sent straight to another. |

        `ferry queue --done` lists finished transfers with the newest last, also those cleared from
        the queue. It goes back a year, and holds up to 100,000. With words, it lists only those
        that have every word in their source or target. Its last line counts transfers, files and
        bytes. With `--json`, that line is missing, and the objects also have `ended`, `files` and
        `left_out`.

        ## Controlling jobs

        | `pause JOB`, `resume JOB` | Pause or resume a job, or `all`. |
        | `retry JOB` | Try a failed job again, or `all` failed ones. |
        | `cancel JOB` | Cancel a job and delete its partial files. With `--keep`, a retry can resume them. |
        | `move JOB PLACE` | Move a waiting job. |
        | `clear` | Clear finished jobs. They stay in `ferry queue --done`. |
        | `stop` | Stop the process that runs the queue, and keep all jobs. |

        ## Moving jobs

        `ferry queue move JOB first` puts a waiting job at the front, and `last` puts it at the end.
        `earlier` and `later` move it by one place.

        ## Running the queue

        `ferry queue run` works on the queue without a screen until nothing more can be done. The
        exit code is 0, or 1 if jobs failed or need an answer. Each of those jobs has a line on
        stderr and stays in the queue.

        If another process already runs the queue, this one waits, and takes over within two seconds
        if that process dies.

        Ctrl-C, SIGTERM and `ferry queue stop` keep all jobs. `ferry queue stop` works from
        anywhere, and returns when no process runs the queue. A screen that is stopped in this way
        stays open, and shows the queue as paused until you resume it.

        With `--json`, events go to stdout. See `ferry help scripting`.

        ## Running in the background

        With `--detach`, the command returns once the work continues in a process of its own,
        without a terminal. It prints the number of that process. If a process already runs the
        queue, it prints the number of that one. Passwords reach the process only through a pipe.

        If systemd ends your processes at logout, the work runs in a scope of your own manager,
        provided that it lingers. Otherwise Ferry says that `loginctl enable-linger` lets transfers
        continue.

        When you quit the screen while transfers run, it offers the same. The transfers are kept for
        later, or continue in the background. `ferry attach` opens the screen on that work again. A
        second screen connects to the working process through a socket that only you can use. It
        shows and controls the work at once.

        ## Passwords

        Jobs take passwords from the same places as commands. `FERRY_PASSWORD` and `--password-file`
        apply to jobs that have no other login. A job that lacks a password needs you, and one
        answer resumes all jobs of that site. See `ferry help addresses`.

        """,
        [
            Example("ferry queue add web01:/readme.txt .", "Add a download and print its number."),
            Example(
                "ferry queue add -r web01:/logs nas:/backups",
                "Add a copy of a directory between two servers."),
            Example("ferry queue", "List the jobs."),
            Example("ferry queue list --json", "List them as JSON, one object per line."),
            Example("ferry queue move 2 first", "Move job 2 to the front of the queue."),
            Example("ferry queue run", "Carry out all jobs without a screen."),
            Example("ferry queue --done readme", "List finished transfers of files named so."),
        ])
}
