/// What `ferry parts` does, beyond its options.
extension CommandPage {
    package static let parts = CommandPage(
        "parts",
        """
        Use this command to find partial files that transfers have left, and to delete those that no
        job needs. Ferry writes each copy beside its target under a name such as `.ferry-TOKEN-N`,
        and renames it at the end. If a transfer is killed, such a file may stay.

        ## What it prints

        Each line names a partial file, and then, with tabs between them, its size, its source and
        its owner. The owner is a batch of the queue or a command. The line also says whether the
        file is still being written, is to be resumed, or is abandoned.

        Files on this machine are always checked. Servers are contacted only with `--remove`. Until
        then their directories have a line that says what may be there.

        ## Removing

        `--remove` deletes the partial files that no job needs and that no process is writing. Files
        of jobs that wait, run or can be retried are kept. A job itself deletes its partial file
        when you cancel it.

        If a file was being replaced in place, the previous file may be saved under another name.
        Ferry does not touch that. It says which name it has, so that you can rename it back or
        delete it. The exit code is then 1.

        You rarely need this command. A command deletes the partial files that a killed one with the
        same source and target has left. With `-c`, it resumes them.

        """,
        [
            Example("ferry parts", "List partial files and whose they are."),
            Example("ferry parts --remove", "Delete those that no job needs."),
        ])
}
