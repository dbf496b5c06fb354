internal import HubProtocol
internal import SQLite

/// The schema of the database, as the steps that lead to it.
///
/// A released step is never changed; what changes the schema is a new step at the end.
enum Schema {
    static let migrations = [
        Migration(version: 1, sql: version1), Migration(version: 2, sql: version2),
        Migration(version: 3, sql: version3), Migration(version: 4, sql: version4),
        Migration(version: 5, sql: version5),
    ]

    private static let version1 = """
        CREATE TABLE rooms (
            id INTEGER PRIMARY KEY,       -- 1 to 8,388,607: the upper 23 bits of ops.key
            name TEXT NOT NULL UNIQUE,    -- compared byte by byte (collation BINARY), as on the wire
            epoch TEXT NOT NULL,          -- the identity of the log
            created INTEGER NOT NULL      -- milliseconds since 1970
        );

        CREATE TABLE authors (
            id INTEGER PRIMARY KEY,       -- what ops.author holds, instead of two texts in every row
            participant TEXT NOT NULL,    -- the participant's id
            name TEXT NOT NULL,           -- what it called itself then; a new name is a new row
            UNIQUE (participant, name)
        );

        CREATE TABLE ops (
            key INTEGER PRIMARY KEY,      -- room << 40 | seq: one b-tree, a room's ops side by side in order
            at INTEGER NOT NULL,          -- milliseconds since 1970, never running backwards within a room
            author INTEGER NOT NULL REFERENCES authors (id),
            type TEXT NOT NULL,
            name TEXT,                    -- of a named op; of a remove, the tool that goes
            client TEXT,                  -- with op_id and the author: recognises a re-sent op
            op_id TEXT,
            payload_hash BLOB NOT NULL,   -- SHA-256 of payload; outlives an erased payload
            chain_hash BLOB NOT NULL,     -- SHA-256 over the op before and this one, see ChainHash
            payload BLOB NOT NULL,        -- the sender's own bytes; last, since long ones spill over
            -- For people with a shell, and for the indexes; they take no space in the row.
            room INTEGER GENERATED ALWAYS AS (key >> 40) VIRTUAL,
            seq INTEGER GENERATED ALWAYS AS (key & 1099511627775) VIRTUAL,
            unnamed INTEGER GENERATED ALWAYS AS (name IS NULL OR type = 'remove') VIRTUAL
        );

        -- A replay of some types, however rare. Every index ends with the key by itself.
        CREATE INDEX ops_by_type ON ops (room, type, unnamed);
        -- A replay of all types, however many named ops have followed the unnamed ones.
        CREATE INDEX ops_unnamed ON ops (room) WHERE unnamed;
        -- The newest ops that can be recognised when they are sent again.
        CREATE INDEX ops_resendable ON ops (room) WHERE op_id IS NOT NULL;

        -- The current named ops, kept with every append: opening a room costs its state, not its history.
        CREATE TABLE current (
            room INTEGER NOT NULL REFERENCES rooms (id),
            type TEXT NOT NULL,
            name TEXT NOT NULL,
            seq INTEGER NOT NULL,
            PRIMARY KEY (room, type, name)
        ) WITHOUT ROWID;

        -- What belongs to the database as a whole, such as the hub's secret keys.
        CREATE TABLE meta (
            key TEXT PRIMARY KEY,
            value BLOB NOT NULL
        ) WITHOUT ROWID;
        """

