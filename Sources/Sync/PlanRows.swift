/// The rows of a plan, which are put together only where somebody looks at them.
package protocol PlanRows: RandomAccessCollection where Index == Int {
    associatedtype Action

    func action(at position: Int) -> Action
}

extension PlanRows {
    /// The action of each, in the same order, for callers that need nothing else.
    package var actions: some Collection<Action> { indices.lazy.map { action(at: $0) } }

    /// The rows whose action is wanted.
    package func rows(
        doing isWanted: @escaping (Action) -> Bool
    ) -> some Sequence<Element> {
        indices.lazy.filter { isWanted(action(at: $0)) }.map { self[$0] }
    }
}
