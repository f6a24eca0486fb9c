import Files
import Jobs

/// Does what the user has answered where a name is taken.
struct AnswerTaker {
    private let flow: JobFlow
    private let jobs: JobTree
    private let questions: Questions
    private let notices: NoticeBoard
    private let store: StoreWriter
    /// Whether answers are kept for those who come later.
    private let isShared: Bool

    init(_ flow: JobFlow, _ store: StoreWriter, isShared: Bool) {
        self.flow = flow
        jobs = flow.jobs
        questions = flow.questions
        notices = flow.notices
        self.store = store
        self.isShared = isShared
    }

    /// Begins with what an earlier process was answered.
    func inherit(_ answers: [KeptAnswer]) {
        questions.inherit(answers)
        notices.note(questions.answers.sites)
    }

    func answer(_ node: JobNode, _ policy: ConflictPolicy, _ scope: AnswerScope) {
        guard policy != .ask else { return }
        guard let kept = KeptAnswer(scope, policy, for: node.job) else {
            return answer(node, policy)
        }
        questions.keep(kept)
        // What was said before of single jobs is on the disk before what is said of more of them.
        if isShared {
            flow.journal.save()
            store.keep(kept)
        }
        switch kept.reach {
        case .batch(let batch):
            setPolicy(policy, of: batch)
            for other in askers(in: batch) { answer(other, policy) }
        case .pattern(_, let batch):
            answerSettled(in: batch)
        case .site:
            notices.note(questions.answers.sites)
            answerSettled(in: nil)
        }
        // It was asked about this one, whatever the pattern.
        answer(node, policy)
    }

    /// Gives a job that asks another name. Whatever was said of others was not said of this name: where
    /// it is taken as well, the user is asked again.
    func rename(_ node: JobNode, to name: Name) {
        guard case .needsAnswer = node.job.state, let target = node.job.target,
            node.reading == .unread, target.path.name != name
        else { return }
        let path = target.path.parent.appending(name)
        node.job.target?.path = path
        node.job.policy = .ask
        node.meeting = JobNode.Meeting()
        node.meeting.asksForItself = true
        node.meeting.isRenamed = true
        noteNeighbours(of: node, path, on: target.site)
        // What was begun under the other name is cleared away with its batch.
        node.file?.hasPart = false
        node.setDone(0)
        flow.requeue(node)
    }

    /// What was said of others was not said of a file that this one makes under a name of theirs.
    private func noteNeighbours(of node: JobNode, _ path: Path, on site: Site) {
        let place = FoldedPath(path, on: site)
        for other in jobs.siblings(of: node) where other !== node {
            guard let target = other.job.target,
                FoldedPath(target.path, on: target.site) == place
            else { continue }
            other.meets(path)
            node.meets(target.path)
        }
        node.parent?.subtree?.isContested = true
    }

    func forget(_ site: Site, _ way: SiteAnswer.Way) {
        questions.forgetAnswer(for: site, way)
        notices.note(questions.answers.sites)
        if isShared { store.forgetAnswer(for: site, way) }
    }

    private func answer(_ node: JobNode, _ policy: ConflictPolicy) {
        guard case .needsAnswer = node.job.state else { return }
        node.job.policy = policy
        node.meeting.isAnswered = true
        flow.requeue(node)
    }

    /// Kept with the jobs too, as those that are not shared are kept nowhere else.
    private func setPolicy(_ policy: ConflictPolicy, of batch: BatchID) {
        for node in jobs.all where node.job.batch == batch && !node.isFinished {
            guard node.job.policy == .ask, !node.meeting.asksForItself,
                questions.answers.patternPolicy(of: node.job) == nil
            else { continue }
            if case .needsAnswer = node.job.state { continue }
            node.job.policy = policy
            flow.touch(node)
        }
    }

    /// Answers those that ask, and for which something was answered by now.
    func answerSettled(in batch: BatchID?) {
        for node in askers(in: batch) where !node.meeting.asksForItself {
            guard case .needsAnswer(let conflict) = node.job.state,
                let policy = questions.answers.policy(of: node.job),
                // It was not said of what the batch itself has made.
                conflict.meets == nil || policy == .keepBoth || policy == .skip
            else { continue }
            answer(node, policy)
        }
    }

    private func askers(in batch: BatchID?) -> [JobNode] {
        questions.askers(in: batch).compactMap { jobs[$0] }
    }
}
