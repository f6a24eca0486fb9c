import NIOCore

/// Where the body of a response goes.
protocol ResponseOutput: AnyObject {
    /// Writes a part of the body, nil for none; the response ends with it where `isLast`. `taken`
    /// is called once the visitor has it or never will, later and never from within, with the
    /// seconds that went by. Until then, `check` is called each second for as long as it says true.
    func write(
        _ body: IOData?, isLast: Bool, check: (() -> Bool)?,
        taken: @escaping (Result<Void, any Error>, _ seconds: Double) -> Void)
}
