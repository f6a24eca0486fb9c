/// What all logins of this process by ssh share; any thread may use it.
package final class SSHMemory: Sendable {
    /// What was typed and worked.
    package let secrets: LoginSecrets
    let attempts = LoginAttempts()
    let configurations = SSHConfigurations()

    /// Nothing is remembered yet.
    package init() {
        secrets = LoginSecrets()
    }
}
