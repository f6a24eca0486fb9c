// SettingsTests
