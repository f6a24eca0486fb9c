import Files
import Listing

/// A short listing of each family, for what has to hold of all of them.
enum FamilySamples {
    static let all: [(name: String, text: String)] = [
        (
            "unix",
            "total 9\r\ndrwxr-xr-x   2 alice staff     512 Nov 20 23:51 a folder\r\n"
                + "lrwxrwxrwx   1 alice staff       4 Nov 20  2019 l -> x/y\r\n"
                + "-rw-r--r--   1 alice staff    1234 Nov 20 23:51  b\r\n"
        ),
        (
            "dos",
            "02-23-05  09:24AM       <DIR>          a folder\r\n"
                + "02-23-05  09:24AM       <JUNCTION>     j [C:\\x y]\r\n"
                + "02-23-2005  21:24            1,234,567  b\r\n"
        ),
        (
            "facts",
            "type=dir;modify=20200102030405; a folder\r\nsize=3;type=file;  b\r\n"
        ),
        (
            "eplf",
            "+i8.9,m825718503,/,\ta folder\r\n+r,s280,m825718503,up644,\t b\r\n"
        ),
        (
            "netware",
            "d [RWCEAFMS] alice                  512 Nov 20 23:51 a folder\r\n"
                + "- [R----F--] alice.house         214059 Oct 20  2019 b.exe\r\n"
        ),
        (
            "hellsoft",
            "d[RWCEMFA]  1 alice         512 Nov 20 23:51 a folder\r\n"
                + "-[RWCEMFA]  1 *unknown    13312 May 27  2017 b\r\n"
        ),
        (
            "mac",
            "drwxr-xr-x               folder        5 Nov 20 23:51 a folder\r\n"
                + "-rw-r--r--         326     1000     1326 Nov 20 23:51 b\r\n"
        ),
        (
            "os2",
            "                 0  DIR            05-12-96   17:37  A FOLDER\r\n"
                + "               734  A              08-19-103  15:34  b\r\n"
        ),
        ("vshell", "0  Dec 12, 2018 02:13 a folder/\r\n206876  Apr 04, 2019 21:06 b\r\n"),
        (
            "vxworks",
            "    2048    JAN-02-1998  05:23:30   lib               <DIR>  \r\n"
                + "     512    Feb-28-2008  23:59:07   b c.o              \r\n"
        ),
        (
            "wfftp",
            "wf-file      4 11/20/91 Mon. 00:00:07\r\nboot.exe    1234567  11/20/91 Thurs. 09:05:06\r\n"
        ),
        (
            "os9",
            "20.7 07/03/29 1026 d-ewrewr 2650 85920 CMDS\r\n"
                + " 0.0   93/09/11 0951 ----r-wr   3F2A    1024 start up\r\n"
        ),
        (
            "numeric",
            "0100644 500 101 12345 86400 a file\r\n0120777 0 0 3 5 a -> b\r\n"
        ),
        (
            "chameleon",
            "SETUP           <DIR>      Oct 12 1996 15:22\r\n"
                + "DESIGN.DOC      12831      Apr 13 1997 13:24   RHA\r\n"
                + "NOTICE.TXT            2036      04-12-97        10:02\r\n"
        ),
        (
            "dls",
            "NOTICE              574  What this is\r\npub/                  =  Jan 13 20:05  All\r\n"
                + "a-name-that-is-too-long-for-it\r\n                  80431  Feb  9  7:12\r\n"
        ),
        (
            "vms",
            "Directory DISK:[ALICE]\r\n\r\nDATA.DIR;1  1/3  4-NOV-2014 14:09:11 [G,ALICE] (RWED,RE,,)\r\n"
                + "A-LONG-NAME-OF-A-FILE.TXT;3\r\n    12/15  4-NOV-2014 14:09 [G,ALICE] (RWED,RE,,)\r\n"
        ),
        (
            "mvs",
            "Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname\r\n"
                + "DISK01 3390   2004/06/23  1    1  FB     128  6144  PO    ALICE.LIB\r\n"
                + "DISK02 3390   **NONE**    1   15  VB     256  6233  PS    ALICE.DATA\r\n"
        ),
        (
            "cms",
            "NOTES    DATA     V         72          9          1 1999-09-20 17:16:18 ALICE\r\n"
                + "SUB      DIR      -          -          - 1999-09-20 17:16:18 -\r\n"
        ),
        (
            "os400",
            "ALICE           77824 02/23/14 15:09:55 *DIR       SUB/\r\n"
                + "ALICE            1024 02/24/14 15:09:55 *STMF      b.txt\r\n"
        ),
        (
            "nonstop",
            "File         Code             EOF  Last Modification    Owner  RWEP\r\n"
                + "NOTES         101           16354 18-May-15 14:12:20 210,255 \"nunu\"\r\n"
        ),
        ("names", "one\r\ntwo.txt\r\n"),
    ]

    /// What nobody would take for a listing: replies, pages, programs' output, letters.
    static let prose = """
        220 Welcome to this server; 12 of 100 users are here.
        230-Please mail us on 02-23-05, 9 to 5.
        150 Opening ASCII mode data connection for file list.
        226 Transfer complete, 1234 bytes sent in 0.12 seconds.
        550 No files found.
        <!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN">
        <html><head><title>404 Not Found</title></head>
        <body bgcolor="white"> <h1>Index of /pub</h1><pre>
        <a href="a/">a/</a>          20-Nov-2023 23:51     -
        <a href="b.txt">b.txt</a>    20-Nov-2023 23:51  1234
        02/23/2005 09:24 <b>bold</b>
        Friday, November 20, 2023 11:51 PM        <dir> <A HREF="/a/">a</A>
        </pre> </body></html>
        The 8 of us met on May 10 1995 at 11:01 and left at 12:30.
        On 12 May, 2004 prices of 1,234 were paid for 2 of them.
        Released 2,002 on Monday, 20 files were in 11/20/91, or so.
        + a line that was added
        - a line that was removed
        --- a/file.c 2020-01-01 10:00:00
        @@ -1,7 +1,7 @@ int main(void) {
        - [ ] buy 12 eggs
        - [x] call on Nov 20 23:51 again
        d [12] = 7; i = 0;
        ls: cannot access 'x': No such file or directory
        total 12 files
        Volume in drive C has no label.
         Directory of C:\\Users\\alice
                       1 File(s)      1,234 bytes
                       2 Dir(s)  1,234,567 bytes free
        ftp> ls -lR
        Permission denied.
        7 14 21 28 35
        10:20:30 up 5 days, 1 user, load average: 0.00, 0.01, 0.05
        Nov 20 23:51:07 host daemon[123]: started
        2023-11-20 23:51:07 INFO started 12 workers
        alice    1234  0.0  0.1  12345  678 ?  Ss  Nov20  0:01 init
        name = "value"; size = 12
        key: value # 12-05-95
        README 763  What this is
        download 12 Jan 5 2001 x
        Type=text of some kind
        well-known 12 Jan 5 2001 x
        cross-over 7 of May 2001 12 Jan 5 10:20 x
        """
}
