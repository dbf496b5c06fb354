/// Comparing texts by their bytes.
///
/// Swift takes texts for equal that differ in how an accent is written (Unicode's canonical equivalence).
/// Names are data: the log keeps them by their bytes, so whatever is looked up by a name must tell the same
/// ones apart.
extension String {
    func isExactly(_ other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }

    func hashExactly(into hasher: inout Hasher) {
        for byte in utf8 { hasher.combine(byte) }
        // Ends the text, so that two in a row are not taken for two others with the same bytes.
        hasher.combine(0xFF as UInt8)
    }
}
