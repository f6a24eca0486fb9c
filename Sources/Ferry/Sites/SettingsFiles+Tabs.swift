import Files
import Settings

extension SettingsFiles {
    /// What the tabs showed last, spoken to as the sites file says now.
    var session: TabSession {
        var session = TabSession.load(paths.sessionFile)
        for index in session.left.tabs.indices { adopt(&session.left.tabs[index]) }
        for index in session.right.tabs.indices { adopt(&session.right.tabs[index]) }
        return session
    }

    private func adopt(_ tab: inout TabSession.Tab) {
        guard !tab.site.isLocal, let site = try? adopted(tab.site) else { return }
        tab.site = site
    }

    /// Keeps what the tabs show; why it could not.
    func keep(_ session: TabSession) -> SettingsError? {
        do throws(SettingsError) {
            try session.save(to: paths.sessionFile)
            return nil
        } catch {
            return error
        }
    }

    /// What was chosen for two places to mirror or synchronise, newest first.
    var pairChoices: [PairChoices] { PairChoices.load(paths.pairsFile) }

    /// Keeps what was chosen for two places; why it could not.
    func keep(_ choices: PairChoices) -> SettingsError? {
        do throws(SettingsError) {
            try choices.add(to: paths.pairsFile)
            return nil
        } catch {
            return error
        }
    }
}
