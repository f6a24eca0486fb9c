// LocalTests
