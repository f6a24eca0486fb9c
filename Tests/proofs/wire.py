"""What lies between Ferry and the server: a line that can be cut, a door that lets in two; and the terminal
that a screen is shown in."""

import fcntl
import os
import pty
import select
import socket
import struct
import subprocess
import termios
import threading
import time


class Wire:
    """Two network namespaces with a router between them, which can drop all that comes (`silent`) or say that
    there is no way (`unreachable`), as often as is asked."""

    address = "10.98.2.2"

    def __init__(self):
        number = os.getpid() % 100_000
        self.names = {end: f"ferry-{end}-{number}" for end in ("client", "router", "server")}
        self.mode = None
        try:
            self.make()
        except subprocess.CalledProcessError:
            self.remove()
            raise

    def make(self):
        for name in self.names.values():
            self.ip("netns", "add", name)
            self.ip("-n", name, "link", "set", "lo", "up")
        for net, end in ((1, "client"), (2, "server")):
            self.ip("link", "add", "wire", "netns", self.names[end], "type", "veth",
                    "peer", "name", end, "netns", self.names["router"])
            self.ip("-n", self.names[end], "addr", "add", f"10.98.{net}.2/24", "dev", "wire")
            self.ip("-n", self.names["router"], "addr", "add", f"10.98.{net}.1/24", "dev", end)
            self.ip("-n", self.names[end], "link", "set", "wire", "up")
            self.ip("-n", self.names["router"], "link", "set", end, "up")
            self.ip("-n", self.names[end], "route", "add", "default", "via", f"10.98.{net}.1")
        self.forward(True)

    @staticmethod
    def ip(*words):
        subprocess.run(["ip", *words], check=True)

    def at(self, end, command):
        return ["nsenter", f"--net=/run/netns/{self.names[end]}", "--", *command]

    def read(self, end, path):
        return subprocess.run(self.at(end, ["cat", path]), check=True, capture_output=True, text=True).stdout

    def forward(self, does):
        subprocess.run(
            self.at("router", ["sh", "-c", f"echo {int(does)} > /proc/sys/net/ipv4/ip_forward"]), check=True)

    def cut(self, mode):
        self.mode = mode
        if mode == "silent":
            self.forward(False)
        else:
            self.ip("-n", self.names["router"], "route", "add", "unreachable", f"{self.address}/32")
            self.ip("-n", self.names["router"], "route", "add", "unreachable", "10.98.1.2/32")

    def mend(self):
        if self.mode == "silent":
            self.forward(True)
        else:
            self.ip("-n", self.names["router"], "route", "del", "unreachable", f"{self.address}/32")
            self.ip("-n", self.names["router"], "route", "del", "unreachable", "10.98.1.2/32")

    def moved(self):
        """Bytes that have gone over the client's end, both ways."""
        for line in self.read("client", "/proc/net/dev").splitlines():
            name, _, fields = line.strip().partition(":")
            if name == "wire":
                figures = fields.split()
                return int(figures[0]) + int(figures[8])
        return 0

    def attempts(self):
        """Connections that the client's end has asked for."""
        names, values = [
            line.split() for line in self.read("client", "/proc/net/snmp").splitlines() if line.startswith("Tcp:")]
        return int(values[names.index("ActiveOpens")])

    def wait_for(self, port):
        probe = f"until : 2>/dev/null >/dev/tcp/{self.address}/{port}; do sleep 0.1; done"
        subprocess.run(self.at("client", ["timeout", "10", "bash", "-c", probe]), check=True)

    def remove(self):
        for name in self.names.values():
            subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()


class Door:
    """Passes control connections on to a server, as many at a time as `most`; one more is reset, or hears
    nothing for ever (`silent`)."""

    def __init__(self, port, most, manner):
        self.port_behind, self.most, self.manner = port, most, manner
        self.inside = 0
        self.refused = 0
        self.lock = threading.Lock()
        self.held = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.take, daemon=True).start()

    def take(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with self.lock:
                has_room = self.inside < self.most
                if has_room:
                    self.inside += 1
                else:
                    self.refused += 1
            if has_room:
                server = socket.create_connection(("127.0.0.1", self.port_behind))
                threading.Thread(target=self.carry, args=(client, server), daemon=True).start()
            elif self.manner == "reset":
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.close()
            else:
                self.held.append(client)

    def carry(self, client, server):
        try:
            other = {client: server, server: client}
            while True:
                for ready in select.select([client, server], [], [])[0]:
                    read = ready.recv(65_536)
                    if not read:
                        return
                    other[ready].sendall(read)
        except OSError:
            pass
        finally:
            client.close()
            server.close()
            with self.lock:
                self.inside -= 1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
        for client in self.held:
            client.close()


class Screen:
    """A program in a terminal of its own, which is read all the time."""

    def __init__(self, command, environment, folder):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            try:
                os.chdir(folder)
                os.execvpe(command[0], command, environment)
            finally:
                os._exit(127)
        self.shown = bytearray()
        self.has_ended = False
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        while True:
            try:
                read = os.read(self.terminal, 65_536)
            except OSError:
                return
            if not read:
                return
            self.shown += read
            del self.shown[:-1_000_000]

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def is_living(self):
        if not self.has_ended and os.waitpid(self.pid, os.WNOHANG)[0]:
            self.has_ended = True
        return not self.has_ended

    def end(self, number):
        """Sends it a signal, and waits for its end."""
        if self.is_living():
            os.kill(self.pid, number)
            stop = time.monotonic() + 15
            while self.is_living() and time.monotonic() < stop:
                time.sleep(0.005)
            if self.is_living():
                raise RuntimeError("a screen did not end.")
        self.reader.join(2)
        os.close(self.terminal)
