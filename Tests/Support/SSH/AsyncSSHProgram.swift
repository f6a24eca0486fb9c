/// A server made of asyncssh's parts; the folder is `/`.
enum AsyncSSHProgram {
    static let text = """
        import asyncio, os, sys
        import asyncssh

        class Login(asyncssh.SSHServer):
            def connection_made(self, connection):
                self.round = 0

            def begin_auth(self, user):
                return True

            def password_auth_supported(self):
                return PASSWORD

            def validate_password(self, user, password):
                return user == USER and password == USER

            def kbdint_auth_supported(self):
                return len(ROUNDS) > 0

            def challenge(self):
                name, instruction, questions = ROUNDS[self.round]
                return name, instruction, '', [(text, echo) for text, echo, _ in questions]

            def get_kbdint_challenge(self, user, language, submethods):
                self.round = 0
                return self.challenge()

            def validate_kbdint_response(self, user, responses):
                if list(responses) != [answer for _, _, answer in ROUNDS[self.round][2]]:
                    return False
                self.round += 1
                return True if self.round == len(ROUNDS) else self.challenge()

        class Files(asyncssh.SFTPServer):
            def __init__(self, channel):
                super().__init__(channel, chroot=ROOT)

        OPTIONS = {}

        async def listen():
            options = dict(
                server_host_keys=[asyncssh.read_private_key(HOST_KEY)], server_factory=Login,
                authorized_client_keys=asyncssh.read_authorized_keys(AUTHORIZED),
                sftp_factory=Files)
            options.update(OPTIONS)
            server = await asyncssh.listen('127.0.0.1', PORT, **options)
            os.setgroups([]); os.setgid(GID); os.setuid(UID)
            await server.wait_closed()

        def serve():
            asyncssh.set_log_level('INFO')
            import logging
            logging.basicConfig(level=logging.INFO, stream=sys.stderr)
            asyncio.run(listen())
        """
}
