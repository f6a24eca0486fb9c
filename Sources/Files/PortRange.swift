/// Ports from `first` to `last`, both included; never port 0.
package struct PortRange: Hashable, Sendable, Codable {
    /// The lowest of them; 1…65535.
    package var first: UInt16
    /// The highest; not below `first`.
    package var last: UInt16

    /// Nil where there is no such range.
    package init?(first: UInt16, last: UInt16) {
        guard first > 0, first <= last else { return nil }
        self.first = first
        self.last = last
    }

    /// Reads `50000-50100`, or one port; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(part) : nil
        }
        guard parts.count <= 2, let first = parts.first ?? nil, let last = parts.last ?? nil else {
            return nil
        }
        self.init(first: first, last: last)
    }

    /// `50000-50100`, which is read back.
    package var text: String { "\(first)-\(last)" }
}

extension PortRange: SiteOptionWord {
    package static let form = SiteOptions.Form.text

    package init?(siteOption value: SiteOptions.Value) {
        guard case .text(let text) = value else { return nil }
        self.init(text)
    }

    package var written: SiteOptions.Value { .text(text) }
}
