// FTPTests
