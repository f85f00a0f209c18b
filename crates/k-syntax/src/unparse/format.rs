//! The attribute `format(%1%i%n%2%d%n%3)`.

/// A step of printing a production.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The item of that number, counted from one.
    Item(usize),
    Text(String),
    Newline,
    Indent,
    Dedent,
}

/// The steps of a format. Colours (`%c`, `%r`) are left out.
pub(super) fn parse(format: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            literal(&mut parts, c);
            continue;
        }
        match chars.next() {
            Some('n') => parts.push(Part::Newline),
            Some('i') => parts.push(Part::Indent),
            Some('d') => parts.push(Part::Dedent),
            Some('c' | 'r') | None => {}
            Some(digit) if digit.is_ascii_digit() => {
                let mut number = digit.to_string();
                while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                    number.push(digit);
                }
                // A number too large for any production names no item.
                parts.extend(number.parse().ok().filter(|n| *n > 0).map(Part::Item));
            }
            Some(other) => literal(&mut parts, other),
        }
    }
    parts
}

fn literal(parts: &mut Vec<Part>, c: char) {
    match parts.last_mut() {
        Some(Part::Text(text)) => text.push(c),
        Some(_) | None => parts.push(Part::Text(c.to_string())),
    }
}

/// All items with a space between.
pub(super) fn usual(items: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    for number in 1..=items {
        if number > 1 {
            parts.push(Part::Text(" ".to_owned()));
        }
        parts.push(Part::Item(number));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read() {
        let parts = parse("%1 %12%i%n%%%c%d");
        let text = |text: &str| Part::Text(text.to_owned());
        let expected = [
            Part::Item(1),
            text(" "),
            Part::Item(12),
            Part::Indent,
            Part::Newline,
            text("%"),
            Part::Dedent,
        ];
        assert_eq!(parts, expected);
        assert_eq!(usual(2), [Part::Item(1), text(" "), Part::Item(2)]);
    }
}
