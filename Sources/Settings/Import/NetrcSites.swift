import Files
import Words

/// The machines of a `.netrc`, each as a site of FTP, for which that file was made.
enum NetrcSites {
    static func read(
        _ text: String, _ settings: [SiteSetting]
    ) throws(SiteListRefusal) -> SiteListReport {
        var report = SiteListReport(.netrc)
        for (machine, login) in Netrc(text).machines {
            guard let machine else {
                try report.append(
                    .skipped(
                        name: "default", reason: tr("It is the default login, which has no host.")))
                continue
            }
            var draft = SiteDraft([machine], .ftp, host: machine)
            draft.user = login.user
            draft.password = login.password.map { .clear($0.reveal()) }
            if let account = login.account, !account.isEmpty {
                draft.sayOfFTP("account", .text(account), tr("the account"))
            }
            try report.append(draft.entry(settings))
        }
        return report
    }
}
