//! Rows of tables and `key=value` pairs, a line at a time.

use crate::log::LineError;

fn no_end(what: &str) -> LineError {
    LineError::new(format!("a quoted {what} has no end in its line"))
}

/// The cells of a row. A cell in quotes may hold the separator, and a doubled quote is one.
pub(super) fn csv_fields(line: &str, separator: char) -> Result<Vec<String>, LineError> {
    let mut cells = Vec::new();
    let mut chars = line.chars().peekable();
    loop {
        let mut cell = String::new();
        if chars.next_if_eq(&'"').is_some() {
            loop {
                match chars.next() {
                    Some('"') if chars.next_if_eq(&'"').is_none() => break,
                    Some(c) => cell.push(c),
                    None => return Err(no_end("cell")),
                }
            }
        }
        while let Some(c) = chars.next_if(|c| *c != separator) {
            cell.push(c);
        }
        cells.push(cell);
        if chars.next().is_none() {
            return Ok(cells);
        }
    }
}

/// The pairs of a line. A value in quotes may hold blanks, and a backslash takes the next character as it is; a key without a value
/// has an empty one.
pub(super) fn logfmt_fields(line: &str) -> Result<Vec<(&str, String)>, LineError> {
    let mut fields = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let (key, after) = rest.split_at(end);
        let (value, after) = match after.strip_prefix('=') {
            None => (String::new(), after),
            Some(after) => match after.strip_prefix('"') {
                Some(quoted) => quoted_value(quoted)?,
                None => {
                    let end = after.find(char::is_whitespace).unwrap_or(after.len());
                    (after[..end].to_owned(), &after[end..])
                }
            },
        };
        fields.push((key, value));
        rest = after.trim_start();
    }
    Ok(fields)
}

/// The value up to the closing quote, and what follows it.
fn quoted_value(text: &str) -> Result<(String, &str), LineError> {
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((value, &text[at + 1..])),
            '\\' => match chars.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, 't')) => value.push('\t'),
                Some((_, c)) => value.push(c),
                None => break,
            },
            c => value.push(c),
        }
    }
    Err(no_end("value"))
}
