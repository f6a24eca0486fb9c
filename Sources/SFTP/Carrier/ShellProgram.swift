/// A program and its first arguments, as the user wrote them for a shell.
struct ShellProgram {
    /// What ends a command, or begins something else than one.
    private static let marks = Set(";&|<>()`#!{}\n\r".utf8)
    /// What a shell does itself, so that nothing can take its place.
    private static let ownWords: Set<String> = [
        ".", ":", "alias", "builtin", "case", "command", "eval", "exec", "exit", "export", "for",
        "if", "local", "readonly", "set", "source", "time", "trap", "unset", "until", "while",
    ]

    let text: String

    /// What runs it with more arguments. Where it is one plain command, the shell makes way for it: the
    /// program that is watched, and ended, is the one that was meant.
    func command(_ arguments: [String]) -> [String] {
        ["/bin/sh", "-c", "\(isPlain ? "exec " : "")\(text) \"$@\"", text] + arguments
    }

    private var isPlain: Bool {
        let name = ProgramStart.programName(text)
        // NAME=value before a program is no program.
        return !name.isEmpty && !name.utf8.contains(UInt8(ascii: "="))
            && !ShellProgram.ownWords.contains(name)
            && !text.utf8.contains(where: ShellProgram.marks.contains)
    }
}
