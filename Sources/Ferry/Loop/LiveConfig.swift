import Settings
import Synchronization

/// The settings as they hold by now, for whoever looks at them from another thread.
final class LiveConfig: Sendable {
    private let current: Mutex<Config>

    init(_ config: Config) {
        current = Mutex(config)
    }

    var config: Config { current.withLock { $0 } }

    /// They have changed.
    func take(_ config: Config) {
        current.withLock { $0 = config }
    }
}
