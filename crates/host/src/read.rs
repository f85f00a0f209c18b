//! Reading source files: the only place where input comes in.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Larger files are refused: they are not written by hand, and spans stay small.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Reads the text of a file, without a byte order mark and with LF line ends. The error is a
/// sentence for the user.
pub fn source_text(path: &Path) -> Result<String, String> {
    let text = text(path)?;
    if text.is_empty() {
        return Err(format!("`{}` is empty", path.display()));
    }
    Ok(text)
}

/// The same for a file that may be empty.
pub fn text(path: &Path) -> Result<String, String> {
    let bytes = bytes(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[at];
        format!("`{}` is not UTF-8: byte {at} is 0x{byte:02x}", path.display())
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Ok(if text.contains('\r') { text.replace("\r\n", "\n") } else { text.to_owned() })
}

fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    let cannot = |error: io::Error| format!("cannot read `{}`: {}", path.display(), cause(&error));
    let file = fs::File::open(path).map_err(cannot)?;
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that is too large, even one without an end.
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > LARGEST {
        let mib = LARGEST / 1024 / 1024;
        return Err(format!("`{}` is larger than {mib} MiB", path.display()));
    }
    Ok(bytes)
}

fn cause(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// The files below a folder whose ending is one of `endings`, in the order of their names. Hidden
/// folders are skipped and links to folders are not followed, so the walk always ends.
pub fn files_below(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let (mut todo, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = todo.pop() {
        let cannot =
            |error: io::Error| format!("cannot list `{}`: {}", folder.display(), cause(&error));
        for entry in fs::read_dir(&folder).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            let kind = entry.file_type().map_err(cannot)?;
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            if kind.is_dir() && !hidden {
                todo.push(entry.path());
            } else if !kind.is_dir() && has_ending(&entry.path(), endings) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Whether the name of a file ends in one of `endings`, given without their dot.
pub fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known))
}
