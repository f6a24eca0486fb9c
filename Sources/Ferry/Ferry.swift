@main struct Ferry { static func main() { print("ferry") } }
