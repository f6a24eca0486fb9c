/// How panes are compared and made the same, for users.
extension ManualTopic {
    package static let comparing = ManualTopic(
        "comparing", "compare two panes, mirror or synchronise them",
        """
        You can see how the directories of both panes differ, and make them the same. Both work on
        any two places. For scripts there are `ferry compare`, `ferry mirror` and `ferry sync`.

        ## Comparing the panes

        `C` puts the rows of both panes side by side. `C` again ends it. Before each name is a mark:

        | `=` | The same. |
        | `~` | Different. |
        | `+` | Only in this pane. |
        | `?` | Not compared yet. |
        | `!` | Something could not be read. |

        - `gC` chooses what makes files the same. This is size and time, size, or contents.
        - `gn` and `gN` go to the next and the previous difference.
        - `gD` marks what differs.

        The line below the list says which file is newer. Contents are compared by checksums of the
        servers, or by reading both sides.

        Directories are compared in the background, over connections of their own. What a transfer
        changes is compared again. Sorting, filters and hidden files hold for both panes.
        Permissions are not compared here.

        ## Mirroring and synchronising

        `M` makes one pane the same as the other, or both the same. Its dialog has the choices of
        `ferry mirror` and `ferry sync`. It remembers them for each pair of directories, such as the
        names to skip.

        Ferry compares first and shows a plan. The plan says what would happen to each file, and
        why. Nothing happens before you press `Enter` and answer a question with the numbers.

        ## The plan

        | `Space` | Tick a row, or everything below a directory. |
        | `Tab` | Show only copies, replacements, deletions or conflicts. |
        | `f` | Filter the rows. |
        | `d` | Compare two texts line by line. |
        | `t` | Show the problems. |
        | `Enter` or `F5` | Run the plan. |
        | `P` | Pause or resume the plan. |
        | `x` | Stop the plan. |
        | `r` | Retry what could not be done. |
        | `U` | Undo. |

        Each row has a sign:

        | `+` | Copy. |
        | `~` | Replace. |
        | `-` | Delete. |
        | `m` | Change the permissions. |
        | `r` | Rename. |
        | `!` | Conflict. |
        | `.` | Skip. |

        When both sides can change, `>` and `<` show the direction.

        ## While it runs

        The plan runs as one job of the queue. There, `Space` pauses it and `x` stops it. `gp` comes
        back to the plan. The job can continue in the background when you quit.

        - After a pause, a lost connection or a crash it does only what is left. Large files
          continue where they stopped.
        - What was changed since you saw the plan is kept.
        - What is deleted or replaced goes to `.ferry-trash`, unless you choose otherwise. `U`
          undoes all of it.

        The guards against deleting too much are those of the commands. If the source is empty, or
        more than half of the target's files would go, nothing is deleted. Ten files may always go.

        ## Keeping up to date

        "Keep up to date" in the dialog mirrors once, and again whenever the source changes. That is
        one row of the queue with the state `watching`. It stays until you cancel it with `x`. It
        continues in the background and after a restart.

        - Changes on this machine are copied half a second after the last one.
        - A server is checked every 30 seconds, or when you press `r`.
        - What fails is tried again.
        - `U` undoes it one round after the other.

        """)
}
