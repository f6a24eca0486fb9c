import Glibc
import Support
import Testing

@Suite("A login that waits for a hardware token")
struct TokenRunTests {
    /// Stands in for ssh: has its user touch something, and speaks SFTP once that was done.
    private func script(_ folder: TemporaryFolder, _ server: String) -> String {
        """
        #!/bin/bash
        for argument; do
          [[ $argument == -G ]] || continue
          printf '%s\\n' 'user me' 'hostname box' 'port 22' 'pubkeyacceptedalgorithms x'
          exit
        done
        exec 3<&0
        SSH_ASKPASS_PROMPT=none "$SSH_ASKPASS" 'Confirm user presence for key ED25519-SK' \
          </dev/null >/dev/null &
        read <'\(folder.path)/touched'
        kill $!
        wait $!
        exec \(server) <&3
        """
    }

    @Test("A command says so, and goes on when it was touched")
    func touch() throws {
        if let obstacle = SSHServer.obstacle(to: .openSSH), !RealServer.areRequired {
            try Test.cancel("\(obstacle)")
        }
        let folder = try Ferry.folder()
        let served = try TemporaryFolder()
        try served.write("hello", to: "hello.txt")
        try folder.write(script(folder, SFTPCommand.sftpServer(served)), to: "ssh")
        chmod(folder.path("ssh"), 0o700)
        mkfifo(folder.path("touched"), 0o600)
        let terminal = try PseudoTerminal(
            ["sh", "-c", "\"$@\" </dev/null >out 2>err", "sh", Ferry.path, "ls", "sftp://me@box"],
            environment: Ferry.environment(folder).merging(
                ["FERRY_SSH": "exec \(folder.path("ssh"))"]) { $1 },
            directory: folder.path("here"))
        try terminal.waitFor("Confirm user presence for key ED25519-SK")
        try terminal.waitFor("Touch the token now")
        let touched = try #require(fopen(folder.path("touched"), "w"))
        fputs("now\n", touched)
        fclose(touched)
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(folder.read("here/out") == Array("hello.txt\n".utf8))
        #expect(terminal.isCooked)
    }
}
