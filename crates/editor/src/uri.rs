//! Names of files as editors write them.

use std::ffi::OsString;
use std::fmt::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use lsp_types::Uri;

/// The file that a URI names; none if it names something else, such as a text that was never saved.
pub(crate) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    // Some editors name the machine.
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = path.split(['?', '#']).next().filter(|path| path.starts_with('/'))?;
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => hex(rest.next()?)? * 16 + hex(rest.next()?)?,
            byte => byte,
        });
    }
    (!bytes.contains(&0)).then(|| PathBuf::from(OsString::from_vec(bytes)))
}

/// The URI of a file.
pub(crate) fn uri_of(path: &Path) -> Option<Uri> {
    let mut text = "file://".to_owned();
    for byte in std::path::absolute(path).ok()?.as_os_str().as_bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => text.push(char::from(*byte)),
            byte => {
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    text.parse().ok()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_there_and_back() {
        for name in ["/a/b.ml", "/a b/ü#?.hs", "/100%/🦊.toy"] {
            let uri = uri_of(Path::new(name)).expect("it is a URI");
            assert_eq!(path_of(&uri), Some(PathBuf::from(name)), "{}", uri.as_str());
        }
    }

    #[test]
    fn other_uris_name_no_file() {
        for text in
            ["untitled:Untitled-1", "https://a.b/c", "file://host/a", "file:///a%0", "file:///%00"]
        {
            let Ok(uri) = text.parse::<Uri>() else { continue };
            assert_eq!(path_of(&uri), None, "{text}");
        }
    }
}
