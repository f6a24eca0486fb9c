/// How FTP servers are used, for users.
extension ManualTopic {
    package static let ftp = ManualTopic(
        "ftp", "FTP and FTPS servers, listings, charsets and FXP",
        """
        Open an FTP server with a URL in `gd`, on the sites screen (`F2`), or on the command line.
        Ferry encrypts the connection where the server can.

            ferry ~/site ftpes://deploy@web01/www

        ## Encryption with TLS

        | `ftpes://` | Requires TLS. |
        | `ftps://` | Uses TLS from the start, on port 990. |
        | `ftp://` | Asks for TLS, and continues without it only if the server never had it. |

        Without TLS, the pane's title says `NOT ENCRYPTED`.

        - Ferry requires at least TLS 1.2.
        - Data connections resume the session of the control connection, as vsftpd and ProFTPD
          demand.
        - If a transfer ends without TLS's closing message, that is an error.
        - `--no-tls`, or `tls = false` for a site, never uses TLS.

        ## Certificates

        Certificates are checked against the system's authorities, or those of `--ca FILE`. Ferry
        shows any other certificate with its names, its issuer, its dates and its SHA-256. You can
        trust it once or for this site. If the trusted certificate has changed, Ferry raises an
        alarm.

        `--insecure` does not check certificates. Then anyone on the network can read and change
        everything.

        ## Charset of names

        Names are bytes. They are shown as UTF-8 if they are valid UTF-8, otherwise in the charset
        of the site. You set that with `gc`, with `--charset`, or with `charset` in `sites.toml`.
        Ferry also guesses a charset and offers it. The same bytes go back to the server.

        ## Firewalls

        By default the connections are passive. They always go to the server itself, whatever
        address it announces. Only `trust_passive_address = true` makes them go to the announced
        address.

        In active mode, the server opens the data connections to you. `--active` turns it on for a
        command. These settings in `config.toml`, or for a site, control it:

        | `active` | Turns active mode on. |
        | `active_ports` | A range of ports of this machine, such as `"50000-50100"`. |
        | `active_address` | The outside address under which servers reach this machine. |

        ## Proxies

        SOCKS5 and HTTP CONNECT proxies carry data too. They come from `proxy` in the settings, or
        from `ALL_PROXY`, `FTP_PROXY` and `NO_PROXY`.

        ## Listings

        Ferry reads listings in every known form:

        - `ls -l` in its many shapes and languages, and the `dir` of Windows.
        - MLSD, EPLF, OpenVMS, and z/OS, in EBCDIC too.
        - z/VM, IBM i, NonStop, OS/2, NetWare, HellSoft, old MacOS servers, VShell, VxWorks and
          wfFtp.
        - OS-9, numeric Unix, Chameleon and `/bin/dls`.

        `ferry listing < FILE` shows how Ferry reads a listing.

        ## Unusual servers

        Ferry understands the paths of Windows, VMS and z/OS, and distributed servers (`PRET`). The
        account that some servers ask for (`ACCT`) comes from `--account`, `.netrc` or `account` in
        `sites.toml`.

        To send a command unchanged, press `:` and type `raw` before it.

        ## From one server straight to another

        With FXP, files go from one FTP server straight to another. Use `ferry cp --fxp`, or
        `fxp = true` for either site in `sites.toml`. No byte of a file comes through this machine,
        but listings and names still do.

        One server listens (`PASV`, `EPSV`, `CPSV`), and the other connects to it (`PORT`, `EPRT`).
        Ferry uses whichever way round works. It never sends a server to any address other than the
        one where the other server answers.

        If both connections are encrypted, so are the bytes between the servers (`CPSV` or `SSCN`).
        Only the servers see each other's certificates.

        ## When FXP is not used

        In these cases, files go through this machine. They stay in the same job, whose details say
        why.

        - Only one connection is encrypted, or the servers cannot encrypt between them.
        - The files have a speed limit.
        - The servers have refused, or a transfer between them has failed. This then holds for all
          other files.

        After three seconds, another login at the target checks how much has arrived. This is not
        done if `slots` is set for the target.

        A server that ignores `ABOR` may keep sending for a while after you cancel a file.

        """)
}
