// Work: how work moves between threads: a value confined to one queue, the mailbox to the main
// thread, cancellation, and the throttle.
// It must never import a target that knows what the work is.
