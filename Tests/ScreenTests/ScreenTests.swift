// ScreenTests
