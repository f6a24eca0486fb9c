/// What a command that starts ssh says of the config that it reads.
enum SSHCommandLine {
    /// ssh's options that stand alone (ssh(1)): others may follow them in the same word.
    private static let flags = Set("46AaCfGgKkMNnqsTtVvXxYy")

    /// The file behind `-F`, of several the last, as ssh has it; nil where there is none.
    static func configFile(_ command: String) -> String? {
        let words = ShellWords.split(command)
        var file: String?
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            guard word.hasPrefix("-"), !word.hasPrefix("--") else { continue }
            let option = word.dropFirst().drop { flags.contains($0) }
            guard option.first == "F" else { continue }
            let joined = option.dropFirst()
            if !joined.isEmpty {
                file = String(joined)
            } else if index < words.count {
                file = words[index]
                index += 1
            }
        }
        return file
    }
}
