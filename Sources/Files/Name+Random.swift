extension Name {
    /// A hidden name that nothing has: `start`, which begins with a dot and holds no slash, and
    /// digits by chance.
    package static func random(_ start: StaticString) -> Name {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return Name(component: Array("\(start)\(digits)".utf8))
    }
}
