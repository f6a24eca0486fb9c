"""What the benchmarks share: a release build of Ferry, an FTP server on loopback, and runs of
several commands in turn, whose wall time, processor time and peak memory are compared.

Figures of one machine say little; the ratios between programs in the same run do.
"""

import ctypes
import json
import os
import pathlib
import pwd
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNS = int(os.environ.get("RUNS", "5"))
# prctl(2)
PR_SET_CHILD_SUBREAPER = 36


def need(*programs):
    """Ends with one sentence where a program to compare with is missing."""
    missing = [p for p in programs if not shutil.which(p)]
    if missing:
        sys.exit(f"benchmark: install {', '.join(missing)} first (apt-get install {' '.join(missing)}).")


def ferry():
    """The path of a release build: the one that FERRY names, or one made now."""
    if os.environ.get("FERRY"):
        return os.environ["FERRY"]
    command = ["swift", "build", "-c", "release", "--product", "ferry"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    shown = subprocess.run(command[:4] + ["--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return os.path.join(shown.stdout.strip(), "ferry")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port, process):
    end = time.time() + 10
    while time.time() < end:
        if process.poll() is not None:
            break
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    sys.exit("benchmark: the server did not start.")


def make_certificate(certificate, key):
    """One for localhost that is its own authority."""
    need("openssl")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)


def unpacked(package, file):
    """A server's program, installed or unpacked by `Tests/run --prepare`, and the environment it needs."""
    root = os.path.join("/var/cache/ferry-tests", package)
    program = os.path.join(root, file)
    if os.access(program, os.X_OK):
        libraries = [os.path.join(root, "usr/lib", os.uname().machine + "-linux-gnu"), os.path.join(root, "usr/lib")]
        return program, root, dict(os.environ, LD_LIBRARY_PATH=":".join(libraries))
    found = shutil.which(os.path.basename(file), path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if not found:
        sys.exit(f"benchmark: {os.path.basename(file)} is missing; run Tests/run --prepare first.")
    return found, "", dict(os.environ)


def account():
    """Whose the files of anonymous users are."""
    for name in ("ftp", "games", "daemon"):
        try:
            if os.path.isdir(pwd.getpwnam(name).pw_dir):
                return name
        except KeyError:
            continue
    sys.exit("benchmark: none of the accounts ftp, games and daemon is there with a home.")


class Line:
    """A long line between two network namespaces, made by the tool that LINE names: `LINE -n NAME up --rtt MS
    --rate R`, `LINE -n NAME exec client|server COMMAND` (the server has 10.99.0.2), `LINE -n NAME down --kill`."""

    address = "10.99.0.2"

    def __init__(self, milliseconds, rate):
        self.tool = os.environ["LINE"]
        self.name = f"ferry{os.getpid() % 10_000}"
        subprocess.run(
            [self.tool, "-n", self.name, "up", "--rtt", str(milliseconds), "--rate", rate], check=True,
            stdout=subprocess.DEVNULL)

    def at(self, end, command):
        return [self.tool, "-n", self.name, "exec", end, *command]

    def wait_for(self, port):
        probe = f"until : 2>/dev/null >/dev/tcp/{self.address}/{port}; do sleep 0.1; done"
        subprocess.run(self.at("client", ["timeout", "10", "bash", "-c", probe]), check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run([self.tool, "-n", self.name, "down", "--kill"], check=True, stdout=subprocess.DEVNULL)


class Server:
    """vsftpd on loopback, or at the far end of `line`, with an anonymous, writable folder `pub`; its root is
    `self.root`. With `tls` it takes explicit TLS, and demands resumed sessions; `self.authority` is then the
    file to trust. `foreign`: data connections may lead to other servers. `settings`: further lines of its own."""

    def __init__(self, tls=False, line=None, foreign=False, settings=""):
        program, _, self.environment = unpacked("vsftpd", "usr/sbin/vsftpd")
        if os.geteuid() != 0:
            sys.exit("benchmark: vsftpd has to be started as root.")
        self.address = line.address if line else "127.0.0.1"
        self.account = account()
        self.home = tempfile.mkdtemp(prefix="ferry-bench-", dir=os.environ.get("BENCH_DIR"))
        os.chmod(self.home, 0o755)
        self.root = os.path.join(self.home, "root")
        self.pub = os.path.join(self.root, "pub")
        os.makedirs(self.pub)
        os.makedirs(os.path.join(self.home, "empty"))
        shutil.chown(self.pub, self.account)
        self.port = free_port()
        self.authority = os.path.join(self.home, "server.pem") if tls else None
        encryption = ""
        if tls:
            key = os.path.join(self.home, "server.key")
            make_certificate(self.authority, key)
            encryption = f"""ssl_enable=YES
allow_anon_ssl=YES
force_anon_logins_ssl=YES
force_anon_data_ssl=YES
require_ssl_reuse=YES
ssl_ciphers=HIGH
rsa_cert_file={self.authority}
rsa_private_key_file={key}
"""
        if foreign:
            encryption += "pasv_promiscuous=YES\nport_promiscuous=YES\n"
        config = os.path.join(self.home, "vsftpd.conf")
        with open(config, "w") as file:
            file.write(f"""listen=YES
listen_address={self.address}
listen_port={self.port}
background=NO
anonymous_enable=YES
ftp_username={self.account}
no_anon_password=YES
anon_root={self.root}
anon_umask=022
anon_world_readable_only=NO
anon_upload_enable=YES
anon_mkdir_write_enable=YES
anon_other_write_enable=YES
write_enable=YES
mdtm_write=YES
max_clients=0
max_per_ip=0
secure_chroot_dir={self.home}/empty
{settings or "xferlog_enable=NO"}
{encryption}""")
        self.line = line
        self.command = line.at("server", [program, config]) if line else [program, config]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, env=self.environment)
        if self.line:
            self.line.wait_for(self.port)
        else:
            wait_for(self.port, self.process)

    @property
    def url(self):
        return f"ftp://{self.address}:{self.port}/pub"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.home)


class ModeServer:
    """ProFTPD at the far end of `line`, for an account that may set modes and remove files in `self.root`."""

    user, password = "bench", "bench"

    def __init__(self, line):
        program, prefix, environment = unpacked("proftpd-core", "usr/sbin/proftpd")
        self.home = tempfile.mkdtemp(prefix="ferry-bench-", dir=os.environ.get("BENCH_DIR"))
        os.chmod(self.home, 0o755)
        self.root = os.path.join(self.home, "root")
        os.mkdir(self.root)
        entry = pwd.getpwnam(account())
        os.chown(self.root, entry.pw_uid, entry.pw_gid)
        self.owner = entry.pw_uid, entry.pw_gid
        self.port = free_port()
        hashed = subprocess.run(
            ["openssl", "passwd", "-6", self.password], check=True, capture_output=True, text=True).stdout.strip()
        self.write("passwd", f"{self.user}:{hashed}:{entry.pw_uid}:{entry.pw_gid}::{self.root}:/bin/sh\n")
        self.write("group", f"{self.user}:x:{entry.pw_gid}:\n")
        modules = f"ModulePath {prefix}/usr/lib/proftpd\n" if prefix else ""
        config = self.write("conf", f"""ServerType standalone
DefaultServer on
DefaultAddress {line.address}
Port {self.port}
UseIPv6 off
UseReverseDNS off
User nobody
Group nogroup
MaxInstances none
WtmpLog off
TransferLog none
SystemLog {self.home}/log
PidFile {self.home}/pid
ScoreboardFile {self.home}/scoreboard
AuthOrder mod_auth_file.c
AuthUserFile {self.home}/passwd
AuthGroupFile {self.home}/group
RequireValidShell off
DefaultRoot {self.root}
DelayEngine off
{modules}""")
        self.process = subprocess.Popen(
            line.at("server", [program, "--nodaemon", "--config", config]), stdin=subprocess.DEVNULL, env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        line.wait_for(self.port)
        self.url = f"ftp://{self.user}:{self.password}@{line.address}:{self.port}"

    def write(self, name, text):
        path = os.path.join(self.home, name)
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, 0o600)
        return path

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.home)


class WebServer:
    """nginx on loopback, one process, with the folder `self.root`; with `tls` it speaks nothing else, and
    `self.authority` is the file to trust."""

    def __init__(self, tls=False):
        cache = "/var/cache" if os.getuid() == 0 else (
            os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))
        unpacked = os.path.join(cache, "ferry-tests/nginx/usr/sbin/nginx")
        program = shutil.which("nginx") or unpacked
        if not os.access(program, os.X_OK):
            sys.exit("benchmark: nginx is missing; run Tests/run --prepare first.")
        self.home = tempfile.mkdtemp(prefix="ferry-bench-", dir=os.environ.get("BENCH_DIR"))
        self.root = os.path.join(self.home, "root")
        os.mkdir(self.root)
        self.port = free_port()
        self.authority = os.path.join(self.home, "server.pem") if tls else None
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"
        encryption = ""
        if tls:
            key = os.path.join(self.home, "server.key")
            make_certificate(self.authority, key)
            encryption = f"ssl_certificate {self.authority}; ssl_certificate_key {key};"
        temporary = " ".join(
            f"{kind}_temp_path {self.home}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        config = os.path.join(self.home, "nginx.conf")
        with open(config, "w") as file:
            file.write(f"""daemon off; master_process off; pid {self.home}/pid; error_log stderr;
events {{ }}
http {{
    access_log off; sendfile on; default_type application/octet-stream; {temporary}
    server {{ listen 127.0.0.1:{self.port}{" ssl http2" if tls else ""}; root {self.root}; {encryption} }}
}}
""")
        self.process = subprocess.Popen([program, "-e", "stderr", "-c", config], stdin=subprocess.DEVNULL)
        wait_for(self.port, self.process)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.home)


