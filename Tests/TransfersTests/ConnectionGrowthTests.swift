import Testing

@testable import Transfers

@Suite("How many connections a site is worth")
struct ConnectionGrowthTests {
    /// A site and a clock of its own, on which connections log in and get so much done.
    private struct Simulation {
        var growth = ConnectionGrowth()
        var most = ConnectionGrowth.most
        var isSmall = true
        /// Seconds that a login takes.
        var login = 0.3
        /// Connections that each lane takes.
        var need = 1
        /// What so many connections get done a second.
        var rate: (Int) -> Double
        private var time = 100.0
        private var credit = 0.0
        private var logins: [Double] = [99, 99]

        init(rate: @escaping (Int) -> Double) {
            self.rate = rate
        }

        /// Lets so many seconds pass.
        mutating func pass(_ seconds: Double) {
            let end = time + seconds
            while time < end {
                time += ConnectionGrowth.pace
                let working = logins.count { $0 + login <= time }
                credit += rate(working) * ConnectionGrowth.pace
                growth.take(
                    ConnectionGrowth.Look(
                        time: time, credit: UInt64(credit), working: working, isSmall: isSmall,
                        isFull: logins.count + need > growth.allowed, need: need), most: most)
                while logins.count + need <= growth.allowed {
                    logins += Array(repeating: time, count: need)
                }
                while logins.count > growth.allowed { logins.removeLast(need) }
            }
        }
    }

    /// Bytes that a small file counts as.
    private static let file = Double(LaneMeter.item + 4_096)

    @Test("Small files on a long line: eight within two seconds, sixteen within four")
    func longLine() {
        var site = Simulation { Double($0) * 6.7 * ConnectionGrowthTests.file }
        site.pass(2)
        #expect(site.growth.allowed >= 8)
        site.pass(2)
        #expect(site.growth.allowed == 16)
        site.pass(30)
        #expect(site.growth.allowed == 16)
    }

    @Test(
        "A server that does no more than so many get done",
        arguments: [2, 3, 4, 6, 8], [5.0, 50, 500, 5_000])
    func saturated(useful: Int, each: Double) {
        var site = Simulation { Double(min($0, useful)) * each * ConnectionGrowthTests.file }
        site.pass(8)
        #expect(site.growth.isSettled)
        #expect(site.growth.allowed >= useful)
        #expect(site.growth.allowed <= useful + max(2, useful / 2))
    }

    @Test("Where files take no time on the line, one more has to be worth it")
    func quickLine() {
        // Two processors, which the server and its files share.
        let rates = [0, 2_600, 3_500, 3_700, 3_650, 3_450, 3_400, 3_300, 3_200]
        var site = Simulation { Double(rates[min($0, 8)]) * ConnectionGrowthTests.file }
        site.login = 0.05
        site.pass(1)
        #expect(site.growth.allowed <= 3)
        site.pass(3)
        #expect(site.growth.isSettled)
        #expect((2...3).contains(site.growth.allowed))
    }

    @Test("Files that take two connections each, at both ends on one server, get more of them too")
    func pairs() {
        for isSmall in [true, false] {
            var site = Simulation { Double($0 / 2) * 300e6 }
            site.need = 2
            site.isSmall = isSmall
            site.login = 0.05
            site.pass(60)
            #expect(site.growth.allowed == 16, "\(isSmall)")
        }
        // One file at a time is all that the server does.
        var site = Simulation { Double(min($0 / 2, 1)) * 300e6 }
        site.need = 2
        site.login = 0.05
        site.pass(5)
        #expect(site.growth.isSettled && (2...3).contains(site.growth.allowed))
    }

    @Test("More are tried again after a while, later each time")
    func again() {
        var useful = 3
        var site = Simulation { Double(min($0, useful)) * 100 * ConnectionGrowthTests.file }
        site.pass(10)
        #expect(site.growth.isSettled)
        useful = 12
        site.rate = { Double(min($0, 12)) * 100 * ConnectionGrowthTests.file }
        site.pass(5)
        #expect(site.growth.isSettled)
        site.pass(45)
        #expect(site.growth.allowed >= 12)
    }

    @Test("Large files over a line that two fill stay two")
    func filledLine() {
        var site = Simulation { _ in 20e6 }
        site.isSmall = false
        site.pass(20)
        #expect(site.growth.isSettled && site.growth.allowed == 2)
    }

    @Test("Large files from a server that gives each connection little")
    func slowServer() {
        var site = Simulation { Double(min($0, 5)) * 1e6 }
        site.isSmall = false
        site.pass(60)
        #expect(site.growth.isSettled && site.growth.allowed == 5)
    }

    @Test("Files of all sizes, mixed, over a line that few connections fill")
    func mixed() {
        var site = Simulation { Double(min($0, 3)) * 1e6 }
        var most = 0
        for round in 0..<60 {
            site.isSmall = round % 3 != 0
            site.pass(0.5)
            most = max(most, site.growth.allowed)
        }
        #expect(site.growth.isSettled)
        #expect((3...5).contains(site.growth.allowed))
        #expect(most < 12)
    }

    @Test("Other work begins anew")
    func otherWork() {
        var site = Simulation { _ in 20e6 }
        site.isSmall = false
        site.pass(10)
        #expect(site.growth.isSettled && site.growth.allowed == 2)
        site.isSmall = true
        site.rate = { Double($0) * 6.7 * ConnectionGrowthTests.file }
        site.pass(8)
        #expect(site.growth.allowed == 16)
    }

    @Test("No more than are let in")
    func bounded() {
        var site = Simulation { Double($0) * 10 * ConnectionGrowthTests.file }
        site.most = 5
        site.pass(10)
        #expect(site.growth.allowed == 5)
        site.growth.hold(at: 3)
        #expect(site.growth.allowed == 3)
        site.growth.hold(at: 0)
        #expect(site.growth.allowed == 1)
    }
}
