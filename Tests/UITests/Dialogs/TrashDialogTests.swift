import Files
import Jobs
import Settings
import Terminal
import Testing

@testable import UI

@Suite("Deleting on this machine") struct TrashDialogTests {
    /// With the cursor on a file.
    private func stage(_ deletion: Config.Deletion?) -> Stage {
        var stage = Stage.shown()
        stage.model.workspace.options.deletion = deletion
        stage.press("G")
        return stage
    }

    private func operation(_ effects: [Effect]) -> [Job.Operation] {
        effects.flatMap { effect in
            if case .enqueue(let batch) = effect { return batch.requests.map(\.operation) }
            return []
        }
    }

    @Test(
        "The first answer is the one that the settings name, and y gives it",
        arguments: [
            ("y", Job.Operation.trash, Job.Operation.delete), ("t", .trash, .trash),
            ("p", .delete, .delete), ("down enter", .delete, .trash),
        ])
    func first(_ keys: String, _ trash: Job.Operation, _ delete: Job.Operation) {
        var first = stage(.trash)
        first.press("f8")
        #expect(operation(first.press(keys)) == [trash])
        var second = stage(.delete)
        second.press("f8 down")
        #expect(operation(second.press(keys)) == [delete])
    }

    @Test("Enter takes the trash where it is first, and nothing where it is not") func enter() {
        var first = stage(.trash)
        first.press("delete")
        #expect(first.screen.contains("> Move to trash (t)"))
        #expect(operation(first.press("enter")) == [.trash])
        #expect(first.model.dialogs.isEmpty)
        var second = stage(.delete)
        second.press("d")
        #expect(second.screen.contains("> Cancel (n)"))
        #expect(second.press("enter") == [])
        #expect(second.model.dialogs.isEmpty)
    }

    @Test("Shift-Del asks for permanent deletion alone, and so does a machine without a trash")
    func permanent() {
        var shifted = stage(.trash)
        shifted.press("shift-delete")
        #expect(shifted.screen.contains("Delete this permanently?"))
        #expect(!shifted.screen.contains("trash"))
        #expect(shifted.press("t") == [])
        #expect(operation(shifted.press("y")) == [.delete])
        var bare = stage(nil)
        bare.press("f8")
        #expect(bare.screen.contains("Delete this permanently?"))
        #expect(!bare.screen.contains("trash"))
    }

    @Test("No key that was typed for something else answers, and a click does") func grave() throws
    {
        var hasty = stage(.trash)
        hasty.sendHastily(.terminal(.key(Key(.function(8)))))
        for key in [Key("y"), Key("t"), Key("p"), Key(.enter)] {
            hasty.sendHastily(.terminal(.key(key)))
        }
        #expect(operation(hasty.effects).isEmpty)
        #expect(!hasty.model.dialogs.isEmpty)
        var stage = stage(.trash)
        stage.press("f8")
        let row = try #require(
            stage.screen.split(separator: "\n", omittingEmptySubsequences: false)
                .firstIndex { $0.contains("Delete permanently (p)") })
        stage.click(50, row)
        #expect(operation(stage.effects) == [.delete])
    }
}
