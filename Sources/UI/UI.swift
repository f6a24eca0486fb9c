// UI: the whole interface as a value: `Model.update(Message) -> [Effect]` is pure, and so is
// `Model.view() -> Frame`. It can be driven and asserted on without a terminal, a clock or a server.
// A folder for each thing that is seen, with its state, its update and its view: a full screen is a
// `Screen`, a box over it a `Dialog`, the menu and the palette over both an `Overlay`; what all share
// is the `Workspace`, and what they ask for an `Outcome`.
// It must never import a protocol, a queue, ncurses, Dispatch or Glibc.
