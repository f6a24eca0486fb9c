import Engine
import Files
import Glibc
import SFTP
import Settings

// What connections take from the settings, the environment and the command line.
extension SettingsFiles {
    /// What all connections of this process share; `places` are those named on the command line.
    /// `isCommand`: whether it only connects as often as a command does.
    func context(
        _ options: any ConnectionChoices, _ places: [Place], isCommand: Bool = false,
        trouble: @escaping @Sendable (String) -> Void, log: @escaping ExchangeSink
    ) throws -> ConnectionContext {
        let credentials = Credentials(lookup: passwordLookup(trouble: trouble))
        try credentials.remember(places, options)
        let state = Path(storePath).parent
        var defaults = ConnectionDefaults(
            sftp: SFTPService(
                memory: SSHMemory(isPaced: isCommand),
                surroundings: .ofProcess(
                    stateDirectory: String(decoding: state.bytes, as: UTF8.self))))
        defaults.timeout = config.timeout
        defaults.reach = config.reach
        defaults.environment = EnvironmentProxy { name in
            getenv(name).map { String(cString: $0) }
        }
        let netrc = paths.netrc
        defaults.proxyPassword = { proxy in
            do throws(SettingsError) {
                return try Netrc.load(netrc).login(host: proxy.host, user: proxy.user)?.password
            } catch {
                trouble(error.description)
                return nil
            }
        }
        defaults.account = { site in
            do throws(SettingsError) {
                return try Netrc.load(netrc).account(host: site.host, user: site.user)
                    .map { Secret($0) }
            } catch {
                trouble(error.description)
                return nil
            }
        }
        defaults.authorities = options.ca
        defaults.isInsecure = options.insecure
        return ConnectionContext(
            credentials: credentials, known: KnownServers(path: paths.trustFile, trouble: trouble),
            cards: ServerCards(path: paths.cardsFile, trouble: trouble),
            defaults: defaults, log: log)
    }

    /// Finds a password by a site's command, in .netrc, then in the user's keyring. Faults are told
    /// through `trouble`.
    func passwordLookup(
        trouble: @escaping @Sendable (String) -> Void
    ) -> @Sendable (Site) -> Secret? {
        let (files, paths, keyring) = (self, paths, keyring)
        return { site in
            do throws(SettingsError) {
                let named = try files.named().first {
                    $0.passwordCommand != nil && SettingsFiles.isSameAccount($0.site, site)
                }
                if let named, let command = named.passwordCommand {
                    return try PasswordCommand.run(command, site: named.name)
                }
                let netrc = try Netrc.load(paths.netrc)
                let login = netrc.login(host: site.host, user: site.user)
                if login?.password != nil, let warning = netrc.warning { trouble(warning) }
                // An anonymous login does not take a password that was meant for a user.
                let isForUser = login?.user == site.user || login?.user == nil
                if isForUser, let password = login?.password { return password }
                return keyring?.lookUp(site)
            } catch {
                trouble(error.description)
                return nil
            }
        }
    }
}
