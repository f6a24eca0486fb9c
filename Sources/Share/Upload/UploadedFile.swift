import Files
import Words

/// What became of one file of a form.
struct UploadedFile {
    enum Outcome {
        case stored
        case replaced
        /// The name was taken: it is kept under this one.
        case renamed(Name)
        /// Nothing is kept, for this reason: one sentence.
        case refused(String)
    }

    /// As the visitor called it; sanitised.
    var title: String
    /// Bytes.
    var size: UInt64
    var outcome: Outcome

    var isStored: Bool {
        if case .refused = outcome { return false }
        return true
    }

    /// One sentence.
    var words: String {
        let size = PageWords.size(size)
        return switch outcome {
        case .stored: tr("\(title): uploaded, \(size).")
        case .replaced: tr("\(title): uploaded, \(size); it replaced the existing file.")
        case .renamed(let name):
            tr("\(title): uploaded, \(size), as \(name.text), because that name already exists.")
        case .refused(let reason): tr("\(title): not saved. \(reason)")
        }
    }
}
