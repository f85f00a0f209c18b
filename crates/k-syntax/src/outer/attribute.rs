//! Attributes in square brackets.

use source::Span;

use super::reader::{Read, Reader, is_word};
use crate::attributes::{Attribute, Attributes};

impl Reader<'_> {
    /// The attributes that come next; none if there is no bracket.
    pub(super) fn attributes(&mut self) -> Read<Attributes> {
        let mut attributes = Attributes::default();
        if !self.eat("[") {
            return Ok(attributes);
        }
        while !self.eat("]") {
            attributes.push(self.attribute()?);
            if !self.sees("]") {
                self.expect(",")?;
            }
        }
        Ok(attributes)
    }

    fn attribute(&mut self) -> Read<Attribute> {
        let (mut key, span) = self.attribute_key()?;
        if self.rest().starts_with('<') {
            key.push_str(self.angle_part()?);
        }
        let value = if self.rest().starts_with('(') { Some(self.value()?) } else { None };
        Ok(Attribute { key, value, span })
    }

    fn attribute_key(&mut self) -> Read<(String, Span)> {
        self.skip_layout();
        let start = self.at;
        let rest = self.rest();
        let end = rest.find(|c: char| !is_word(c) && c != '.').unwrap_or(rest.len());
        if end == 0 {
            return Err(self.unexpected("an attribute"));
        }
        self.at += end;
        Ok((rest[..end].to_owned(), self.span_from(start)))
    }

    /// `<Sort>` behind a key.
    fn angle_part(&mut self) -> Read<&str> {
        let rest = self.rest();
        match rest.find('>') {
            Some(end) => {
                self.at += end + 1;
                Ok(&rest[..=end])
            }
            None => Err(self.unexpected("`>`")),
        }
    }

    /// What stands between the parentheses that start here; they may nest.
    fn value(&mut self) -> Read<String> {
        let start = self.at + 1;
        self.at += 1;
        if self.sees("\"") {
            let text = self.string()?;
            if self.eat(")") {
                return Ok(text);
            }
            self.at = start;
        }
        let mut depth = 1;
        let rest = &self.text()[start..];
        for (at, byte) in rest.bytes().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at = start + at + 1;
                return Ok(rest[..at].trim().to_owned());
            }
        }
        self.at = self.text().len();
        Err(self.unexpected("`)`"))
    }
}
