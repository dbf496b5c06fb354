import HubProtocol

/// Where a document is.
struct DocumentPlace {
    let room: RoomName
    let document: DocumentName
}

/// Who is there for one document alone ([DO6]).
struct DocumentReader {
    let document: DocumentName
    /// What its ops are from.
    let name: String

    /// - Parameter name: what the client says that it is called; what is no name is passed over, since a
    ///   stock client can't tell its user.
    init(document: DocumentName, calling name: String?) {
        self.document = document
        self.name = name.flatMap { Hello.isName($0) ? $0 : nil } ?? "anonymous"
    }
}
