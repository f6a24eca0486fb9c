"""Where a queue is proved: a home of its own for Ferry, an FTP server, files on both sides, and what is wrong
with them in the end."""

import filecmp
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Benchmarks"))

import measure
from wire import Screen

LOGGED = """xferlog_enable=YES
vsftpd_log_file={log}
"""


class Fault(Exception):
    """What was to be proved is not so."""


def until(what, seconds, holds, pace=0.1):
    """Waits until `holds` says anything, and says how long that took."""
    start = time.monotonic()
    while time.monotonic() < start + seconds:
        if holds():
            return time.monotonic() - start
        time.sleep(pace)
    raise Fault(f"{what}: not within {seconds} s")


def is_living(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def descendants(pid):
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                for child in map(int, file.read().split()):
                    found += [child, *descendants(child)]
    except OSError:
        pass
    return found


class Workplace:
    def __init__(self, program, settings="", line=None, folder=None):
        self.program, self.line = program, line
        self.random = random.Random(int(os.environ.get("SEED", "1")))
        self.log = None
        self.server = None
        self.screens, self.backgrounds = [], set()
        self.files = {}
        self.large = set()
        self.stops = []
        self.folder = folder
        self.settings = settings

    def __enter__(self):
        base = os.environ.get("BENCH_DIR") or "/tmp"
        self.log = os.path.join(base, f"ferry-proof-{os.getpid()}.log")
        if os.path.exists(self.log):
            os.remove(self.log)
        self.server = measure.Server(line=self.line, settings=LOGGED.format(log=self.log) + self.settings)
        self.home = os.path.join(self.server.home, "home")
        self.here = self.folder or os.path.join(self.home, "here")
        for folder in (self.home, self.here, os.path.join(self.home, "run")):
            os.makedirs(folder, exist_ok=True)
        os.chmod(os.path.join(self.home, "run"), 0o700)
        self.url = self.server.url
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("FERRY", "XDG"))},
            "HOME": self.home, "XDG_CONFIG_HOME": f"{self.home}/config", "XDG_STATE_HOME": f"{self.home}/state",
            "XDG_RUNTIME_DIR": f"{self.home}/run", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
            "SWIFT_BACKTRACE": "interactive=no"}
        return self

    def __exit__(self, *_):
        for screen in self.screens:
            screen.end(signal.SIGKILL)
        for pid in self.living_backgrounds():
            os.kill(pid, signal.SIGKILL)
        for pid in descendants(self.server.process.pid):
            os.kill(pid, signal.SIGKILL)
        if os.environ.get("KEEP"):
            shutil.copytree(self.home, os.environ["KEEP"], dirs_exist_ok=True)
            shutil.copy(self.log, os.environ["KEEP"])
        self.server.__exit__()
        os.remove(self.log)

    # Ferry

    def at(self, words):
        command = [self.program, *words]
        return self.line.at("client", command) if self.line else command

    def run(self, *words, codes=(0,)):
        ended = subprocess.run(
            self.at(words), env=self.environment, cwd=self.here, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=600)
        if ended.returncode not in codes:
            raise Fault(f"ferry {' '.join(words)} ended with {ended.returncode}: {ended.stderr.strip()}")
        return ended.stdout

    def rows(self):
        return [json.loads(line) for line in self.run("queue", "--json").splitlines()]

    def states(self):
        found = {}
        for row in self.rows():
            found[row["state"]] = found.get(row["state"], 0) + 1
        return found

    def open_screen(self, *words):
        self.screens.append(Screen(self.at(words), self.environment, self.here))
        return self.screens[-1]

    def open_background(self, *words):
        printed = self.run("queue", "run", "--detach", *words).strip()
        if not printed.isdigit():
            raise Fault(f"queue run --detach printed '{printed}'")
        self.backgrounds.add(int(printed))
        return int(printed)

    def living_backgrounds(self):
        """Those of this place alone, whose numbers may be others' by now."""
        found = []
        for pid in sorted(self.backgrounds):
            try:
                with open(f"/proc/{pid}/environ", "rb") as file:
                    is_own = f"XDG_STATE_HOME={self.home}/state".encode() in file.read().split(b"\0")
            except OSError:
                continue
            if is_own and is_living(pid):
                found.append(pid)
        return found

    def kill_background(self, pid):
        if pid not in self.living_backgrounds():
            return False
        os.kill(pid, signal.SIGKILL)
        until("the end of what was killed", 15, lambda: not is_living(pid), 0.005)
        return True

    # Files

    def plant(self, count, large=None, name="set", most=4 << 20):
        """So many files on each side, of mixed sizes, and jobs that carry each to the other side."""
        for side in ("down", "up"):
            source = os.path.join(self.server.pub if side == "down" else self.here, f"{name}-{side}")
            target = os.path.join(self.here if side == "down" else self.server.pub, "got")
            os.makedirs(source)
            os.makedirs(target, exist_ok=True)
            shutil.chown(target, self.server.account)
            for number in range(count):
                kind = number % 10
                if kind == 0:
                    size = 0
                elif kind < 6:
                    size = self.random.randrange(1, 65_536)
                elif kind < 9:
                    size = self.random.randrange(65_536, min(1 << 20, most))
                else:
                    size = self.random.randrange(min(1 << 20, most // 2), most)
                if number == 1 and large:
                    size = large
                inner = f"inner{number % 3}" if number % 4 == 0 else ""
                self.make(side, os.path.join(source, inner, f"{name}{number:03}"), size,
                          os.path.join(target, f"{name}-{side}", inner, f"{name}{number:03}"))
        self.add("-r", f"{self.url}/{name}-down", f"{self.here}/got")
        self.add("-r", f"{self.here}/{name}-up", f"{self.url}/got")

    def make(self, side, source, size, target):
        os.makedirs(os.path.dirname(source), exist_ok=True)
        with open(source, "wb") as file:
            left = size
            while left:
                piece = os.urandom(min(left, 1 << 20))
                file.write(piece)
                left -= len(piece)
        self.files[source] = target
        if size >= 64 << 20:
            self.large.add(source)

    def add(self, *words):
        return int(self.run("queue", "add", "--no-tls", *words))

    def bytes_there(self):
        """What is at targets, parts included."""
        total = 0
        for top in (self.here, self.server.pub):
            for folder, _, names in os.walk(top):
                for name in names:
                    if name == "ballast" or not (name.startswith(".ferry-") or "/got" in folder):
                        continue
                    try:
                        total += os.lstat(os.path.join(folder, name)).st_blocks * 512
                    except FileNotFoundError:
                        # It has got its own name meanwhile.
                        continue
        return total

    # The server's word

    def logged(self):
        with open(self.log, errors="replace") as file:
            return file.read().splitlines()

    def shown(self, path):
        """A file of the server's as its log names it."""
        return path.removeprefix(self.server.root)

    def transfers(self):
        """(line, OK or FAIL, way, name at its end) of each transfer that the server has written down."""
        found = []
        for number, line in enumerate(self.logged()):
            matched = re.search(r'(OK|FAIL) DOWNLOAD: Client "[^"]*", "([^"]*)"', line)
            if matched:
                found.append((number, matched[1], "down", matched[2]))
            matched = re.search(r'OK RENAME: Client "[^"]*", "(\S*) (\S*)"', line)
            if matched:
                found.append((number, "OK", "up", matched[2]))
        return found

    def count(self, words):
        return sum(words in line for line in self.logged())

    def note_stop(self):
        """Nobody works: what is at its place now is never to be carried again."""
        try:
            until("the end of the server's connections", 10,
                  lambda: not descendants(self.server.process.pid), 0.01)
        except Fault:
            return
        whole = {source for source, target in self.files.items() if self.is_there(source, target)}
        self.stops.append((len(self.logged()), whole))

    @staticmethod
    def is_there(source, target):
        try:
            return os.path.getsize(source) == os.path.getsize(target)
        except OSError:
            return False

    # The end

    def wait(self, seconds, others=("done",)):
        """Until all jobs are done; seconds."""
        def is_over():
            states = self.states()
            if set(states) <= set(others):
                return True
            if not {"waiting", "running", "paused"} & set(states) and set(states) & {"failed", "cancelled"}:
                raise Fault(f"jobs ended as {states}: {self.sentences()}")
            return False
        return until("the end of all jobs", seconds, is_over, 0.3)

    def sentences(self):
        return sorted({row["error"] for row in self.rows() if "error" in row})[:3]

    def judge(self, doubled=0):
        """What is wrong; `doubled`: files that may have been carried again, because what stopped the work fell
        between the server's end of it and the queue's."""
        wrong = []
        states = self.states()
        if set(states) != {"done"}:
            wrong.append(f"jobs are {states}: {self.sentences()}")
        for source, target in self.files.items():
            if not os.path.exists(target):
                wrong.append(f"{target} is missing")
            elif not filecmp.cmp(source, target, shallow=False):
                wrong.append(f"{target} differs")
        for top in (self.here, self.server.pub):
            for folder, _, names in os.walk(top):
                wrong += [f"{folder}/{name} is left" for name in names if name.startswith(".ferry-")]
        # A background ends by itself, and what it still writes down is over then.
        try:
            until("the end of the background", 30, lambda: not self.living_backgrounds())
        except Fault as fault:
            wrong.append(str(fault))
        parts = self.run("parts").strip()
        if parts:
            wrong.append(f"ferry parts: {parts}")
        again, twice = self.again(), self.twice()
        wrong += [f"{name} was carried again though it was whole" for name in again]
        if twice > doubled:
            wrong.append(f"{twice} files were carried twice, {doubled} may have been")
        return wrong

    def again(self):
        """Files that were whole when nobody worked, and were carried once more."""
        names = {}
        for source, target in self.files.items():
            way, there = ("down", source) if source.startswith(self.server.root) else ("up", target)
            names[way, self.shown(there)] = source
        found = set()
        for number, _, way, name in self.transfers():
            source = names.get((way, name))
            if source and any(line <= number and source in whole for line, whole in self.stops):
                found.add(name)
        return sorted(found)

    def twice(self):
        """Files whose transfer one way the server has ended well more than once."""
        large = {self.shown(source) for source in self.large}
        counts = {}
        for _, ending, way, name in self.transfers():
            if ending == "OK" and name not in large and not name.rpartition("/")[2].startswith(".ferry-"):
                counts[way, name] = counts.get((way, name), 0) + 1
        return sum(count > 1 for count in counts.values())
