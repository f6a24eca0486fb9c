import Files
import SQLite
package import Jobs
import Words

// What processes do that do not work on the queue: they read the store, and leave jobs and
// commands in it, which the worker notices within a second.
extension Store {
    /// All jobs of all processes, in their order.
    package func allJobs() throws(StoreError) -> [Job] {
        try reading(tr("The queue could not be read")) { database in
            try Store.jobs(in: database, whose: "1").map(\.job)
        }
    }

    /// Adds jobs that nobody has taken yet: the worker does, or the next one.
    package func add(_ requests: [JobRequest]) throws(StoreError) -> [JobID] {
        let numbers = try reserveNumbers(Int64(requests.count))
        return try transaction(tr("The jobs could not be added")) { database in
            var added: [JobID] = []
            for (number, request) in zip(numbers, requests) {
                let job = Job(
                    request, id: JobID(rawValue: number),
                    batch: BatchID(rawValue: numbers.lowerBound))
                try StoredJob(
                    job: job, position: number,
                    chosen: request.chosen.map {
                        ChosenNames($0.listing, withFacts: request.operation.wantsFacts)
                    }, script: request.script?.bytes
                ).save(database, owner: nil)
                added.append(job.id)
            }
            return added
        }
    }

    /// Passes a command to the process that works on the queue; where none does, carries it out
    /// on the rows. Throws where there is no such job.
    package func send(_ command: QueueCommand) throws(StoreError) {
        // Kept to the end, so that nobody begins to work on rows that are being changed.
        let right = try takeWork()
        try transaction(tr("The command could not be sent")) { database in
            let stored = StoredCommand(command)
            if let job = stored.job {
                let isThere = try database.first(
                    Bool.self, sql: "SELECT EXISTS (SELECT 1 FROM job WHERE id = ?)",
                    arguments: [job.rawValue])
                guard isThere == true else {
                    throw StoreError(
                        tr(
                            "Job \(job.rawValue) does not exist; `ferry queue` lists all "
                                + "jobs."))
                }
            }
            if right == nil {
                try stored.save(database)
            } else {
                try RestingRows(database).apply(command)
            }
        }
    }

    /// All jobs as they are now, and whether everything is paused, for those who look on.
    func rows() throws(StoreError) -> WatchedRows {
        try reading(tr("The queue could not be read")) { database in
            WatchedRows(
                jobs: try Store.jobs(in: database, whose: "1").map(\.job),
                isPaused: try Store.isPaused(in: database),
                stops: try Store.stopCount(in: database), terms: try Store.terms(in: database),
                stoppedTerm: try Store.stoppedTerm(in: database),
                limit: try StoredLimit.now(in: database),
                answers: try AnswerRows.all(in: database).compactMap(\.siteAnswer))
        }
    }
}
