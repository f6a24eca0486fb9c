import Files
import Settings

/// A notice on the desktop, by the terminal's own sequence, also over ssh.
struct DesktopNotice {
    /// Characters of text; more would fill the corner of a screen.
    private static let limit = 200

    private let way: Config.DoneNotice

    init(_ way: Config.DoneNotice) {
        self.way = way
    }

    func show(_ text: String) {
        guard let sequence = sequence(text) else { return }
        // Without a terminal there is nobody to see it.
        try? Output.standard.write(Array(sequence.utf8))
    }

    /// What the terminal is sent; nil where nothing is.
    private func sequence(_ text: String) -> String? {
        let shown = VisibleText.make(text).prefix(DesktopNotice.limit).filter { $0 != ";" }
        return switch way {
        case .none: nil
        case .osc9: "\u{1B}]9;Ferry: \(shown)\u{7}"
        case .osc777: "\u{1B}]777;notify;Ferry;\(shown)\u{7}"
        }
    }
}
