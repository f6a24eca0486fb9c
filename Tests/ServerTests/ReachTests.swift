import Files
import Support
import Testing

@Suite("Reaching servers by other ways than passive mode")
struct ReachTests {
    @Test(
        "Listings, uploads and downloads in a row",
        arguments: [Place.demo, .plainDemo, .vsftpd, .vsftpdTLS],
        Reach.allCases.filter { $0 != .straight })
    func transfers(place: Place, reach: Reach) throws {
        let bank = try Bank(place, reach: reach)
        for round in 1...5 {
            let name = "file\(round)"
            try bank.put(Bank.noise(round * 40_000), at: name)
            #expect(try bank.get(name) == Bank.noise(round * 40_000))
            #expect(
                try bank.get(name, from: 30_000)
                    == Bank.noise(round * 40_000).suffix(
                        round * 40_000 - 30_000))
            #expect(try bank.names().count == round)
        }
        // A control connection, and one for each listing, upload and download.
        #expect(bank.proxy.map { $0.requests.count >= 21 } ?? (reach == .active))
    }
}
