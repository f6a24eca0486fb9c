/// How web servers and WebDAV are used, for users.
extension ManualTopic {
    package static let web = ManualTopic(
        "web", "web servers, WebDAV, forms and raw requests",
        """
        You can browse and download from web servers, and work on WebDAV servers as on any other.
        Ferry also sends files as a form does, and requests that you write yourself.

        ## Web servers

        Open `http://` or `https://` URLs like any other place. The index pages of these servers are
        panes:

        - nginx, Apache, lighttpd, Caddy and Python.
        - IIS, Jetty, Tomcat and S3.

        Links to other places are not shown. Web servers are read-only, unless they say that they
        accept `PUT`.

        ## Downloads

        - Downloads resume only in the same version of a file, by its `ETag` or `Last-Modified`.
        - They follow redirects without sending your login to another host.
        - They never go from https to http.

        ## WebDAV

        `dav://` and `davs://` URLs open WebDAV servers. You can list, upload, create, move and
        delete, and see the free space. An upload gets its name only once it is complete.

        Between two places of one WebDAV server, the server itself copies files of any size. It also
        copies a new directory with everything in it. Ferry compares all names and sizes before the
        copy gets its name. The row in the queue says so. Otherwise the bytes come through this
        machine.

        ## Logins

        Both kinds take these logins:

        | Basic and Digest | A user and a password. |
        | Bearer | A token, which is given as the password. |
        | Client certificate | A PEM file, and a key if that is in another file. |

        Commands take `--auth basic|digest|bearer`, `--client-certificate FILE` and
        `--client-key FILE`. In `sites.toml` they are `auth`, `client_certificate` and `client_key`.

        HTTP/2 is used where it is offered. The log has the head of every request and reply, with
        secrets masked. Certificates of servers are checked as in `ferry help ftp`.

        ## Sending files as a form

        `ferry post` uploads as an HTML form does:

            ferry post FILE… URL

        A site with `form_field` in `sites.toml` accepts files from the panes in that way.

        ## Raw requests

        `gr` in a pane opens the raw exchange, with these keys:

        | `F4` | Insert a prepared request. |
        | `F5` | Send the request. |
        | `Tab` | Switch between address, request and reply. |
        | `F6` or `s` | Save the body to a file. |

        `ferry raw URL` does the same without a screen. Ferry sends the request exactly as you write
        it, and shows the raw reply. `ferry raw --template URL` prints a request to start from.

        """)
}
