internal import HubProtocol
internal import YCRDT

/// What a document's updates come to, one after the other.
///
/// It holds one document whole. An update that can't be applied is passed over, by everybody alike: no hub
/// logs one, but a file may hold it.
final class DocumentReplay {
    private let doc = YDoc(clientID: 0, limits: .none)
    /// The newest update that was given; none before the first.
    private(set) var seq = Seq.none

    init() {}

    /// Goes on from a stored state. Nil for one that is damaged, or goes by what is left of it if that was
    /// left out.
    init?(_ stored: StoredDocument) {
        seq = stored.seq
        guard !stored.state.isEmpty else { return }
        guard (try? doc.apply(stored.state)) != nil else { return nil }
    }

    /// - Parameter update: nil for one that was erased: what rests on it waits for good.
    /// - Returns: what is wrong with it, in words.
    @discardableResult
    func apply(_ update: [UInt8]?, at seq: Seq) -> String? {
        self.seq = seq
        guard let update else { return nil }
        do throws(UpdateError) {
            try doc.apply(update)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// The same state gives the same bytes, however it came about.
    var state: [UInt8] { doc.encodeStateAsUpdate() }

    /// Nil where there is no showing it.
    var json: [UInt8]? { doc.json.map { DocumentJSON.encode($0) } }
}
