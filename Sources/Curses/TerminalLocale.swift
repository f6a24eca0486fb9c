import Glibc
import Words

/// The character set that the terminal is taken to have.
enum TerminalLocale {
    /// Makes the C library speak UTF-8 wherever that is possible, and says what to draw with: plain
    /// ASCII where the user's locale is of another character set.
    static func adopt(type: String) -> CharacterSet {
        adoptCharacters()
        let isUTF8 = String(cString: nl_langinfo(CInt(CODESET))) == "UTF-8"
        let isUnset = ["LC_ALL", "LC_CTYPE", "LANG"].allSatisfy { (name: String) in
            getenv(name).map { $0.pointee == 0 } ?? true
        }
        // Without any locale at all the terminal is most likely of today, so names can be right.
        let name = setlocale(LC_CTYPE, nil).map { String(cString: $0) }
        if !isUTF8, name == "C" || name == "POSIX" { setlocale(LC_CTYPE, "C.UTF-8") }
        guard isUTF8 || isUnset else { return .ascii }
        return type == "linux" || type.hasPrefix("linux-") ? .console : .unicode
    }

    /// Takes the locale's characters. One that is not installed here still says whether they are UTF-8:
    /// over ssh the name of another machine's comes along.
    static func adoptCharacters() {
        guard setlocale(LC_CTYPE, "") == nil else { return }
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { (variable: String) in
            getenv(variable).map { String(cString: $0) }
        }
        let name = names.first { !$0.isEmpty }
        if let name, Language.isUTF8(name) { setlocale(LC_CTYPE, "C.UTF-8") }
    }
}
