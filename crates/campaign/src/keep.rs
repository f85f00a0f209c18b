//! Writing down a disagreement so that it can be seen again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::to_hex;

/// Writes the files of a case, and beside them what is wrong with it and how to see it again. Returns
/// the folder, whose name is that of the area and a hash of the tape.
pub fn keep(
    folder: &Path,
    area: &str,
    tape: &[u8],
    why: &str,
    seed: u64,
    files: &[(String, String)],
) -> io::Result<PathBuf> {
    let name = tape.iter().fold(7, |key, byte| stdx::hash::mix(key, u64::from(*byte)));
    let own = folder.join(area).join(format!("{:08x}", name as u32));
    fs::create_dir_all(&own)?;
    for (name, text) in files {
        fs::write(own.join(name), text)?;
    }
    let tape = to_hex(tape);
    let mut table = toml::Table::new();
    table.insert("why".to_owned(), why.into());
    table.insert("seed".to_owned(), (seed as i64).into());
    table.insert("tape".to_owned(), tape.clone().into());
    table.insert("again".to_owned(), format!("cargo xtask campaign {area} --tape '{tape}'").into());
    fs::write(own.join("disagreement.toml"), table.to_string())?;
    Ok(own)
}
