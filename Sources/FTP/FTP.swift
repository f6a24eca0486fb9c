// FTP
