/// Sections of `key = value` lines, as many programs write them.
struct INIText {
    struct Section {
        let name: String
        private(set) var values: [String: String] = [:]
        /// Keys that stand there more than once.
        private(set) var repeated: Set<String> = []
        /// Lines that say nothing that is understood.
        fileprivate(set) var strayCount = 0

        fileprivate init(_ name: String) {
            self.name = name
        }

        subscript(key: String) -> String? { values[key] }

        /// The last one counts.
        fileprivate mutating func add(_ key: String, _ value: String) {
            if values.updateValue(value, forKey: key) != nil { repeated.insert(key) }
        }
    }

    /// In the order of the file; one that stands there twice is one.
    private(set) var sections: [Section] = []

    /// Lines before the first section are passed over, as all who read such files do.
    init(_ text: String) {
        var places: [String: Int] = [:]
        var current: Int?
        for line in SiteListReader.lines(of: text) {
            let line = SiteDraft.trimmed(String(line))
            guard let first = line.utf8.first, first != 0x3B, first != 0x23 else { continue }
            if first == 0x5B, line.hasSuffix("]") {
                let name = String(line.dropFirst().dropLast())
                current = places[name]
                if current == nil {
                    current = sections.count
                    places[name] = sections.count
                    sections.append(Section(name))
                }
            } else if let current, let equals = line.utf8.firstIndex(of: 0x3D) {
                sections[current].add(
                    SiteDraft.trimmed(String(line[..<equals])),
                    SiteDraft.trimmed(String(line[line.utf8.index(after: equals)...])))
            } else if let current {
                sections[current].strayCount += 1
            }
        }
    }
}
