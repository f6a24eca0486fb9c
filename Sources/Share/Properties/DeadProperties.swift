import Files
import Jobs
import Synchronization
import Words

/// The properties that visitors gave to what is in a share. They follow it where it is moved or copied by
/// way of the share, and go with it. Used from any thread.
package final class DeadProperties: Sendable {
    /// How many there may be in a share, of one file or directory, and how large.
    struct Limits: Sendable {
        var all = 10_000
        var each = 200
        /// Bytes of a value, and of all names and values of the share.
        var value = 16 << 10
        var total = 16 << 20
    }

    /// What becomes of one.
    struct Change: Sendable {
        var name: PropertyName
        /// Nil where it is removed.
        var value: Value?
    }

    struct Value: Hashable, Sendable {
        /// Sound XML.
        var markup: [UInt8]
        var language: String?
    }

    private typealias Own = [PropertyName: Value]

    private struct State {
        var properties: [Path: Own] = [:]
        var count = 0
        var bytes = 0
    }

    private let limits: Limits
    private let keeper: (any PropertyKeeping)?
    private let warn: @Sendable (String) -> Void
    /// Held while the keeper writes: what is kept is in the order in which it came.
    private let state: Mutex<State>

    /// Without a keeper they end with the share. `warn` hears a sentence where some cannot be kept.
    init(
        _ limits: Limits = Limits(), keeper: (any PropertyKeeping)? = nil,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.limits = limits
        self.keeper = keeper
        self.warn = warn
        var state = State()
        do throws(PropertyFailure) {
            for property in try keeper?.load() ?? [] {
                let name = PropertyName(property.name, in: property.namespace)
                state.properties[property.path, default: [:]][name] = Value(
                    markup: property.value, language: property.language)
            }
        } catch {
            warn("\(error)")
        }
        DeadProperties.count(&state)
        self.state = Mutex(state)
    }

    /// Those of a file or directory, by their names.
    func properties(of path: Path) -> [PropertyName: Value] {
        state.withLock { $0.properties[path] ?? [:] }
    }

    /// Sets and removes some, all or none. Throws 507 where that would be too many, or they cannot be kept.
    func change(_ path: Path, _ changes: [Change]) throws(Refusal) {
        guard !changes.isEmpty else { return }
        let refusal: Refusal? = state.withLock { state in
            let before = state.properties[path] ?? [:]
            var own = before
            for change in changes { own[change.name] = change.value }
            let added = own.count - before.count
            let bytes = DeadProperties.bytes(own) - DeadProperties.bytes(before)
            guard own.values.allSatisfy({ $0.markup.count <= limits.value }),
                added <= 0 || own.count <= limits.each && state.count + added <= limits.all,
                bytes <= 0 || state.bytes + bytes <= limits.total
            else {
                return Refusal(
                    .insufficientStorage,
                    tr("This share keeps no more properties, or none so large."))
            }
            do throws(PropertyFailure) {
                try save([path: own])
            } catch {
                return Refusal(.insufficientStorage, "\(error)")
            }
            state.properties[path] = own.isEmpty ? nil : own
            state.count += added
            state.bytes += bytes
            return nil
        }
        if let refusal { throw refusal }
    }

    // MARK: - What follows files

    /// What was at a path, and all below it, is gone.
    func remove(_ path: Path) {
        follow([path]) { properties in
            for inner in properties.keys where inner.isInside(path) { properties[inner] = nil }
        }
    }

    /// It is there now, in the place of whatever was.
    func move(_ path: Path, to target: Path) {
        follow([path, target]) { properties in
            for inner in properties.keys where inner.isInside(target) { properties[inner] = nil }
            for (inner, own) in properties {
                guard let names = inner.components(below: path) else { continue }
                properties[inner] = nil
                properties[Path(components: target.components + names)] = own
            }
        }
    }

    /// It is there as well; `isDeep`: with all that is below it.
    func copy(_ path: Path, to target: Path, isDeep: Bool) {
        // Those of what was there are gone also where there is no room for copies.
        remove(target)
        follow([path]) { properties in
            for (inner, own) in properties {
                guard let names = inner.components(below: path), isDeep || names.isEmpty else {
                    continue
                }
                properties[Path(components: target.components + names)] = own
            }
        }
    }

    /// What was done cannot be undone for it: where it cannot be kept, that is said.
    private func follow(_ paths: [Path], _ change: (inout [Path: Own]) -> Void) {
        state.withLock { state in
            // Most of what is changed has none.
            guard
                state.properties.keys.contains(where: { key in
                    paths.contains { key.isInside($0) }
                })
            else { return }
            let before = state.properties
            change(&state.properties)
            var changed: [Path: Own] = [:]
            for path in Set(before.keys).union(state.properties.keys)
            where before[path] != state.properties[path] {
                changed[path] = state.properties[path] ?? [:]
            }
            guard !changed.isEmpty else { return }
            DeadProperties.count(&state)
            // More copies than there may be are not made.
            if state.count > limits.all || state.bytes > limits.total {
                state.properties = before
                DeadProperties.count(&state)
                return warn(tr("The properties of what was copied were not: there are too many."))
            }
            do throws(PropertyFailure) {
                try save(changed)
            } catch {
                warn("\(error)")
            }
        }
    }

    private func save(_ changed: [Path: Own]) throws(PropertyFailure) {
        guard let keeper else { return }
        var kept: [Path: [KeptProperty]] = [:]
        for (path, own) in changed {
            kept[path] = own.map { name, value in
                KeptProperty(
                    path: path, namespace: name.namespace, name: name.name, value: value.markup,
                    language: value.language)
            }
        }
        try keeper.save(kept)
    }

    private static func count(_ state: inout State) {
        state.count = state.properties.values.reduce(0) { $0 + $1.count }
        state.bytes = state.properties.values.reduce(0) { $0 + bytes($1) }
    }

    private static func bytes(_ own: Own) -> Int {
        own.reduce(0) { sum, property in
            sum + property.key.namespace.utf8.count + property.key.name.utf8.count
                + property.value.markup.count
        }
    }
}
