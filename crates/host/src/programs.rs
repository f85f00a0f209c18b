//! Programs of others: whether they are there, and what they say of themselves.

use std::io::ErrorKind;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

/// The first line that a program prints.
///
/// # Errors
///
/// If it is not there, or fails.
pub fn first_line(command: &mut Command) -> Result<String> {
    let said = match command.stdin(Stdio::null()).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => bail!("it is not installed"),
        said => said?,
    };
    if !said.status.success() {
        let why = String::from_utf8_lossy(&said.stderr);
        bail!("{}", why.lines().next().unwrap_or("it fails"));
    }
    let text = String::from_utf8_lossy(&said.stdout);
    Ok(text.lines().next().unwrap_or("found").to_owned())
}
