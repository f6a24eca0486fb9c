// Jobs: what the queue is asked to do and says of it, as values that the screen can show and the
// store can keep. It must never import what does the work.
