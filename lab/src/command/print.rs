//! All that is printed: results to stdout, remarks to stderr.

use std::io::Write as _;

/// A line of the result. A reader that has gone away ends nothing.
pub(crate) fn line(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Text that ends its own lines.
pub(crate) fn text(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}

/// A remark beside the result.
pub(crate) fn aside(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
