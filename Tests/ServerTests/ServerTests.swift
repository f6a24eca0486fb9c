// ServerTests: one contract for every file system, run against each place that holds files: the
// demo server and the real ones. What a place cannot do is named where it is asked for.
