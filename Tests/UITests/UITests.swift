// UITests
