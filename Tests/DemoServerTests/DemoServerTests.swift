// DemoServerTests
