// Transfers: the queue of jobs and what carries them out: the scheduler that says what comes next,
// the lanes that move the bytes, and the store that keeps the jobs over a restart.
// It must never import a protocol, the screen or the settings: file systems come from a closure.
