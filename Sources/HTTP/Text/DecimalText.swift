/// Numbers in text from strangers.
enum DecimalText {
    /// Digits with blanks around them; nil of anything else, and of what does not fit.
    static func read(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        var count = 0
        var isDone = false
        for byte in bytes {
            if byte <= 0x20 {
                isDone = count > 0
                continue
            }
            guard !isDone, (0x30...0x39).contains(byte) else { return nil }
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.addingReportingOverflow(UInt64(byte - 0x30))
            guard !isTooLarge, !overflows else { return nil }
            value = sum
            count += 1
        }
        return count > 0 ? value : nil
    }
}
