// CursesTests
