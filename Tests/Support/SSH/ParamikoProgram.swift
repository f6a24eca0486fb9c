/// A server made of paramiko's parts; the folder is `/`. It knows none of OpenSSH's extensions.
enum ParamikoProgram {
    static let text = """
        import os, socket, sys, threading, traceback
        import paramiko
        from paramiko import SFTPAttributes, SFTPHandle, SFTPServer, SFTP_OK

        class Login(paramiko.ServerInterface):
            def get_allowed_auths(self, user):
                methods = ['publickey']
                if PASSWORD:
                    methods.append('password')
                if ROUNDS:
                    methods.append('keyboard-interactive')
                return ','.join(methods)

            def check_auth_publickey(self, user, key):
                text = key.get_name() + ' ' + key.get_base64()
                known = user == USER and text in open(AUTHORIZED).read().split('\\n')
                return paramiko.AUTH_SUCCESSFUL if known else paramiko.AUTH_FAILED

            def check_auth_password(self, user, password):
                known = PASSWORD and user == USER and password == USER
                return paramiko.AUTH_SUCCESSFUL if known else paramiko.AUTH_FAILED

            def ask(self):
                name, instruction, questions = ROUNDS[self.round]
                return paramiko.InteractiveQuery(
                    name, instruction, *[(text, echo) for text, echo, _ in questions])

            def check_auth_interactive(self, user, submethods):
                if not ROUNDS:
                    return paramiko.AUTH_FAILED
                self.round = 0
                return self.ask()

            def check_auth_interactive_response(self, responses):
                if list(responses) != [answer for _, _, answer in ROUNDS[self.round][2]]:
                    return paramiko.AUTH_FAILED
                self.round += 1
                return paramiko.AUTH_SUCCESSFUL if self.round == len(ROUNDS) else self.ask()

            def check_channel_request(self, kind, number):
                return paramiko.OPEN_SUCCEEDED

        class File(SFTPHandle):
            def stat(self):
                return SFTPAttributes.from_stat(os.fstat(self.readfile.fileno()))

            def chattr(self, attributes):
                return attempt(lambda: SFTPServer.set_file_attr(self.filename, attributes))

        def attempt(action):
            try:
                action()
                return SFTP_OK
            except OSError as error:
                return SFTPServer.convert_errno(error.errno)

        class Files(paramiko.SFTPServerInterface):
            def real(self, path):
                return ROOT + self.canonicalize(path)

            def list_folder(self, path):
                try:
                    return [self.entry(each) for each in os.scandir(self.real(path))]
                except OSError as error:
                    return SFTPServer.convert_errno(error.errno)

            def entry(self, found):
                return SFTPAttributes.from_stat(found.stat(follow_symlinks=False), found.name)

            def stat(self, path):
                return self.look(os.stat, path)

            def lstat(self, path):
                return self.look(os.lstat, path)

            def look(self, call, path):
                try:
                    return SFTPAttributes.from_stat(call(self.real(path)))
                except OSError as error:
                    return SFTPServer.convert_errno(error.errno)

            def open(self, path, flags, attributes):
                try:
                    mode = 0o666 if attributes.st_mode is None else attributes.st_mode & 0o7777
                    descriptor = os.open(self.real(path), flags, mode)
                except OSError as error:
                    return SFTPServer.convert_errno(error.errno)
                file = File(flags)
                file.filename = self.real(path)
                writes = flags & (os.O_WRONLY | os.O_RDWR)
                if writes & os.O_WRONLY:
                    opened = os.fdopen(descriptor, 'wb', 0)
                else:
                    opened = os.fdopen(descriptor, 'r+b' if writes else 'rb', 0)
                file.readfile = file.writefile = opened
                return file

            def remove(self, path):
                return attempt(lambda: os.remove(self.real(path)))

            def rename(self, old, new):
                if os.path.lexists(self.real(new)):
                    return paramiko.SFTP_FAILURE
                return self.posix_rename(old, new)

            def posix_rename(self, old, new):
                return attempt(lambda: os.rename(self.real(old), self.real(new)))

            def mkdir(self, path, attributes):
                mode = 0o777 if attributes.st_mode is None else attributes.st_mode & 0o7777
                return attempt(lambda: os.mkdir(self.real(path), mode))

            def rmdir(self, path):
                return attempt(lambda: os.rmdir(self.real(path)))

            def chattr(self, path, attributes):
                return attempt(lambda: SFTPServer.set_file_attr(self.real(path), attributes))

            def symlink(self, target, path):
                return attempt(lambda: os.symlink(target, self.real(path)))

            def readlink(self, path):
                try:
                    return os.readlink(self.real(path))
                except OSError as error:
                    return SFTPServer.convert_errno(error.errno)

        def talk(connection, key):
            try:
                transport = paramiko.Transport(connection)
                transport.add_server_key(key)
                transport.set_subsystem_handler('sftp', SFTPServer, Files)
                transport.start_server(server=Login())
            except Exception:
                traceback.print_exc()

        def serve():
            key = paramiko.Ed25519Key.from_private_key_file(HOST_KEY)
            listener = socket.create_server(('127.0.0.1', PORT))
            os.setgroups([]); os.setgid(GID); os.setuid(UID)
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=talk, args=(connection, key), daemon=True).start()
        """
}
