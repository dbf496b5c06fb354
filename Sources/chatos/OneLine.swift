/// Text from a file or from the wire, fit for a terminal: it must not make more lines than one, or move the
/// cursor.
enum OneLine {
    static func of(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map(printable)))
    }

    private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.properties.generalCategory == .control ? " " : scalar
    }
}
