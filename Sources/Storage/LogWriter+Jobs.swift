public import HubProtocol

extension LogWriter {
    /// What the writer's thread can be asked to do. A room's maintenance is asked for by whoever holds the
    /// room, when nobody is in it ([MT1]).
    public enum Job: Sendable {
        /// Appends an op, whose seq must be one more than the room's head.
        case append(room: RoomID, LoggedOp)
        /// Makes the room unless it exists.
        case create(room: RoomName, epoch: String, at: Int64)

        /// Replaces an op's payload by nothing; its hash stays, so that the chain still verifies. The room
        /// gets `epoch`, so that every client is given the state anew and forgets what it held.
        case erase(room: RoomID, Seq, epoch: String, Erasure)
        /// Drops old ops except those that were current at the first one kept; the chain starts anew.
        case compact(room: RoomID, keep: Retention)
        case rename(room: RoomID, to: RoomName)
        case delete(room: RoomID)
        /// Makes the checkpoints, and the states of documents, that a log lacks, all at once.
        case checkpoint(room: RoomID)

        /// Makes a room that nobody sees, for ops from elsewhere; answered by `Outcome.importing`. What is
        /// not finished when the writer is opened again is gone.
        case beginImport(LogOrigin, epoch: String, at: Int64, source: String)
        /// Appends ops to a room that is being imported; a time that runs backwards is raised to that of the
        /// op before ([OP3]). Any number of such jobs may follow each other, so that an import needs the
        /// memory of one.
        case importOps(room: RoomID, [ImportedOp])
        /// Puts in the states of documents that the base has ([SF14]), before the first op behind it.
        case importDocuments(room: RoomID, [StoredDocument])
        /// Keeps lines of the imported file that are no ops, for the next export.
        case importNotes(room: RoomID, [SessionNote])
        /// Gives the imported room its name, by which it is seen; answered by `Outcome.created`.
        case finishImport(room: RoomID, as: RoomName)

        /// Keeps a file for the room; answered by `Outcome.assetKept` or `Outcome.assetRefused`. It needs no
        /// hold on the room: it is no op, and changes nothing that a room knows of.
        case keepAsset(in: RoomName, NewAsset)
        /// Takes a file out of the room.
        case dropAsset(room: RoomID, AssetHash)
    }

    public enum Outcome: Sendable {
        /// Every op of the submission for this room up to `through` is committed.
        case committed(room: RoomID, through: Seq)
        /// The room is there, and this is its image, whether it was made now or existed.
        case created(RoomImage)
        /// Appends for this room were not done: from the first that could not follow the log's head, or all
        /// of them when the transaction failed. Then there is no reason of the room's own: the writer has
        /// noted it.
        case failed(room: RoomID, reason: String?)
        case createFailed(RoomName, reason: String?)

        /// The op's payload is gone.
        case erased(room: RoomID, Seq, Freed)
        /// Of the ops up to `trimmed` only the state is left.
        case compacted(room: RoomID, trimmed: Seq, Freed)
        case renamed(room: RoomID, to: RoomName)
        case deleted(room: RoomID, Freed)
        /// The log has this many checkpoints now, the newest at `newest`.
        case checkpointed(room: RoomID, count: Int, newest: Seq)
        case importing(room: RoomID)
        /// The room has the file; whether it was not there before.
        case assetKept(AssetRecord, isNew: Bool)
        case assetRefused(AssetRefusal)
        case assetDropped(room: RoomID, Freed)
        /// Maintenance or an import was not done, and nothing of it stays; the room is nil when it was to be
        /// made.
        case refused(room: RoomID?, reason: String)
    }
}