def make_file(path, size):
    """Bytes that nothing can compress."""
    with open(path, "wb") as file:
        for _ in range(size >> 20):
            file.write(os.urandom(1 << 20))


def run(command, before=None, expect=0):
    """One run: wall seconds until it has ended; processor seconds of it and all that it started, however
    long these live on; peak memory of the largest of them in MiB."""
    if before:
        before()
    source, sink = os.pipe()
    watcher = os.fork()
    if watcher == 0:
        # Whatever loses its parent becomes a child of this process, and is counted.
        figures = {"code": -1, "errors": "it could not be started"}
        try:
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
            begin = time.monotonic()
            child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            errors = child.stderr.read()
            code = child.wait()
            wall = time.monotonic() - begin
            while True:
                try:
                    os.wait()
                except ChildProcessError:
                    break
            usage = resource.getrusage(resource.RUSAGE_CHILDREN)
            figures = {
                "code": code, "errors": errors.decode(errors="replace")[-2000:], "wall": wall,
                "processor": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss / 1024}
        finally:
            with os.fdopen(sink, "w") as file:
                json.dump(figures, file)
            os._exit(0)
    os.close(sink)
    with os.fdopen(source) as file:
        figures = json.load(file)
    os.waitpid(watcher, 0)
    if figures["code"] != expect:
        sys.exit(f"benchmark: {' '.join(command)} ended with {figures['code']}: {figures['errors']}")
    return figures["wall"], figures["processor"], figures["memory"]