    /// What a log needs to be kept for years: checkpoints, erasure, compaction, imports.
    private static let version2 = """
        -- Where the chain starts from: an erasure and an import give the room another epoch, and the links
        -- stay.
        ALTER TABLE rooms ADD COLUMN origin TEXT NOT NULL DEFAULT '';
        UPDATE rooms SET origin = epoch;
        -- Of the ops up to this one, compaction kept those that were current; 0 when nothing was dropped.
        ALTER TABLE rooms ADD COLUMN trimmed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE rooms ADD COLUMN trimmed_at INTEGER;  -- that op's time
        ALTER TABLE rooms ADD COLUMN former_link BLOB;    -- that op's link before the compaction
        ALTER TABLE rooms ADD COLUMN base_link BLOB;      -- what the chain starts from instead, see ChainHash

        -- The state of a room right after an op, so that seeking costs the state and not the history.
        CREATE TABLE checkpoints (
            key INTEGER PRIMARY KEY,      -- room << 40 | seq, as in ops
            version INTEGER NOT NULL,     -- of the state's encoding
            hash BLOB NOT NULL,           -- SHA-256 of the state, see StateHash
            state BLOB NOT NULL           -- seqs of the current ops and rows of authors, see Checkpoint
        );

        -- The ops whose payload was erased: it is empty, and its hash stays.
        CREATE TABLE erasures (
            key INTEGER PRIMARY KEY,      -- room << 40 | seq, as in ops
            at INTEGER NOT NULL,          -- milliseconds since 1970
            actor TEXT NOT NULL           -- who did it, in the operator's words
        );

        -- The ops that came from elsewhere: this hub can't vouch for when and by whom they were said.
        CREATE TABLE imports (
            key INTEGER PRIMARY KEY,      -- of the first op: room << 40 | seq
            last INTEGER NOT NULL,        -- the seq of the last
            at INTEGER NOT NULL,          -- milliseconds since 1970
            source TEXT NOT NULL          -- what they came from, such as a file's name
        );
        """

    /// What an imported session file holds beside ops, so that an export of it is that file again.
    private static let version3 = """
        CREATE TABLE session_lines (
            room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,      -- 0 is the header; the others count up in the file's order
            after_seq INTEGER NOT NULL,   -- the op behind which the line stood
            line BLOB NOT NULL,           -- as it stood, without its line feed
            PRIMARY KEY (room, number)
        ) WITHOUT ROWID;
        """

    /// Documents that many write at once: their updates are ops, and the states that these lead to lie here.
    private static let version4 = """
        CREATE TABLE documents (
            id INTEGER PRIMARY KEY,       -- of no meaning: long states are kept apart from the index
            room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
            name TEXT NOT NULL,           -- the document's, as in its updates
            seq INTEGER NOT NULL,         -- of the update right after which this was its state
            version INTEGER NOT NULL,     -- of how a state is written, see StoredDocument
            hash BLOB NOT NULL,           -- SHA-256 of state; outlives one that was left out
            state BLOB NOT NULL,          -- all that the document holds, as one update
            UNIQUE (room, name, seq)
        );

        -- A document's updates, and the list of a room's documents.
        CREATE INDEX ops_by_document ON ops (room, name) WHERE type = 'document';
        """

    /// The files of rooms: pictures, sounds and what else their people put in.
    private static let version5 = """
        CREATE TABLE assets (
            id INTEGER PRIMARY KEY,       -- in the order of coming
            room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
            hash BLOB NOT NULL,           -- SHA-256 of content, by which ops name it
            type TEXT NOT NULL,           -- as in AssetType
            bytes INTEGER NOT NULL,       -- of content
            at INTEGER NOT NULL,          -- milliseconds since 1970
            content BLOB NOT NULL,        -- last, since it spills over: a list reads none of it
            UNIQUE (room, hash)
        );
        """
}

/// Where an op lies in the table: `room << 40 | seq`.
///
/// It does not know whether there is such an op.
struct OpKey {
    /// Room numbers up to this fit beside a seq in a positive 64-bit integer.
    static let largestRoom: Int64 = (1 << 23) - 1

    let number: Int64

    /// Nil when the room's number is none that the schema allows.
    init?(_ room: RoomID, _ seq: Seq) {
        guard (1...OpKey.largestRoom).contains(room.number) else { return nil }
        // A seq has at most 40 bits.
        number = room.number << 40 | Int64(truncatingIfNeeded: seq.number)
    }

    /// The seq in a key of the table.
    static func seq(of key: Int64) -> Seq {
        Seq(UInt64(truncatingIfNeeded: key) & Seq.max.number) ?? .none
    }
}
