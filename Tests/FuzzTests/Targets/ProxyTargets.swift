import Files
@testable import Settings
import Transport

extension FuzzTarget {
    /// What proxies answer, and how they are named.
    static let proxyTargets = [
        FuzzTarget("socks") { bytes, _ in
            for user in [nil, "ann"] as [String?] {
                var negotiation = try SOCKSNegotiation(host: "example.com", port: 21, user: user)
                var rest = bytes[...]
                var step = negotiation.first
                var rounds = 0
                while case .exchange(let send, let receive) = step {
                    rounds += 1
                    try hold(rounds <= 5, "the proxy is asked for ever")
                    try hold((1...300).contains(receive), "\(receive) bytes are waited for")
                    try hold(send.count <= 600, "too much is sent")
                    guard rest.count >= receive else { return }
                    let answer = Array(rest.prefix(receive))
                    rest = rest.dropFirst(receive)
                    do throws(TransportError) {
                        step = try negotiation.receive(answer) { Secret("x") }
                    } catch {
                        try holdVisible(error.words, "a proxy's error")
                        break
                    }
                }
            }
        },
        FuzzTarget("connect") { bytes, cut in
            let readings = pieces(of: bytes, cut: cut).map { ConnectReading($0) }
            for reading in readings {
                try hold(reading == readings[0], "pieces are read otherwise than the whole")
            }
            if let end = readings[0].end {
                try hold((1...bytes.count).contains(end), "the answer ends outside of itself")
                try hold(bytes[end - 1] == 0x0A, "the answer ends within a line")
            }
            try holdVisible(readings[0].error?.words ?? "", "a proxy's error")
        },
        FuzzTarget("proxies", samples: "urls") { bytes, _ in
            do {
                let proxy = try ProxyURL.parse(String(decoding: bytes, as: UTF8.self)).proxy
                try hold(proxy.port > 0 && !proxy.host.isEmpty, "a proxy has no place")
                try holdVisible(proxy.text, "a proxy")
                let again = try? ProxyURL.parse(ProxyURL.text(of: proxy)).proxy
                try hold(again == proxy, "\(ProxyURL.text(of: proxy)) is another proxy")
            } catch let refusal as ProxyURL.Refusal {
                try holdVisible(refusal.description, "a refused proxy")
            }
        },
    ]
}

/// An HTTP proxy's answer as it was read from pieces.
private struct ConnectReading: Equatable {
    /// Bytes of the answer that granted the tunnel.
    var end: Int?
    var error: TransportError?

    init(_ pieces: [ArraySlice<UInt8>]) {
        var negotiation = ConnectNegotiation(hasLogin: false)
        var count = 0
        do throws(TransportError) {
            for piece in pieces {
                if let taken = try negotiation.feed(piece) {
                    end = count + taken
                    return
                }
                count += piece.count
            }
        } catch {
            self.error = error
        }
    }
}
