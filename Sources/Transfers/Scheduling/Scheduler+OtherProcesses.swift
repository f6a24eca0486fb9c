import Files
import Jobs

// What other processes leave in the store.
extension Scheduler {
    /// Seconds between two looks at what other processes have left.
    private static let lookPace = 0.9

    func takeOver(showing shown: [JobID]) {
        // Until it has, nobody knows whether there is nothing to do.
        openLooks += 1
        tryToTakeOver(showing: shown)
    }

    private func tryToTakeOver(showing shown: [JobID]) {
        store.takeOver { [post] result in
            post { scheduler in
                guard case .success(let (inheritance, commands)) = result else {
                    return scheduler.takeOverLater(showing: shown)
                }
                scheduler.openLooks -= 1
                scheduler.failures.inherit(reached: inheritance.reached)
                scheduler.inherit(inheritance.counts)
                if inheritance.isPaused, !scheduler.commandHandler.isPaused {
                    scheduler.commandHandler.setPaused(true)
                }
                scheduler.adopter.adopt(inheritance, showing: shown)
                for command in commands { scheduler.commandHandler.obey(command) }
                scheduler.keepLooking()
            }
        }
    }

    private func takeOverLater(showing shown: [JobID]) {
        clock.after(Scheduler.lookPace) { [post] in
            post { scheduler in
                guard scheduler.isStopping else { return scheduler.tryToTakeOver(showing: shown) }
                scheduler.openLooks -= 1
            }
        }
    }

    private func keepLooking() {
        clock.after(Scheduler.lookPace) { [post] in
            post { scheduler in
                guard !scheduler.isStopping else { return }
                scheduler.control?.lookAfterSocket()
                // The next look begins once this one has ended.
                scheduler.look { $0.keepLooking() }
            }
        }
    }

    /// Takes what others have left, then runs `looked`.
    func look(_ looked: @escaping @Sendable (Scheduler) -> Void = { _ in }) {
        openLooks += 1
        store.look(since: foreignVersion) { [post] news in
            post { scheduler in
                scheduler.openLooks -= 1
                scheduler.take(news)
                looked(scheduler)
            }
        }
    }

    /// What has come of another process's having left something in the store.
    enum Knocking {
        case none
        case looking
        /// More was left since that look began.
        case lookingAgain
    }

    /// Hears another process of the user's.
    func hear(_ news: ControlServer.News) {
        guard !isStopping else { return }
        switch news {
        case .look:
            guard case .none = knocking else { return knocking = .lookingAgain }
            lookAtOnce()
        case .login(let site, let secret):
            takeLogin(site, secret)
            commandHandler.obey(.loginGiven(site))
        }
    }

    private func lookAtOnce() {
        knocking = .looking
        look { scheduler in
            let isAgain = scheduler.knocking == .lookingAgain
            scheduler.knocking = .none
            if isAgain { scheduler.lookAtOnce() }
        }
    }

    private func take(_ news: ForeignNews) {
        foreignVersion = news.version
        adopter.adopt(news.added)
        for command in news.commands { commandHandler.obey(command) }
        hasFoundNothing = news.added.isEmpty && news.commands.isEmpty
        if let stops = news.stops { post.shared { $0.noteStops(stops) } }
    }
}
