package import Files
import Words

/// What sites that speak HTTP, WebDAV included, say, and others do not.
package enum HTTPOptions {
    /// `auth`: how it logs in; nil takes what the server offers.
    package static let authentication = SiteOption<Authentication?>("auth")
    /// `form_field`: the URL takes uploads as an HTML form does (multipart/form-data, RFC 7578),
    /// each file under this field's name; nil where it is no form.
    package static let formField = SiteOption<String?>("form_field")
    /// `client_certificate`: the path of a PEM file that TLS shows to the server.
    package static let clientCertificate = SiteOption<String?>("client_certificate")
    /// `client_key`: the path of its key, where that is not in the certificate's file.
    package static let clientKey = SiteOption<String?>("client_key")

    /// How settings files write them, in that order.
    package static let settings = [
        SiteSetting(
            authentication, .login, tr("How Ferry logs in to the server."),
            unset: tr("what the server offers"), example: .text("digest"),
            mustBe: tr("\"basic\", \"digest\" or \"bearer\""), only: .http),
        SiteSetting(
            formField, .web,
            tr("Uploads are sent as an HTML form sends them, under this field's name."),
            unset: tr("no form"), example: .text("file"),
            mustBe: tr("the name of the form's file field"), only: .http
        ) { !$0.isEmpty },
        SiteSetting(
            clientCertificate, .web,
            tr("The path of a PEM file with the client certificate for TLS."),
            unset: tr("no client certificate"), example: .text("/home/me/client.pem"), only: .http),
        SiteSetting(
            clientKey, .web,
            tr("The path of the client certificate's key, if it is in another file."),
            unset: tr("the key in the certificate's file"), example: .text("/home/me/client.key"),
            only: .http, with: clientCertificate.name),
    ]
}

/// How HTTP proves who the user is.
package enum Authentication: String, Hashable, Sendable, CaseIterable, SiteOptionWord {
    /// RFC 7617 and RFC 7616.
    case basic, digest
    /// RFC 6750: the password is the token.
    case bearer
}
