import Curses
import Testing

@Suite("Programs in the foreground")
struct ForegroundProgramTests {
    private func run(_ arguments: String..., in directory: String? = nil) -> String? {
        ForegroundProgram.run(
            arguments.map { Array($0.utf8) }, in: directory.map { Array($0.utf8) },
            what: "'\(arguments.first ?? "")'")
    }

    @Test("One that ends well says nothing; others get one sentence")
    func outcome() {
        #expect(run("true") == nil)
        #expect(run("false") == "'false' exited with code 1.")
        #expect(run("sh", "-c", "kill -9 $$") == "'sh' was ended by signal 9.")
        #expect(run("/no/such/program")?.contains("cannot be started (no such file") == true)
        #expect(run() != nil)
        let code = ForegroundProgram.run([Array("false".utf8)], what: "x", ignoresCode: true)
        #expect(code == nil)
    }

    @Test("It runs where it is told to, with its arguments whole")
    func directory() {
        #expect(run("test", "-d", "bin", in: "/usr") == nil)
        #expect(run("test", "a b", "=", "a b", in: "/") == nil)
        #expect(run("true", in: "/no/such directory") != nil)
    }

    @Test("It is a group of its own, and inherits no blocked signal")
    func group() {
        #expect(run("sh", "-c", "test $(cut -d' ' -f5 /proc/$$/stat) = $$") == nil)
        #expect(
            run("sh", "-c", "grep -q '^SigBlk:[[:space:]]*0*$' /proc/self/status") == nil)
    }
}
