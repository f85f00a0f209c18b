//! Text that is broken into lines where it is too long for one.

/// The longest line, as far as breaking helps.
const WIDTH: usize = 96;

/// A piece of OCaml.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Doc {
    /// Never broken.
    Text(String),
    /// Parts between brackets: on one line, or each on a line of its own.
    Block {
        /// What stands before them, such as `And [`.
        open: String,
        /// The parts.
        parts: Vec<Doc>,
        /// What stands between them, such as `;`.
        between: &'static str,
        /// What stands after them, such as `]`.
        close: &'static str,
    },
}

impl Doc {
    pub(crate) fn text(text: impl Into<String>) -> Doc {
        Doc::Text(text.into())
    }

    pub(crate) fn block(
        open: impl Into<String>,
        parts: Vec<Doc>,
        between: &'static str,
        close: &'static str,
    ) -> Doc {
        Doc::Block { open: open.into(), parts, between, close }
    }

    /// The text, its first line at this column and the others indented further.
    pub(crate) fn render(&self, column: usize) -> String {
        let flat = self.flat();
        let Doc::Block { open, parts, between, close } = self else { return flat };
        if column + flat.chars().count() <= WIDTH {
            return flat;
        }
        // Without brackets there is nothing to stand back from.
        let inner = if open.is_empty() { column } else { column + 2 };
        let margin = format!("\n{}", " ".repeat(inner));
        let parts: Vec<String> = parts.iter().map(|part| part.render(inner)).collect();
        let parts = parts.join(&format!("{between}{margin}"));
        let start = if open.is_empty() { "" } else { margin.as_str() };
        let end = match *close {
            "" | ")" | "))" => String::new(),
            _ => format!("\n{}", " ".repeat(column)),
        };
        format!("{}{start}{parts}{end}{close}", open.trim_end())
    }

    fn flat(&self) -> String {
        match self {
            Doc::Text(text) => text.clone(),
            Doc::Block { open, parts, between, close } => {
                let parts: Vec<String> = parts.iter().map(Doc::flat).collect();
                format!("{open}{}{close}", parts.join(&format!("{between} ")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_on_one_line_and_the_rest_is_broken() {
        let part = |text: &str| Doc::text(text);
        let short = Doc::block("And [", vec![part("a"), part("b")], ";", "]");
        assert_eq!(short.render(0), "And [a; b]");
        let long = "x".repeat(60);
        let nested = Doc::block("Or [", vec![short, part(&long), part(&long)], ";", "]");
        let expected = format!("Or [\n    And [a; b];\n    {long};\n    {long}\n  ]");
        assert_eq!(nested.render(2), expected);
        let call = Doc::block("f ", vec![part(&long), part(&long)], "", "");
        assert_eq!(call.render(0), format!("f\n  {long}\n  {long}"));
        let bare = Doc::block("", vec![part(&long), part(&long)], " &&", "");
        assert_eq!(bare.render(1), format!("{long} &&\n {long}"));
    }
}
