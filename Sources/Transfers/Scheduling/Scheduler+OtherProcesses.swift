import Jobs

// What other processes leave in the store.
extension Scheduler {
    /// Seconds between two looks at what other processes have left.
    private static let lookPace = 0.9

    func takeOver(showing shown: [JobID]) {
        openLooks += 1
        store.takeOver { [post] result in
            post { scheduler in
                scheduler.openLooks -= 1
                guard case .success(let (inheritance, commands)) = result else {
                    return scheduler.takeOverLater(showing: shown)
                }
                scheduler.failures.inherit(reached: inheritance.reached)
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
            post { if !$0.isStopping { $0.takeOver(showing: shown) } }
        }
    }

    private func keepLooking() {
        clock.after(Scheduler.lookPace) { [post] in
            post { if !$0.isStopping { $0.look() } }
        }
    }

    /// Takes what others have left; the next look begins once this one has ended.
    private func look() {
        openLooks += 1
        store.look(since: foreignVersion) { [post] version, commands, rows in
            post { scheduler in
                scheduler.openLooks -= 1
                scheduler.foreignVersion = version
                scheduler.adopter.adopt(rows)
                for command in commands { scheduler.commandHandler.obey(command) }
                scheduler.keepLooking()
            }
        }
    }
}
