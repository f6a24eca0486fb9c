import Synchronization

/// The language that Ferry speaks to its user, which a process chooses once, before it says anything.
package enum Language {
    /// What was chosen until something was said.
    private static let choice = Mutex<Catalogue?>(nil)

    /// The texts of that language; nil for English, which the sources have.
    static let catalogue: Catalogue? = choice.withLock { $0 }

    /// Whether everything is said as the sources have it.
    package static var isEnglish: Bool { catalogue == nil }

    /// Chooses a language for the whole process.
    ///
    /// It has no effect once something was said, so that nobody reads two languages on one screen.
    package static func choose(_ catalogue: Catalogue?) {
        choice.withLock { $0 = catalogue }
    }

    /// The language as pages of the web name it, by BCP 47: `en`, `zh-CN`.
    package static var tag: String {
        tr("en", meaning: "this language as a tag of BCP 47, such as en or zh-CN")
    }

    /// The languages to try, the best first, as locales such as `zh_CN`; empty for English.
    ///
    /// - Parameters:
    ///   - setting: `language` of the settings: such a name, or nil to go by the locale.
    ///   - variables: The value of a variable of the environment; nil where it is not set.
    package static func wanted(
        setting: String?, variables: (String) -> String?
    ) -> [String] {
        func value(_ name: String) -> String? {
            variables(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        // What the terminal cannot show is better read in English: Linux's own console has few characters.
        let characters = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG")
        let terminal = value("TERM") ?? ""
        guard characters.map(isUTF8) ?? true, terminal != "linux", !terminal.hasPrefix("linux-")
        else { return [] }
        let messages = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? ""
        var names: [String] = []
        if let setting {
            names = [setting]
        } else if !["", "C", "POSIX"].contains(bare(messages)) {
            // A list of languages goes before the locale, as the manual of gettext says.
            let list = value("LANGUAGE")?.split(separator: ":").map(String.init) ?? []
            names = list + [messages]
        }
        var wanted: [String] = []
        for name in names.map(bare) {
            if name == "en" || name.hasPrefix("en_") { return wanted }
            wanted += files(of: name)
        }
        return wanted
    }

    /// The names that the file of a locale can have, the best first: `zh_CN` and `zh`; none of what is
    /// no locale.
    package static func files(of locale: String) -> [String] {
        let name = bare(locale)
        guard isName(name) else { return [] }
        let language = name.prefix { $0 != "_" }
        return language == name || language.isEmpty ? [name] : [name, String(language)]
    }

    /// A locale without its character set and variant.
    private static func bare(_ locale: String) -> String {
        String(locale.prefix { $0 != "." && $0 != "@" })
    }

    /// Whether a locale's name says that its character set is UTF-8.
    package static func isUTF8(_ locale: String) -> Bool {
        let set = locale.drop { $0 != "." }.dropFirst().prefix { $0 != "@" }
        return ["utf-8", "utf8"].contains(set.lowercased())
    }

    /// Whether it can be the name of a file of a language: it leads nowhere else.
    package static func isName(_ name: String) -> Bool {
        name.utf8.count <= 32 && !name.isEmpty
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
