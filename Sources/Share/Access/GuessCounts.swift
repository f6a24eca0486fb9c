/// Counts wrong guesses at a password or PIN, and says who has to wait how long. An address has a few guesses and
/// then longer and longer to wait; others do not take these from it, unless there are more than can be remembered.
struct GuessCounts {
    /// Wrong guesses that cost nothing, and after which an address has to wait for `lockTime` and longer.
    static let freeGuesses = 3
    static let lastGuess = 10
    /// Seconds, for the first guess that is one too many; twice as long for each one more, up to `longestTime`.
    static let lockTime = 900.0
    static let longestTime = 86_400.0
    /// Addresses that are remembered, and those of one IPv6 site (48 bits).
    static let addressLimit = 4_096
    static let siteLimit = 256
    /// Wrong PINs from all addresses together, after which one that never logged in has `freeGuesses` only: a PIN
    /// is short, and addresses are cheap.
    static let lastGuessOfAll = 100
    /// Seconds between the guesses of all addresses that are too many to be remembered.
    static let overflowTime = 10.0
    /// Seconds between two looks for addresses that did not guess for a day.
    static let pruneTime = 60.0

    private struct Count {
        var wrong = 0
        /// Until when every guess is refused unread; never before the last guess.
        var blockedUntil: Double
    }

    /// Whether guesses of all addresses add up.
    let isPIN: Bool
    private var counts: [String: Count] = [:]
    /// How many of `counts` there are of a site.
    private var sites: [String: Int] = [:]
    /// Addresses that logged in.
    private var known: Set<String> = []
    private var overflowBlockedUntil = 0.0
    private var lastPruned = -Double.infinity
    private(set) var wrongOfAll = 0

    init(isPIN: Bool) {
        self.isPIN = isPIN
    }

    /// Seconds that a guess from an address has to wait; 0 for one that is to be read. `now` in seconds.
    mutating func wait(_ address: GuessAddress, at now: Double) -> Double {
        if let count = counts[address.key] { return max(0, count.blockedUntil - now) }
        if known.contains(address.key) || hasPlace(for: address, at: now) { return 0 }
        return max(0, overflowBlockedUntil - now)
    }

    mutating func wrong(_ address: GuessAddress, at now: Double) {
        if isPIN { wrongOfAll += 1 }
        let isKnown = known.contains(address.key)
        guard counts[address.key] != nil || isKnown || hasPlace(for: address, at: now) else {
            overflowBlockedUntil = now + GuessCounts.overflowTime
            return
        }
        if counts[address.key] == nil, let site = address.site { sites[site, default: 0] += 1 }
        var count = counts[address.key] ?? Count(blockedUntil: now)
        count.wrong += 1
        let isStrict = isPIN && wrongOfAll >= GuessCounts.lastGuessOfAll && !isKnown
        count.blockedUntil = now + GuessCounts.delay(after: count.wrong, isStrict: isStrict)
        counts[address.key] = count
    }

    /// Forgives slips of the hand at the first login only: behind one address may be many, and one who guesses must
    /// not gain by the others' logins.
    mutating func right(_ address: GuessAddress) {
        guard known.count < GuessCounts.addressLimit, known.insert(address.key).inserted,
            counts[address.key]?.wrong ?? 0 <= GuessCounts.freeGuesses
        else { return }
        if counts.removeValue(forKey: address.key) != nil { forget(site: address.site) }
    }

    /// Whether one more address can be remembered; those that did not guess for long are forgotten for it.
    private mutating func hasPlace(for address: GuessAddress, at now: Double) -> Bool {
        func isFull() -> Bool {
            counts.count >= GuessCounts.addressLimit
                || address.site.map { sites[$0] ?? 0 >= GuessCounts.siteLimit } == true
        }
        guard isFull() else { return true }
        // To look at all of them for each guess would take too long.
        guard now - lastPruned > GuessCounts.pruneTime else { return false }
        lastPruned = now
        counts = counts.filter { $0.value.blockedUntil + GuessCounts.longestTime > now }
        sites = [:]
        for key in counts.keys {
            if let site = GuessAddress.site(ofKey: key) { sites[site, default: 0] += 1 }
        }
        return !isFull()
    }

    private mutating func forget(site: String?) {
        guard let site, let count = sites[site] else { return }
        sites[site] = count > 1 ? count - 1 : nil
    }

    /// Seconds.
    private static func delay(after wrong: Int, isStrict: Bool) -> Double {
        let last = isStrict ? freeGuesses : lastGuess
        if wrong >= last {
            return min(longestTime, lockTime * Double(1 << min(wrong - last, 20)))
        }
        return wrong < freeGuesses ? 0 : Double(1 << (wrong - freeGuesses))
    }
}

/// What shares its guesses: an address, or an IPv6 network of 64 bits, which one visitor has to choose from.
struct GuessAddress: Hashable {
    let key: String
    /// The IPv6 network of 48 bits around it, which one site has.
    let site: String?

    /// `visitor` is an address without a port.
    init(_ visitor: String) {
        key = Authenticator.group(visitor)
        site = GuessAddress.site(ofKey: key)
    }

    /// Keys of networks have eight groups, with dots between them.
    fileprivate static func site(ofKey key: String) -> String? {
        let groups = key.split(separator: ".")
        return groups.count == 8 ? groups.prefix(6).joined(separator: ".") : nil
    }
}
