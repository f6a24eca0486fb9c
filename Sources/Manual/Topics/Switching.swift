/// Where the habits from other programs lead, for users who come from them.
extension ManualTopic {
    package static let switching = ManualTopic(
        "switching", "find what you know from mc, FileZilla, lftp and others",
        """
        Ferry has the F-keys of Midnight Commander and the letters of vim, lf and yazi. `F9` shows all
        of them by name. On the left is what you press there, on the right what you press here.

        ## From Midnight Commander

        | `F3` to `F10`, `Tab`, `Ins`, `+`, `*` | The same. |
        | `Ctrl-O` | `!` opens a shell in the directory. |
        | `Ctrl-\\` (directory hotlist) | The same, or `'`. `m` adds a bookmark. |
        | `Ctrl-X s` | The same: creates a symbolic link. |
        | `Ctrl-X c`, `Ctrl-X o` | `A` changes permissions, owner and time. |
        | `Alt-?` (find) | `s` |
        | `cd ftp://…` or `sh://…` | `F2`, or `gd` and the URL. |
        | Compare directories (`Ctrl-X d`) | `C` compares while you browse, and `M` makes both the same. |
        | Letters find a name | `/`, or set `preset = "commander"` in `config.toml`. |

        ## From FileZilla

        | Site Manager (`Ctrl-S`) | `F2`. `F6` there imports your sites. |
        | Quickconnect | `F2` and type the host. |
        | Double click on a file | `F5` copies it, `F3` shows it, and `F4` edits it. |
        | Transfer queue | `w` |
        | Message log | `L` |
        | Directory comparison (`Ctrl-O`) | `C` |
        | Synchronised browsing (`Ctrl-Y`) | `b` |
        | File exists dialog | `Q`. The other transfers do not wait for it. |
        | Speed limits | `b` and `B` in the queue, or `limit_times`. |
        | Manual transfer of a directory tree | The same as a file: mark it and press `F5`. |

        ## From WinSCP

        | Commander interface | The panes of Ferry, with the same F-keys. |
        | Saved sessions | `F2`. `F6` there imports `WinSCP.ini`. |
        | Synchronize (`Ctrl-S`) | `M` |
        | Keep remote directory up to date (`Ctrl-U`) | `M`, then choose "Keep up to date". |
        | Edit in an external editor (`F4`) | `F4`, with your own editor. |
        | Queue (`Ctrl-Q`) | `w` |
        | Scripts | The commands of Ferry, see `ferry help scripting`. |
        | PuTTY's keys and Pageant | The keys and agent of `ssh`: see `ferry help sftp`. |

        ## From lftp

        | `open host` | `ferry host:`, or `F2`. |
        | `get`, `mget *.gz` | `ferry get 'host:/logs/*.gz' .` |
        | `mirror A B`, `mirror -R A B` | `ferry mirror host:/A B` and `ferry mirror A host:/B`. |
        | `mirror --delete --dry-run` | The same options. |
        | `queue`, `jobs` | `ferry queue add`, `ferry queue`. |
        | `pget -n 4` | Nothing: Ferry finds the number of connections itself, or use `-j 4`. |
        | `set net:limit-rate` | `--limit-rate`, or `limit_rate` in `config.toml`. |
        | `bookmark` | `ferry sites add`. `ferry sites import` takes your bookmarks. |
        | `quote`, `debug` | `:` on the screen, `ferry raw`, and `-v`. |

        ## From yazi, lf and ranger

        | `h` `j` `k` `l`, `gg`, `G`, `Space`, `v` | The same. |
        | `y`, `x`, `p` | The same, also from one server to another. |
        | `d` | Asks, and offers the trash. |
        | `a`, `r` | The same: create and rename. |
        | `/`, `n`, `N`, `f` | The same: find and filter. |
        | `t`, `1` to `9`, `[`, `]` | The same: tabs. |
        | `.` | The same: hidden files. |
        | `,` | Sort. |
        | Preview column | `P` shows the preview. |
        | `w` (tasks) | `w` opens the queue. |
        | `g h`, `'` | Home and bookmarks. |
        """)
}