def judge(title, value, limit):
    """Says whether a ratio keeps to what is aimed at."""
    print(f"  {title}: {value:.2f}, aimed at {limit:.2f} at most: {'kept' if value <= limit else 'MISSED'}", flush=True)


def compare(title, commands, before=None, after=None, wall=None, processor=None):
    """Runs each command in turn, one warm-up first; prints medians, and ratios to Ferry's. `wall` and
    `processor` are what Ferry's own may come to, of the best of the others."""
    results = {name: [] for name in commands}
    for turn in range(RUNS + 1):
        for name, command in commands.items():
            figures = run(command, before)
            if after:
                after(name)
            if turn:
                results[name].append(figures)
    print(f"\n{title}, medians of {RUNS} runs in turn; others as a ratio of Ferry's (above 1: Ferry needs less)")
    base = [statistics.median(column) for column in zip(*results["ferry"])]
    for name, rows in results.items():
        figures = [statistics.median(column) for column in zip(*rows)]
        line = "  {:<12} {:8.3f} s wall  {:8.3f} s processor  {:8.1f} MiB".format(name, *figures)
        if name != "ferry":
            line += "   " + "  ".join(
                f"{label} ×{value / max(own, 1e-9):.2f}"
                for label, value, own in zip(("wall", "processor", "memory"), figures, base)
            )
        print(line, flush=True)
    medians = {
        name: [statistics.median(column) for column in zip(*rows)]
        for name, rows in results.items() if not name.endswith("+ sync")}
    for column, (word, limit) in enumerate((("wall", wall), ("processor", processor))):
        if limit:
            best = min(figures[column] for name, figures in medians.items() if name != "ferry")
            judge(f"{word} of the best other", medians["ferry"][column] / best, limit)


def same_bytes(first, second):
    """Ends where two files differ: a fast copy that is not one is no result."""
    if subprocess.run(["cmp", "-s", first, second]).returncode:
        sys.exit(f"benchmark: {first} and {second} differ.")
