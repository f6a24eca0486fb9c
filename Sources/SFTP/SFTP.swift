// SFTP: an account reached by the SSH File Transfer Protocol, version 3 (draft-ietf-secsh-filexfer-02),
// as a file system. The packets are its own; what carries them is the system's ssh, or any program
// whose standard input and output speak SFTP.
// It must never import a screen, the queue, or the settings files.
