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

    /// - Parameter name: what the client says that it is called; what is no name is passed over, since a stock
    ///   client can't tell its user.
    init(document: DocumentName, calling name: String?) {
        self.document = document
        let isName = name.map { name in
            (1...64).contains(name.utf8.count) && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        }
        self.name = isName == true ? name ?? "" : "anonymous"
    }
}
