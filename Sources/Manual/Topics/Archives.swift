/// How archives are read and made, for users.
extension ManualTopic {
    package static let archives = ManualTopic(
        "archives", "enter, extract and pack archives",
        """
        Archives are like directories. You can enter them, copy files out of them, extract them
        whole, and pack new ones. Ferry reads `.zip`, `.jar`, `.tar`, `.tar.gz`, `.tar.xz`,
        `.tar.zst`, `.tar.bz2`, `.7z` and `.iso`.

        ## Entering

        `Enter` on an archive shows what is in it, here and on servers. `Left` at the root of an
        archive leads back to its directory.

        - `F5` copies files out of it, as jobs of the queue.
        - `F3` shows the archive's own bytes.

        Nothing in an archive can be changed. An archive in an archive must be copied out first.

        ## Extracting

        `Ctrl-X e` extracts whole archives into the other pane. Each goes into a directory of its
        own name.

        ## Packing

        `Ctrl-X p` packs what is marked, as a job of the queue. The archive can be `.tar.gz`,
        `.zip`, `.tar.zst`, `.tar.xz`, `.tar.bz2` or `.tar`.

        - Links are kept as links. Pipes, sockets and devices are skipped and reported.
        - The archive gets its name when it is whole.
        - A job that was paused packs again from the start.

        ## On a server

        Ferry fetches only the bytes that it needs. If the server only sends whole files, Ferry says
        so. Download the archive first then.

        ## Names of files

        If names are not UTF-8, Ferry guesses their charset, and `gc` chooses it. Files get UTF-8
        names when they are copied.

        ## Limits

        - Entries that lead out of the archive, devices, and links to nothing are skipped. The
          status line says so.
        - Encrypted files are listed, but not unpacked.
        - Ferry refuses an archive that unpacks to more than 1,000 times its size, or holds more
          than 200,000 entries.
        - Unpacking may take a dictionary or window of 64 MiB, as `xz -9` makes them. At that limit,
          65 MiB of memory are used. Ferry refuses archives that need more.

        """)
}
