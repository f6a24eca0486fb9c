import Settings
import Words

/// What there is to say of the language that Ferry speaks.
enum LanguageFindings {
    /// - Parameters:
    ///   - choice: What was chosen.
    ///   - names: The languages that there are.
    static func of(_ choice: LanguageChoice, names: [String]) -> Finding {
        switch choice.outcome {
        case .english: return Finding(.locale, "language", .ok, "en")
        case .found(let name, _): return Finding(.locale, "language", .ok, name)
        case .broken(let error):
            return Finding(
                .locale, "language", .hint(tr("Correct the file, or delete it.")),
                error.description)
        case .missing(let wanted):
            let name = wanted.first ?? ""
            guard choice.setting != nil else {
                return Finding(
                    .locale, "language", .ok, tr("en; Ferry has no translation for \(name)"))
            }
            let known = names.joined(separator: ", ")
            return Finding(
                .locale, "language", .hint(tr("Set 'language' to one of these: \(known).")),
                tr("Ferry has no translation for '\(name)', so it speaks English."))
        }
    }
}
