internal import HubProtocol
internal import SQLite

/// The schema of the database, as the steps that lead to it.
///
/// A released step is never changed; what changes the schema is a new step at the end.
enum Schema {
    static let migrations = [Migration(version: 1, sql: version1)]

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
