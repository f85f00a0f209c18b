//! Definitions inside of markdown: only some of the fenced blocks count.

/// The text with everything outside of the blocks that count blanked out, byte by byte, so that
/// places stay what they are.
pub(crate) fn tangle(text: &str, selector: &Selector) -> String {
    let mut result = String::with_capacity(text.len());
    let mut fence: Option<Fence> = None;
    for line in text.split_inclusive('\n') {
        let kept = fence.as_ref().is_some_and(|fence| fence.counts);
        match fence_of(line) {
            Some((ticks, info)) if fence.is_none() => {
                fence = Some(Fence { ticks, counts: selector.selects(&tags(info)) });
                blank(&mut result, line);
            }
            Some((ticks, "")) if fence.as_ref().is_some_and(|open| ticks >= open.ticks) => {
                fence = None;
                blank(&mut result, line);
            }
            Some(_) | None if kept => result.push_str(line),
            Some(_) | None => blank(&mut result, line),
        }
    }
    result
}

struct Fence {
    ticks: usize,
    counts: bool,
}

/// The number of backquotes that open or close a block, and what stands behind them.
fn fence_of(line: &str) -> Option<(usize, &str)> {
    let line = line.trim();
    let ticks = line.bytes().take_while(|byte| *byte == b'`').count();
    (ticks >= 3).then(|| (ticks, line[ticks..].trim()))
}

/// The tags of a block: ```` ```k ```` has one, ```` ```{.k .other} ```` two.
fn tags(info: &str) -> Vec<&str> {
    match info.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(inner) => inner.split_whitespace().filter_map(|tag| tag.strip_prefix('.')).collect(),
        None => info.split_whitespace().take(1).collect(),
    }
}

/// Which blocks of markdown count: `k`, or an expression such as `k & (! symbolic | concrete)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selector {
    /// The expression in postfix order.
    steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    Tag(String),
    Not,
    And,
    Or,
}

impl Default for Selector {
    fn default() -> Selector {
        Selector { steps: vec![Step::Tag("k".to_owned())] }
    }
}

impl Selector {
    /// Reads an expression over tags with `!`, `&`, `|` and parentheses; none if it is malformed.
    #[must_use]
    pub fn parse(text: &str) -> Option<Selector> {
        let spaced = ["!", "&", "|", "(", ")"]
            .iter()
            .fold(text.to_owned(), |text, mark| text.replace(mark, &format!(" {mark} ")));
        let (mut steps, mut open) = (Vec::new(), Vec::new());
        let mut wants_operand = true;
        for word in spaced.split_whitespace() {
            match word {
                "!" | "(" if wants_operand => open.push(word),
                ")" if !wants_operand => loop {
                    match open.pop()? {
                        "(" => break,
                        top => steps.push(step(top)),
                    }
                },
                "&" | "|" if !wants_operand => {
                    let tighter =
                        |top: &str| top == "!" || (top == "&" || word == "|") && top != "(";
                    while let Some(top) = open.pop_if(|top| tighter(top)) {
                        steps.push(step(top));
                    }
                    open.push(word);
                    wants_operand = true;
                }
                "!" | "(" | ")" | "&" | "|" => return None,
                tag if wants_operand => {
                    steps.push(Step::Tag(tag.to_owned()));
                    wants_operand = false;
                }
                _ => return None,
            }
        }
        while let Some(top) = open.pop() {
            if top == "(" {
                return None;
            }
            steps.push(step(top));
        }
        (!wants_operand && is_whole(&steps)).then_some(Selector { steps })
    }

    fn selects(&self, tags: &[&str]) -> bool {
        let mut values: Vec<bool> = Vec::new();
        for step in &self.steps {
            let mut pop = || values.pop().expect("a selector is whole");
            let value = match step {
                Step::Tag(tag) => tags.contains(&tag.as_str()),
                Step::Not => !pop(),
                Step::And => pop() & pop(),
                Step::Or => pop() | pop(),
            };
            values.push(value);
        }
        values.pop().expect("a selector is whole")
    }
}

fn step(word: &str) -> Step {
    match word {
        "!" => Step::Not,
        "&" => Step::And,
        _ => Step::Or,
    }
}

/// Whether every operator finds its operands, and one value is left.
fn is_whole(steps: &[Step]) -> bool {
    let mut depth = 0_usize;
    for step in steps {
        let (takes, gives) = match step {
            Step::Tag(_) => (0, 1),
            Step::Not => (1, 1),
            Step::And | Step::Or => (2, 1),
        };
        let Some(left) = depth.checked_sub(takes) else { return false };
        depth = left + gives;
    }
    depth == 1
}

fn blank(result: &mut String, line: &str) {
    result.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocks_of_k_are_kept_and_places_stay() {
        let text = "Title é\n```k\nmodule A\n```\nwords\n```{.k .x}\nend\n```\n```sh\nls\n```\n";
        let tangled = tangle(text, &Selector::default());
        assert_eq!(tangled.len(), text.len());
        assert_eq!(tangled.find("module A"), text.find("module A"));
        assert_eq!(tangled.split_whitespace().collect::<Vec<_>>(), ["module", "A", "end"]);
    }

    #[test]
    fn selectors_are_expressions_over_tags() {
        let selects = |selector: &str, info: &str| {
            Selector::parse(selector).expect("it is well-formed").selects(&tags(info))
        };
        assert!(selects("k", "k") && selects("k|concrete", "{.concrete .x}"));
        assert!(!selects("k & ! symbolic", "{.k .symbolic}") && selects("k & ! symbolic", "k"));
        assert!(selects("k & ((! type) | exec)", "{.k .type .exec}"));
        assert!(selects("a | b & c", "a") && !selects("(a | b) & c", "a"));
        for malformed in ["", "k &", "k concrete", "(k", "k)", "! ", "& k", "()", "k ! x"] {
            assert_eq!(Selector::parse(malformed), None, "{malformed}");
        }
    }
}
