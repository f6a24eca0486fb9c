import Words

/// What a newcomer should know, with the keys that hold now.
struct HelpConcepts {
    private let keymap: Keymap

    init(_ keymap: Keymap) {
        self.keymap = keymap
    }

    var topics: [HelpTopic] {
        [panes, marks, queue, conflicts, mirrors, partialFiles, trust, log]
    }

    /// The first key of an action, or its name in the palette where it has none.
    private func key(_ action: Action) -> String {
        keymap.labels(for: action, in: action.context).first ?? action.rawValue
    }

    private func topic(_ title: String, _ paragraphs: [String]) -> HelpTopic {
        HelpTopic(title, paragraphs.map { .text($0) })
    }

    private var panes: HelpTopic {
        topic(
            tr("About panes and sites"),
            [
                tr(
                    "Each pane shows a directory of this machine or of a server. "
                        + "\(key(.otherPane)) switches to the other pane."),
                tr(
                    "\(key(.sites)) lists your sites: choose one, or type a host or URL. "
                        + "\(key(.goTo)) opens any path or URL."),
                tr(
                    "A pane whose connection is lost says OFFLINE and keeps its list. The next action "
                        + "reconnects."),
            ])
    }

    private var marks: HelpTopic {
        topic(
            tr("About marks"),
            [
                tr(
                    "\(key(.mark)) marks the file under the cursor with an asterisk. "
                        + "\(key(.markPattern)) marks by pattern; \(key(.visual)) marks while you move."
                ),
                tr(
                    "Copy, move and delete work on the marked files. Without marks, they work on the file "
                        + "under the cursor."),
            ])
    }

    private var queue: HelpTopic {
        topic(
            tr("About the transfer queue"),
            [
                tr(
                    "\(key(.copy)) and \(key(.move)) add files to the queue. The transfers run in the "
                        + "background while you keep working."),
                tr(
                    "\(key(.queue)) opens the queue. There you can pause, reorder, limit, retry and cancel "
                        + "each job."),
                tr("The queue is saved on disk. After a crash or a restart, Ferry continues it."),
            ])
    }

    private var conflicts: HelpTopic {
        topic(
            tr("About conflicts"),
            [
                tr(
                    "If a file exists at the target, its job waits for your answer, marked with an "
                        + "exclamation mark. All other jobs continue."),
                tr(
                    "\(key(.answer)) shows the next question: overwrite, resume, keep both, skip, or take "
                        + "the newer or larger file. One answer can apply to the whole batch."),
            ])
    }

    private var mirrors: HelpTopic {
        topic(
            tr("About mirrors and synchronisation"),
            [
                tr(
                    "\(key(.mirror)) compares both panes with all that is below them, and shows a plan. "
                        + "Nothing changes before you run it."),
                tr(
                    "Signs in a plan: + copy, ~ replace, - delete, m permissions, r rename, ! conflict, "
                        + ". skip; > and < show the direction."),
                tr(
                    "Only ticked rows are run, as one job of the queue, which continues in the background. "
                        + "\(key(.showPlan)) switches between the plan and the panes."),
            ])
    }

    private var partialFiles: HelpTopic {
        topic(
            tr("About partial files"),
            [
                tr(
                    "A file arrives under a temporary name, and gets its own name when it is complete."
                ),
                tr(
                    "An interrupted transfer leaves a partial file. The next try checks its end, then "
                        + "resumes there."),
                tr("The command 'ferry parts' lists partial files that are left over."),
            ])
    }

    private var trust: HelpTopic {
        topic(
            tr("About encryption and trust"),
            [
                tr(
                    "NOT ENCRYPTED in a pane's title is a warning: others on the network can read "
                        + "passwords and files."),
                tr(
                    "A new certificate or host key is shown for you to compare. If it changes later, Ferry "
                        + "warns you."),
            ])
    }

    private var log: HelpTopic {
        topic(
            tr("About the log"),
            [
                tr(
                    "\(key(.log)) shows every command and reply. The status line explains the latest reply "
                        + "that matters.")
            ])
    }
}
