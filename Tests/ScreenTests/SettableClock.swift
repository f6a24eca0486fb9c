import Support

/// A time of day that a test can set for a program while it runs: a small library, loaded before
/// all others, adds what a file says to the system's. The monotonic clock stays as it is.
final class SettableClock {
    private let folder: TemporaryFolder

    struct Failure: Error {
        let description: String
    }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(SettableClock.source, to: "clock.c")
        let made = Command.run(
            ["cc", "-shared", "-fPIC", "-o", folder.path("clock.so"), folder.path("clock.c")])
        guard made == 0 else { throw Failure(description: "cc cannot make the clock's library") }
        try set(by: 0)
    }

    /// For the program that is to go by it.
    var environment: [String: String] {
        ["LD_PRELOAD": folder.path("clock.so"), "FERRY_TEST_CLOCK": folder.path("shift")]
    }

    /// Sets it by so many seconds.
    func set(by seconds: Int) throws {
        try folder.write("\(seconds)\n", to: "shift")
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static long shift(void) {
            const char *name = getenv("FERRY_TEST_CLOCK");
            char text[32] = "";
            int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
            if (file < 0) return 0;
            if (read(file, text, sizeof text - 1) < 0) text[0] = 0;
            close(file);
            return atol(text);
        }
        int clock_gettime(clockid_t clock, struct timespec *now) {
            int result = syscall(SYS_clock_gettime, clock, now);
            if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
                now->tv_sec += shift();
            return result;
        }
        int gettimeofday(struct timeval *now, void *zone) {
            struct timespec exact;
            if (clock_gettime(CLOCK_REALTIME, &exact)) return -1;
            now->tv_sec = exact.tv_sec;
            now->tv_usec = exact.tv_nsec / 1000;
            return 0;
        }
        time_t time(time_t *now) {
            struct timespec exact;
            if (clock_gettime(CLOCK_REALTIME, &exact)) return -1;
            if (now) *now = exact.tv_sec;
            return exact.tv_sec;
        }
        """
}
