import Curses
import Testing

@Suite("Programs in the foreground")
struct ForegroundProgramTests {
    @Test("One that ends well says nothing; others get one sentence")
    func outcome() {
        #expect(ForegroundProgram.run(["true"]) == nil)
        #expect(ForegroundProgram.run(["false"]) == "'false' ended with code 1.")
        #expect(ForegroundProgram.run(["sh", "-c", "kill -9 $$"])?.contains("signal 9") == true)
        #expect(ForegroundProgram.run(["/no/such/program"])?.contains("cannot be started") == true)
        #expect(ForegroundProgram.run([]) != nil)
    }

    @Test("It runs where it is told to, with its arguments whole")
    func directory() {
        #expect(ForegroundProgram.run(["test", "-d", "bin"], in: "/usr") == nil)
        #expect(ForegroundProgram.run(["test", "a b", "=", "a b"], in: "/") == nil)
        #expect(ForegroundProgram.run(["true"], in: "/no/such directory") != nil)
    }
}
