"""An FTP server that answers every LIST and MLSD with the same million lines, made beforehand, so
that what is measured is the client. Usage: listing_server.py PORT COUNT"""

import socket
import sys
import threading

port, count = int(sys.argv[1]), int(sys.argv[2])
lines = (
    b"-rw-r--r--    1 1000     1000     %10d Nov %02d %02d:%02d some-file-name-%07d.bin\r\n"
    % (index * 977 % 2_000_000_000, index % 28 + 1, index % 24, index % 60, index)
    for index in range(count)
)
listing = b"".join(lines)


def serve(control):
    stream = control.makefile("rwb", buffering=0)
    passive = None
    stream.write(b"220 ready\r\n")
    for raw in stream:
        verb = raw.strip().split(b" ")[0].upper()
        if verb == b"USER":
            stream.write(b"331 password\r\n")
        elif verb == b"PASS":
            stream.write(b"230 in\r\n")
        elif verb == b"FEAT":
            stream.write(b"211-Features\r\n EPSV\r\n211 End\r\n")
        elif verb == b"PWD":
            stream.write(b'257 "/"\r\n')
        elif verb in (b"CWD", b"TYPE", b"OPTS", b"NOOP"):
            stream.write(b"200 ok\r\n")
        elif verb == b"EPSV":
            passive = socket.create_server(("127.0.0.1", 0))
            stream.write(b"229 (|||%d|)\r\n" % passive.getsockname()[1])
        elif verb == b"PASV":
            passive = socket.create_server(("127.0.0.1", 0))
            high, low = divmod(passive.getsockname()[1], 256)
            stream.write(b"227 (127,0,0,1,%d,%d)\r\n" % (high, low))
        elif verb == b"LIST" and passive:
            data, _ = passive.accept()
            stream.write(b"150 here it comes\r\n")
            data.sendall(listing)
            data.close()
            passive.close()
            stream.write(b"226 done\r\n")
        elif verb == b"QUIT":
            stream.write(b"221 bye\r\n")
            break
        else:
            stream.write(b"502 no\r\n")
    control.close()


with socket.create_server(("127.0.0.1", port)) as server:
    print("ready", flush=True)
    while True:
        threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
