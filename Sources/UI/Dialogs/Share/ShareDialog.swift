import Files
import Jobs
import Terminal

/// gS: which directory is shared, with whom, and what they may do.
struct ShareDialog: FormDialog {
    enum Focus: CaseIterable, Sendable {
        case folder, port, address, writing, hidden, access, user, password, encryption
        case start, cancel
    }

    enum Access: CaseIterable, Sendable {
        case everyone, pin, user
    }

    static let loopback = "127.0.0.1"
    static let everywhere = "0.0.0.0"

    /// The pane's directory, and the one under its cursor.
    var folders: [Path]
    var folder = 0
    var port = TextField("8080", isSelected: true)
    /// Loopback and all first, then those of this machine.
    var addresses = [ShareDialog.loopback, ShareDialog.everywhere]
    var address = ShareDialog.loopback
    var isWritable = false
    var showsHidden = false
    var access: Access = .everyone
    var user = TextField()
    var password = TextField("", isSecret: true)
    var isEncrypted = false
    var focus: Focus
    var refusal: String?

    init(folders: [Path]) {
        self.folders = folders
        focus = folders.count > 1 ? .folder : .port
    }

    var path: Path { folders.indices.contains(folder) ? folders[folder] : .root }
    /// Whether nobody but this machine gets in.
    var isLoopback: Bool { address == "::1" || address.hasPrefix("127.") }

    /// What can be focused, from top to bottom.
    var focuses: [Focus] {
        Focus.allCases.filter { focus in
            switch focus {
            case .folder: folders.count > 1
            case .user, .password: access == .user
            default: true
            }
        }
    }

    /// The next or previous value of what has the focus.
    mutating func step(by step: Int) {
        switch focus {
        case .folder: folder = (folder + step + folders.count) % max(1, folders.count)
        case .address: address = ShareDialog.next(to: address, in: addresses, by: step)
        case .writing: isWritable.toggle()
        case .hidden: showsHidden.toggle()
        case .access: access = ShareDialog.next(to: access, in: Access.allCases, by: step)
        case .encryption: isEncrypted.toggle()
        case .port, .user, .password, .start, .cancel: break
        }
        refusal = nil
    }

    /// Steps what is chosen in the row that was pressed, counted without the fields.
    mutating func stepOption(_ number: Int) {
        let options = focuses.filter { focus in
            switch focus {
            case .port, .user, .password, .start, .cancel: false
            default: true
            }
        }
        guard options.indices.contains(number) else { return }
        focus = options[number]
        step(by: 1)
    }

    private static func next<Value: Equatable>(
        to value: Value, in values: [Value], by step: Int
    ) -> Value {
        guard let index = values.firstIndex(of: value) else { return values.first ?? value }
        return values[(index + step + values.count) % values.count]
    }

    /// Whether the key was one for the field that has the focus.
    mutating func edit(_ key: Key) -> Bool {
        let isTaken: Bool
        switch focus {
        case .port: isTaken = port.handle(key)
        case .user: isTaken = user.handle(key)
        case .password: isTaken = password.handle(key)
        default: return false
        }
        if isTaken { refusal = nil }
        return isTaken
    }

    mutating func paste(_ text: String) {
        switch focus {
        case .port: port.insert(text)
        case .user: user.insert(text)
        case .password: password.insert(text)
        default: return
        }
        refusal = nil
    }
}
