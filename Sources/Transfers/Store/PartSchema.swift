/// The tables of unfinished files.
enum PartSchema {
    /// Small parts that were announced together: `files` is a `PartList`, `stages` has a byte for each of
    /// them, as far as the store was told (`StageLog`), and `machine` tells whether their bytes can have
    /// been lost with a start of the machine.
    static let lists = """
        CREATE TABLE IF NOT EXISTS part_list (
            owner INTEGER NOT NULL REFERENCES part_owner(id), first INTEGER NOT NULL,
            source_site INTEGER NOT NULL, target_site INTEGER NOT NULL, machine TEXT NOT NULL,
            files BLOB NOT NULL, stages BLOB NOT NULL,
            PRIMARY KEY (owner, first)
        );
        """

    /// `part_owner` is who writes: a batch of the queue, or one command, for which `batch` is NULL.
    /// `part_directory` is where small ones may lie, which have no row of their own.
    static let tables = """
        CREATE TABLE IF NOT EXISTS part_owner (
            id INTEGER PRIMARY KEY,
            token TEXT NOT NULL UNIQUE, batch INTEGER UNIQUE, runs INTEGER NOT NULL,
            began INTEGER NOT NULL, process INTEGER NOT NULL, host TEXT NOT NULL
        );
        CREATE TABLE IF NOT EXISTS part_directory (
            owner INTEGER NOT NULL REFERENCES part_owner(id), site INTEGER NOT NULL,
            path BLOB NOT NULL, root BLOB,
            PRIMARY KEY (owner, site, path)
        ) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS part (
            token TEXT NOT NULL, number INTEGER NOT NULL,
            owner INTEGER NOT NULL REFERENCES part_owner(id),
            source_site INTEGER NOT NULL, source_path BLOB NOT NULL,
            target_site INTEGER NOT NULL, target_path BLOB NOT NULL, root BLOB,
            name BLOB, aside BLOB, version TEXT,
            size INTEGER, modified INTEGER, precision INTEGER, zoned INTEGER,
            scattered INTEGER NOT NULL DEFAULT 0, extents TEXT,
            PRIMARY KEY (token, number)
        ) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS part_target ON part(target_site, target_path);
        CREATE INDEX IF NOT EXISTS part_of_owner ON part(owner);
        """
}
