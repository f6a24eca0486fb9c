"""Runs TOP/ferry under callgrind on a terminal of its own: two directories of this machine until both panes
are drawn, then the demo's server until its directory is."""

import fcntl
import os
import pathlib
import pty
import select
import signal
import struct
import sys
import termios
import time

top = pathlib.Path(sys.argv[1])
SECONDS = 300


def run(name, arguments, wanted):
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", XDG_STATE_HOME=str(top / "state"))
        os.execvp("valgrind", [
            "valgrind", "--tool=callgrind", "--demangle=no", "--compress-strings=no",
            f"--callgrind-out-file={top}/calls.{name}", str(top / "ferry"), *arguments])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    seen = b""
    end = time.monotonic() + SECONDS
    leaving = None
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.5)[0]:
            try:
                seen += os.read(terminal, 65_536)
            except OSError:
                break
        if leaving is None and all(text in seen for text in wanted):
            # What follows the first frame, such as the queue's opening, belongs to a start too, and is many
            # times slower here.
            leaving = time.monotonic() + 40
            end = leaving + SECONDS
        if leaving is not None and time.monotonic() > leaving:
            os.kill(pid, signal.SIGTERM)
            leaving = end
    os.close(terminal)
    os.waitpid(pid, 0)
    if leaving is None:
        raise SystemExit(f"{sys.argv[0]}: the program never drew {wanted!r}: {seen[-500:]!r}")


folders = [top / side for side in ("left", "right")]
for folder in folders:
    folder.mkdir()
    for number in range(10):
        (folder / f"{folder.name}{number:02}").touch()
# The second finds the queue that the first has made.
for name in ("first", "again"):
    run(name, [str(folder) for folder in folders], [b"left09", b"right09"])
run("demo", ["demo"], [b"backups"])
