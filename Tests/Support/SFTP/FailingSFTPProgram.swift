/// An SFTP server in Python that is called as ssh is, serves the directory `FERRY_ROOT`, and fails at
/// each request of one kind: it never answers (`READ:silence` in `FERRY_FAULT`), or ends (`READ:close`).
/// It makes the file `FERRY_TRACE` where it has come to that.
package enum FailingSFTPProgram {
    package static let source = #"""
        import os, stat, struct, sys, time

        if "-G" in sys.argv:
            print("hostname host\nuser user\nport 22")
            sys.exit(0)
        if "-O" in sys.argv:
            sys.exit(255)
        NAMES = {1: "INIT", 3: "OPEN", 4: "CLOSE", 5: "READ", 6: "WRITE", 7: "LSTAT", 8: "FSTAT",
                 9: "SETSTAT", 10: "FSETSTAT", 11: "OPENDIR", 12: "READDIR", 13: "REMOVE",
                 14: "MKDIR", 15: "RMDIR", 16: "REALPATH", 17: "STAT", 18: "RENAME",
                 19: "READLINK", 20: "SYMLINK", 200: "EXTENDED"}
        ROOT = os.environ["FERRY_ROOT"]
        PLACE, _, HOW = os.environ.get("FERRY_FAULT", "NONE:").partition(":")
        handles, serial = {}, 0
        source, target = sys.stdin.buffer, sys.stdout.buffer


        def fail():
            if HOW == "close":
                os._exit(0)
            while True:
                time.sleep(60)


        def send(kind, number, body=b""):
            packet = bytes([kind]) + struct.pack(">I", number) + body
            target.write(struct.pack(">I", len(packet)) + packet)
            target.flush()


        def text(value):
            return struct.pack(">I", len(value)) + value


        def status(number, code):
            send(101, number, struct.pack(">I", code) + text(b"said the server") + text(b""))


        def attributes(entry):
            return struct.pack(">IQIIIII", 0xD, entry.st_size, entry.st_mode, int(entry.st_atime),
                               int(entry.st_mtime), 0, 0)[:-8]


        class Fields:
            def __init__(self, data):
                self.data, self.at = data, 0

            def number(self, form=">I"):
                value = struct.unpack_from(form, self.data, self.at)[0]
                self.at += struct.calcsize(form)
                return value

            def text(self):
                size = self.number()
                self.at += size
                return self.data[self.at - size:self.at]


        def place(path):
            return os.path.join(ROOT.encode(), path.lstrip(b"/"))


        def answer(name, number, fields):
            global serial
            if name == "REALPATH":
                path = os.path.normpath(b"/" + fields.text())
                send(104, number, struct.pack(">I", 1) + 2 * text(path) + bytes(4))
            elif name in ("LSTAT", "STAT"):
                path = place(fields.text())
                send(105, number, attributes(os.lstat(path) if name == "LSTAT" else os.stat(path)))
            elif name == "FSTAT":
                send(105, number, attributes(os.fstat(handles[fields.text()])))
            elif name == "OPEN":
                path, flags = place(fields.text()), fields.number()
                mode = {1: os.O_RDONLY, 2: os.O_WRONLY, 3: os.O_RDWR}[flags & 3]
                also = {4: os.O_APPEND, 8: os.O_CREAT, 16: os.O_TRUNC, 32: os.O_EXCL}
                mode |= sum(also[bit] for bit in also if flags & bit)
                serial += 1
                handle = b"%d" % serial
                handles[handle] = os.open(path, mode, 0o644)
                send(102, number, text(handle))
            elif name == "OPENDIR":
                serial += 1
                handle = b"%d" % serial
                path = place(fields.text())
                names = os.listdir(path)
                handles[handle] = [(each, os.lstat(os.path.join(path, each))) for each in names]
                send(102, number, text(handle))
            elif name == "READDIR":
                handle = fields.text()
                entries, handles[handle] = handles[handle], []
                if not entries:
                    return status(number, 1)
                send(104, number, struct.pack(">I", len(entries)) + b"".join(
                    text(each) + text(b"-rw-r--r-- 1 u g 1 Jan 1 2024 " + each) + attributes(known)
                    for each, known in entries))
            elif name == "CLOSE":
                handle = handles.pop(fields.text())
                if isinstance(handle, int):
                    os.close(handle)
                status(number, 0)
            elif name == "READ":
                handle, at, size = handles[fields.text()], fields.number(">Q"), fields.number()
                data = os.pread(handle, size, at)
                if data:
                    send(103, number, text(data))
                else:
                    status(number, 1)
            elif name == "WRITE":
                handle, at = handles[fields.text()], fields.number(">Q")
                os.pwrite(handle, fields.text(), at)
                status(number, 0)
            elif name in ("SETSTAT", "FSETSTAT"):
                status(number, 0)
            elif name == "REMOVE":
                os.unlink(place(fields.text()))
                status(number, 0)
            elif name == "MKDIR":
                os.mkdir(place(fields.text()))
                status(number, 0)
            elif name == "RMDIR":
                os.rmdir(place(fields.text()))
                status(number, 0)
            elif name == "RENAME":
                first, second = place(fields.text()), place(fields.text())
                if os.path.lexists(second):
                    return status(number, 4)
                os.rename(first, second)
                status(number, 0)
            elif name == "READLINK":
                path = os.readlink(place(fields.text()))
                send(104, number, struct.pack(">I", 1) + 2 * text(path) + bytes(4))
            elif name == "SYMLINK":
                first, second = fields.text(), place(fields.text())
                os.symlink(first, second)
                status(number, 0)
            else:
                status(number, 8)


        while True:
            head = source.read(4)
            if len(head) < 4:
                break
            packet = source.read(struct.unpack(">I", head)[0])
            name = NAMES.get(packet[0], "OTHER")
            if name == PLACE:
                open(os.environ["FERRY_TRACE"], "a").close()
                fail()
            if name == "INIT":
                target.write(struct.pack(">IBI", 5, 2, 3))
                target.flush()
                continue
            fields = Fields(packet[5:])
            number = struct.unpack_from(">I", packet, 1)[0]
            try:
                answer(name, number, fields)
            except FileNotFoundError:
                status(number, 2)
            except OSError:
                status(number, 4)
        """#
}
