//! Lines of text with fields in braces.

/// Text and fields by turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinePattern {
    start: String,
    /// Each field with the text behind it; only the last may be empty.
    fields: Vec<(String, String)>,
}

impl LinePattern {
    /// A pattern such as `{time} {level} opened {path} in {_}`. A field reaches as far as the text behind it stands for
    /// the first time, the last one to the end; what follows the pattern is ignored, and so are fields called `_`.
    pub(super) fn new(pattern: &str) -> Result<LinePattern, String> {
        let mut parts = pattern.split('{');
        let start = parts.next().unwrap_or_default().to_owned();
        let mut fields = Vec::new();
        for part in parts {
            let Some((name, text)) = part.split_once('}') else {
                return Err(format!("`{{{part}` has no closing brace"));
            };
            if name.is_empty() {
                return Err("a field has a name; `{_}` is ignored".to_owned());
            }
            if fields.last().is_some_and(|(_, text): &(String, String)| text.is_empty()) {
                return Err(format!("`{{{name}}}` stands right behind another field"));
            }
            fields.push((name.to_owned(), text.to_owned()));
        }
        Ok(LinePattern { start, fields })
    }

    /// The fields of a line, if it is of the pattern.
    pub(super) fn fields<'x>(&'x self, line: &str) -> Option<Vec<(&'x str, String)>> {
        let mut rest = line.strip_prefix(self.start.as_str())?;
        let mut fields = Vec::new();
        for (name, text) in &self.fields {
            let end = if text.is_empty() { rest.len() } else { rest.find(text.as_str())? };
            if name != "_" {
                fields.push((name.as_str(), rest[..end].to_owned()));
            }
            rest = &rest[end + text.len()..];
        }
        Some(fields)
    }
}
