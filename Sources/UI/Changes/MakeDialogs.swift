import Files
import Terminal
import Words

extension InputDialog {
    /// Asks for the name of a directory to be made.
    static let makeDirectory = InputDialog(title: tr("Create a directory"), label: tr("Name")) {
        make($0, mayBeFile: false, &$1)
    }

    /// Asks for the name of a file or a directory to be made.
    static let make = InputDialog(
        title: tr("Create a file or directory"),
        label: tr("Name; one that ends in / creates a directory")
    ) { make($0, mayBeFile: true, &$1) }

    /// Makes a directory, or a file where `text` does not end in a slash and may be one.
    private static func make(
        _ text: String, mayBeFile: Bool, _ workspace: inout Workspace
    ) -> Submission {
        let pane = workspace.panes.focused
        guard !pane.isEmpty else { return .refused(tr("This pane does not show a directory yet.")) }
        let side = workspace.panes.focus
        let isDirectory = !mayBeFile || text.hasSuffix("/")
        var bare = text[...]
        while bare.hasSuffix("/") { bare.removeLast() }
        let name: Name
        switch Change.name(String(bare), on: pane.site) {
        case .success(let typed): name = typed
        case .failure(let refusal): return .refused(refusal.description)
        }
        let change = Change(
            isDirectory ? .makeDirectory : .makeFile, name, in: side, workspace.panes)
        return .accepted(change.start(&workspace))
    }
}
