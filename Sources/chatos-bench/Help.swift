enum Help { static let text = "" }
