/// How the panes work, for users.
extension ManualTopic {
    package static let panes = ManualTopic(
        "panes", "browse, mark, find and preview files in two panes",
        """
        Each pane shows a directory of this machine or of a server. You move, mark and find files
        there while transfers run in the queue. Browsing never waits for a transfer.

        ## Moving

        - Move with the arrows or with `h`, `j`, `k` and `l`. `gg` goes to the first item, `G` to
          the last.
        - `Enter`, `Right` or `l` opens the file or directory under the cursor.
        - `Left`, `h` or `Backspace` goes to the parent directory.
        - `Tab` switches to the other pane. `=` shows this directory in the other pane.
        - `gh` or `~` goes to the home directory. `Ctrl-R` reloads the directory.
        - `!` opens a shell here.

        A million entries scroll like ten.

        ## Marking

        `F5`, `F6`, `F8` and most other commands work on what is marked. Without marks, they work on
        what is under the cursor.

        | `Space` or `Ins` | Mark and move down. |
        | `v` | Mark while you move; `v` again ends it and keeps the marks. |
        | `+` and `-` | Mark or unmark by a pattern such as `*.jpg`. |
        | `Ctrl-A` | Mark all. |
        | `*` | Invert the marks. |
        | `u` | Unmark all. |

        ## Sorting

        `,` chooses what a pane is sorted by, which is name, size, time or extension. The same
        choice again reverses the order. Names are sorted naturally, so that `a2` comes before
        `a10`.

        `.` shows or hides the hidden files. In `config.toml`, `sort`, `sort_reverse`,
        `directories_first`, `natural_sort` and `show_hidden` set how panes begin.

        ## Finding and filtering

        - `/` finds a name as you type, and `Enter` keeps the cursor there. `n` and `N` go to the
          next and the previous match.
        - `f` shows only the names that match. `Esc` in its line brings back the filter that you had
          before.
        - `s` searches everything below the directory; see `ferry help files`.

        ## Tabs

        Each side has its own tabs, which the first line of the screen shows. A tab keeps its marks,
        its history and its connection.

        | `t` | Open a tab that shows the same directory. |
        | `1` to `9` | Show a tab by its number. |
        | `[` and `]` | Show the previous or the next tab. |
        | `<` and `>` | Move the tab left or right. |
        | `Ctrl-W` | Close the tab. |

        With the mouse, press a tab to show it. Press it with the middle button to close it.

        If you start `ferry` without places, the tabs of the last time come back. A server's tab
        says `OFFLINE` until `Enter` connects it. With `restore = false` in `config.toml`, the tabs
        stay closed.

        ## Going to places

        `gd` asks for a path or a URL, and offers the directories shown recently. On this machine it
        completes paths as you type. On a server, `Tab` completes them.

        | `Alt-Left` or `gb` | Go back to the directory shown before. |
        | `Alt-Right` or `gf` | Go forward again. |
        | `gl` | Return from a server to this machine. |
        | `m` | Save the current directory as a bookmark. |
        | `'` or `gm` | Open a bookmark. |
        | `F2` or `gs` | Open the sites screen. |

        A bookmark is a site in the folder of its server. It is kept in `sites.toml`.

        ## Browsing both panes together

        `b` joins the panes, so that each follows the other. They follow down, up, and above the
        directories where they began.

        - If the other pane has no such directory, it stays where it is. The status line says why.
        - The panes meet again where both can be. Nothing is compared until then.
        - It holds for the two tabs that are shown. `b` again ends it, and so does another site in
          one of the panes.

        To see how two directories differ, see `ferry help comparing`.

        ## Preview

        `P` shows or hides a preview of what is under the cursor. On a screen of 130 columns or more
        it is beside both panes. On a narrower screen it covers the other pane.

        - Text is shown with its charset, and other bytes in hexadecimal.
        - Of directories and archives you see what they hold.
        - Pictures are shown if `chafa` is installed. Terminals that are known to take pixels get
          pixels (kitty's protocol or sixels). Other terminals get characters.

        Only what is shown is read, also from a server. Tar files are different, because they have
        to be read whole. Above 1 MiB on a server, or 128 MiB on this machine, they are shown as
        bytes.

        `chafa` runs as a process of its own, and Ferry checks its output.

        ## Viewer

        `F3` or `i` opens the file under the cursor in the viewer. `Enter` does so too, except on
        archives, which it enters.

        | `F4` or `x` | Show hexadecimal, or text again. |
        | `F2` or `W` | Wrap long lines. |
        | `/` or `F7` | Find a text; `n` and `N` go to the next and the previous place. |
        | `%` or `F5` | Go to a position, such as `50%`, `1.5M` or `0x1F00`. |
        | `e` | Edit the file. |
        | `o` | Open it with a program. |
        | `q` or `F3` | Close the viewer. |

        ## Log

        `L` opens the log. It has every command and reply with its time, its connection and its
        code, explained in plain words. It never contains passwords.

        - `f` filters the log, `c` shows only this connection, and `e` shows only errors.
        - `s` saves the log to a file. `y` copies a line.

        To send a command to an FTP server yourself, press `:` in a pane. Type `raw` before the
        command:

            raw FEAT

        ## Lost connections

        When a connection is lost, the pane stays where it is. It is marked `OFFLINE`, and you can
        still browse its list. Your next action reconnects and continues.

        A connection counts as lost when the server has said nothing for a while. `timeout` in
        `config.toml` or for a site sets the seconds, and so does `--timeout` for a command.

        ## Quitting

        `q` or `F10` quits. If a server is connected or a share runs, Ferry first asks, and says
        what ends. `Enter` or a second `q` then quits. `confirm_quit = false` in `config.toml` turns
        this question off.

        If transfers run, you can keep them for the next start, or let them continue in the
        background. See `ferry help transfers`.

        """)
}
