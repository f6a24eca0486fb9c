/// The kind of machine that the reply to SYST speaks of, as far as it makes a doubtful line likely.
enum SystemHint {
    case none, vms, mvs, vm, os400, nonStop

    /// `system`: the text of the reply, nil where there was none.
    init(_ system: String?) {
        let words = (system ?? "").uppercased()
        func says(_ word: String) -> Bool {
            words.utf8.indices.contains { words.utf8[$0...].starts(with: word.utf8) }
        }
        if says("OS/400") || says("OS400") {
            self = .os400
        } else if says("NONSTOP") || says("TANDEM") || says("GUARDIAN") {
            self = .nonStop
        } else if says("VMS") {
            self = .vms
        } else if says("MVS") || says("Z/OS") || says("OS/390") {
            self = .mvs
        } else if says("Z/VM") || says("ZVM") || says("VM/") || says("CMS") {
            self = .vm
        } else {
            self = .none
        }
    }
}
