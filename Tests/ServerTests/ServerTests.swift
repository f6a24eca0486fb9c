// ServerTests
