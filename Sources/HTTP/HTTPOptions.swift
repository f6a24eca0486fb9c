package import Files

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
            authentication, mustBe: "\"basic\", \"digest\" or \"bearer\"", only: .http),
        SiteSetting(
            formField, mustBe: "the name of the form's file field", only: .http
        ) { $0?.isEmpty == false },
        SiteSetting(clientCertificate, only: .http),
        SiteSetting(clientKey, only: .http, with: clientCertificate.name),
    ]
}

/// How HTTP proves who the user is.
package enum Authentication: String, Hashable, Sendable, CaseIterable, SiteOptionConvertible {
    /// RFC 7617 and RFC 7616.
    case basic, digest
    /// RFC 6750: the password is the token.
    case bearer
}
