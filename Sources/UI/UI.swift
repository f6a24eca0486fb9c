// UI: the whole interface as a value: `Model.update(Message) -> [Effect]` is pure, and so is
// `Model.view() -> Frame`. It can be driven and asserted on without a terminal, a clock or a server.
// It must never import a protocol, a queue, ncurses, Dispatch or Glibc.
