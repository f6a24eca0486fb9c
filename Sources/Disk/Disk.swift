// Disk: files of this machine that must survive: written under a name of their own, locked, synced,
// then named or not at all; directories by descriptors, so that no link leads astray. Every system
// call on a user's file is made here, and its result is looked at.
// It must never import a protocol, the queue, the screen or the settings.
