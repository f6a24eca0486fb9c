/// How the queue works, for users.
extension ManualTopic {
    package static let transfers = ManualTopic(
        "transfers", "copy, move and watch transfers in the queue",
        """
        Everything that you copy, move or delete becomes a job of the queue, which works behind the
        panes. The queue takes files and whole trees, several at a time. You can pause it, quit, and
        find it again at the next start.

        ## Copying and moving

        - `F5` copies what is marked to the other pane, and `F6` moves it. The dialog asks where to,
          and what to do about existing names, links and permissions.
        - `y`, `x` and `p` yank, cut and paste; see `ferry help files`.
        - `w` opens the queue. Each job shows its progress, its speed and the remaining time.
        - `Q` answers the next question of the queue.

        ## The queue screen

        | `Space` | Pause or resume the job. |
        | `P` | Pause or resume all jobs; in the panes, `T` does the same. |
        | `r` | Retry the job. |
        | `R` | Retry all failed jobs. |
        | `K` and `J` | Move the job up or down. |
        | `t` and `T` | Move the job to the front or to the end. |
        | `p` | Choose what to do if a file exists. |
        | `b` | Limit the speed of the job. |
        | `B` | Limit the speed of all jobs. |
        | `c` | Limit the connections to the site. |
        | `A` | Show the answers that always hold for sites, and remove them. |
        | `x` | Cancel the job. |
        | `D` | Clear the finished jobs. |
        | `H` | Show the history of transfers. |
        | `Enter` | Show the details of the job. |

        `1` to `6` show all jobs, or those that are active, waiting, in need of you, failed or
        finished.

        `x` asks what to do with the partial file. You can keep it, so that `r` resumes it, or
        delete it, or continue.

        A directory is one row, and `Right` opens it. More than 20,000 marked names are one row too.
        A million files take little more memory than their listing.

        ## What survives

        The queue is kept in an SQLite file. It survives quitting, a crash and `kill -9`.

        One process works on the queue at a time. Any other Ferry shows the same rows and forwards
        your commands to that process. It takes over within two seconds of that process's end.

        ## When a job waits

        - Once a server has been reached, its jobs wait for it without end.
        - Jobs also wait for space on a full disk.
        - A job that lacks a password needs you. One answer resumes all jobs of that site.

        ## If a file exists

        A job whose target exists asks, and all other transfers continue. The question shows exact
        sizes and times, and the first line that differs. You can choose one of these answers:

        - Overwrite the target, or resume where it ends.
        - Keep both, or give the new file another name.
        - Skip the file.
        - Take the newer or the larger file.

        The answer is for this file or for the whole batch. It can also be for a pattern such as
        `*.jpg`, or hold always for this server in this direction. `A` in the queue lists the
        answers for servers and removes them.

        At most 1,000 files of a tree ask at a time.

        ## Names that collide

        A server may treat two names as one, because it ignores case or the Unicode form. Two
        sources may also have the same name. Then the second file asks, and a second directory
        fails. Commands name what they did not write.

        ## Number of connections

        Ferry finds the number of connections by itself. Transfers to a server begin with one login,
        and use two once it has worked. They get more while work waits and all connections together
        still become faster.

        - At most four new connections are opened a second, and there are at most 16 in all.
        - Large files, and small files on a fast line, only get another connection if the last one
          was worth it.
        - SFTP keeps to two connections by itself, which carry many files each. For large files, see
          `ferry help sftp`.

        You can set the number yourself:

        | `-j N` | For one command. |
        | `c` in the queue | For a site, while the queue runs. |
        | `slots` in `sites.toml` | For a site. |
        | `connections` in `config.toml` | For all sites. |

        The queue screen shows how many connections there are, and why.

        ## Servers that refuse connections

        A server may refuse another connection in words (`421`, `530`, "too many"). It may also
        close it while the others continue. Over HTTP, `503` counts too.

        Ferry then keeps to the number that the server accepts. It uses one less if no pane is
        connected, to leave one for browsing. It remembers that number, and tries one more after an
        hour.

        ## Large files in segments

        If one connection does not fill the line, several connections fetch a download over FTP. At
        least 64 MiB must be left.

        - On a line of 100 ms and more there are four. They log in first, and then ask for the file
          one after the other within a round trip.
        - Elsewhere Ferry adds one at a time while that makes the download faster, up to eight.
        - Files that wait have priority over segments.

        All segments go into one partial file. Every two seconds Ferry records what the partial file
        contains, so that a later try fetches only the rest.

        Where two segments meet, their bytes are compared. At the end the size and the time of the
        source are compared too. If they differ, the file is fetched in one piece.

        ## Speed limits

        `b` limits one job, and `B` limits all jobs together. `--limit-rate` limits a command, and
        always holds. `limit_rate` in `config.toml` is the general limit.

        `limit_times` limits all transfers together by the time of day, also while they run:

            limit_times = ["08:00-18:00 500K", "22:00-06:00 0"]

        The first range that fits overrides `limit_rate`, and `0` means no limit. A limit that you
        type on the screen holds until the next change, also after a restart. The queue shows it.

        ## In the background

        If you quit while transfers run, Ferry offers two ways. It keeps them for the next start, or
        continues them in the background.

        - A second screen connects to the process that works, and shows and controls it at once. It
          does so through a socket that only you can use.
        - `ferry attach` opens the screen on a queue that another process runs. If none does, the
          screen says so and runs the queue.
        - Passwords reach the background process only through a pipe.
        - If systemd ends your processes at logout, the work runs in a scope of your own manager if
          that lingers. Otherwise Ferry says so.

        ## Without a screen

        `ferry queue run` works on your queue until nothing more can be done. It exits with 0, or
        with 1 if jobs failed or need an answer. Each of these has a line.

        - If another process already runs the queue, it waits for that one. It takes over within two
          seconds if that one dies.
        - With `--detach` it returns once the work continues in a process of its own without a
          terminal. It prints the number of that process.
        - `Ctrl-C`, `SIGTERM` and `ferry queue stop` keep all jobs.
        - `ferry queue stop` works from anywhere. A screen stopped in this way stays open, and shows
          the queue as paused until you resume it.

        ## History and reports

        `ferry queue --done` lists finished transfers, also those cleared from the queue. It has up
        to 100,000, or those of a year. With words, it lists only those that have them in their
        source or target. The last line counts transfers, files and bytes.

        With `--json`, `ferry queue` reports these for each job, if they are known:

        | `speed` | The speed of a running job, in bytes a second. |
        | `limited_by` | The line, the server, the disk or your limit, as measured. |
        | `verified` | How the file was compared with its source. |
        | `kind` | `file`, `directory`, `link`, or `files` for names chosen in a directory. |

        ## When everything is done

        `on_done = "COMMAND"` in `config.toml` sets a command for the shell. It runs once a transfer
        has ended and nothing in the queue continues by itself. It runs in the process that ran the
        queue. Its environment has these numbers:

        | `FERRY_DONE` | Jobs that are done. |
        | `FERRY_SKIPPED` | Jobs that were skipped. |
        | `FERRY_FAILED` | Jobs that failed. |
        | `FERRY_WAITING` | Jobs that need you. |
        | `FERRY_FILES` | Files that were copied, also those below directories. |
        | `FERRY_BYTES` | The bytes of these files. |

        They count everything since the queue last had nothing to do, including the work of an
        earlier process.

        `done_notice = "osc9"` or `"osc777"` shows a desktop notice at that time, through the
        screen's terminal.

        """)
}
