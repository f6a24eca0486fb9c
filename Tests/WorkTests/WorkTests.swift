// WorkTests
