import HTTP1

/// What browsers are told to forbid, for each of the two kinds of page.
///
/// SECURITY.md says what each line is for and which browser heeds it.
enum SecurityHeaders {
    /// For everything under the shell's host.
    ///
    /// - Parameter frame: the one address that the page may show in a frame, scheme-less or not.
    static func shell(frame: String) -> [(name: String, value: String)] {
        let frameSource = frame.hasPrefix("//") ? String(frame.dropFirst(2)) : frame
        let policy = """
            default-src 'none'; script-src 'self'; style-src 'self'; \
            img-src 'self' data: blob:; font-src 'self'; \
            connect-src 'self'; manifest-src 'self'; \
            frame-src \(frameSource); base-uri 'none'; form-action 'none'; \
            frame-ancestors 'none'; require-trusted-types-for 'script'
            """
        return [
            ("Content-Security-Policy", policy),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
        ]
    }

    /// For a file that somebody has put into a room: it is data, whatever it would like to be. It is never
    /// shown as a page, no page of elsewhere may have it, and a type that was found out is not guessed at.
    static let asset: [(name: String, value: String)] = [
        ("Content-Security-Policy", "default-src 'none'; sandbox"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
    ]

    /// For the page in which tools run.
    ///
    /// - Parameters:
    ///   - shell: the host and port of the pages that may show it.
    ///   - media: what its pictures, sounds and films may come from beside what tools make themselves.
    static func realm(shell: String, media: [MediaSource] = []) -> [(name: String, value: String)] {
        let sources = media.map { " " + $0.origin }.joined()
        let patterns = media.map { "\"\($0.origin)/*\"" }.joined(separator: " ")
        let policy = """
            default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: data:; \
            style-src 'unsafe-inline' blob: data:; img-src data: blob:\(sources); \
            media-src data: blob:\(sources); font-src data: blob:; \
            worker-src blob: data:; connect-src 'none'; frame-src 'none'; \
            form-action 'none'; base-uri 'none'; \
            frame-ancestors \(shell); sandbox allow-scripts
            """
        return [
            ("Content-Security-Policy", policy),
            // Closes WebRTC, which no CSP closes in Chromium; it forbids sub-resources too, so the page has
            // none.
            ("Connection-Allowlist", "(\(patterns))"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
        ]
    }
}
