//! Regular expressions with a syntax of their own: which ones match a word?
//!
//!     cargo run --example regexes -- run '(a|b)*'
//!     cargo run --example regexes -- solve 'a?x' --to true -n 3

use tracehound_interp::{
    BadText, Cx, Form, Kind, Language, Stop, Text, Tree, Value, View, case, data,
};

data! {
    /// Programs: regular expressions.
    pub Regex = Letter(Symbol) | Or(Regex, Regex) | Then(Regex, Regex) | Star(Regex) | Empty();
    /// Words.
    Word = End() | Next(Symbol, Word);
}

/// Whether the word from here on matches; `rest` gets what follows the match.
fn matches(cx: &mut Cx<'_>, regex: Value, word: Value) -> Result<Value, Stop> {
    case!(cx, regex; {
        Empty() => Ok(word),
        Letter(own) => case!(cx, word; {
            Next(letter, rest) => {
                cx.unify(own, letter)?;
                Ok(rest)
            }
            End() => Err(cx.discard()),
        }),
        Or(a, b) => {
            let side = if cx.choose(2)? == 0 { a } else { b };
            cx.call(|cx| matches(cx, side, word))
        }
        Then(a, b) => {
            let rest = cx.call(|cx| matches(cx, a, word))?;
            cx.call(|cx| matches(cx, b, rest))
        }
        Star(inner) => {
            if cx.choose(2)? == 0 {
                return Ok(word);
            }
            let rest = cx.call(|cx| matches(cx, inner, word))?;
            // An empty match would go on for ever.
            cx.differ(word, rest)?;
            cx.call(|cx| matches(cx, regex, rest))
        }
    })
}

/// Matches the word `abab`. A run in which it does not match is no run.
fn run(cx: &mut Cx<'_>, program: Value) -> Result<Value, Stop> {
    let end = cx.make(&End, &[]);
    let word = "baba".chars().fold(end, |rest, letter| {
        let letter = cx.symbol(&letter.to_string());
        cx.make(&Next, &[letter, rest])
    });
    let rest = matches(cx, program, word)?;
    cx.unify(rest, end)?;
    Ok(Value::TRUE)
}

/// Reads `(a|b)*`; `?x` is a hole.
fn read(text: &str) -> Result<Text, BadText> {
    let letters: Vec<char> = text.chars().collect();
    let (regex, at) = alternatives(&letters, 0)?;
    match at == letters.len() {
        true => Ok(regex),
        false => Err(bad(at, "a parenthesis that nothing opens")),
    }
}

fn alternatives(text: &[char], at: usize) -> Result<(Text, usize), BadText> {
    let (mut all, mut at) = sequence(text, at)?;
    while text.get(at) == Some(&'|') {
        let (other, after) = sequence(text, at + 1)?;
        (all, at) = (Text::make(&Or, [all, other]), after);
    }
    Ok((all, at))
}

fn sequence(text: &[char], mut at: usize) -> Result<(Text, usize), BadText> {
    let mut all = None;
    while let Some(letter) = text.get(at).filter(|letter| !"|)".contains(**letter)) {
        let (mut next, mut after) = match letter {
            '(' => alternatives(text, at + 1)?,
            '?' => {
                let name = *text.get(at + 1).ok_or_else(|| bad(at, "a name follows after `?`"))?;
                (Text::hole(&name.to_string(), Kind::Data(&Regex)), at + 2)
            }
            letter => (Text::make(&Letter, [Text::symbol(&letter.to_string())]), at + 1),
        };
        if *letter == '(' {
            after = match text.get(after) {
                Some(')') => after + 1,
                _ => return Err(bad(at, "a parenthesis that is not closed")),
            };
        }
        while text.get(after) == Some(&'*') {
            (next, after) = (Text::make(&Star, [next]), after + 1);
        }
        all = Some(match all {
            None => next,
            Some(before) => Text::make(&Then, [before, next]),
        });
        at = after;
    }
    Ok((all.unwrap_or_else(|| Text::make(&Empty, [])), at))
}

fn bad(at: usize, message: &str) -> BadText {
    BadText { column: at + 1, message: message.to_owned() }
}

/// Writes it the same way.
fn show(value: &Tree) -> String {
    shown(value.view())
}

fn shown(value: View<'_>) -> String {
    let parts: Vec<String> = value.children().map(shown).collect();
    match (value.form(), &parts[..]) {
        (Form::Con(name), [a, b]) if name.text() == "Or" => format!("({a}|{b})"),
        (Form::Con(name), [a, b]) if name.text() == "Then" => format!("{a}{b}"),
        (Form::Con(name), [a]) if name.text() == "Star" => format!("({a})*"),
        (Form::Con(name), [a]) if name.text() == "Letter" => a.clone(),
        (Form::Con(name), []) if name.text() == "Empty" => "()".to_owned(),
        _ => value.to_string(),
    }
}

fn main() -> std::process::ExitCode {
    Language::new(Kind::Data(&Regex), run).syntax(read, show).main()
}
