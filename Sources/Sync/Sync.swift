// Sync: what two trees of files have in common and where they differ. Listings go in, differences come
// out; nothing is read, written or asked here. Imports nothing but Files.
