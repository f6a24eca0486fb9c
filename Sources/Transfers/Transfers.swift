// Transfers: the queue of jobs and what carries them out. Tree: the jobs as nodes with their states.
// Scheduling: what comes next and what becomes of it, decided in turns by the scheduler and the parts
// that it is made of. Lane: connections, and what moves the bytes. Store: what outlives the process.
// Queue: the queue as others see it, whichever process works on it.
// It must never import a protocol, the screen or the settings: file systems come from a closure.
