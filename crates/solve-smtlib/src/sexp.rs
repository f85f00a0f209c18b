//! Answers as trees of words and lists, in one vector: nothing here recurses.

/// A word, the inside of a string, or a list of earlier nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    Word(String),
    /// Quotes still doubled, escapes still there.
    Text(String),
    List(Vec<usize>),
}

/// A tree; the root is the last node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The tree of a text with exactly one outermost word or list.
    pub(crate) fn parse(text: &str) -> Option<Tree> {
        let mut tree = Tree::default();
        let mut open: Vec<Vec<usize>> = vec![Vec::new()];
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = token_length(rest, first)?;
            let token = &rest[..length];
            rest = rest[length..].trim_start();
            let node = match first {
                '(' => {
                    open.push(Vec::new());
                    continue;
                }
                ')' => Node::List(open.pop()?),
                '"' => Node::Text(token[1..length - 1].to_owned()),
                '|' => Node::Word(token[1..length - 1].to_owned()),
                _ => Node::Word(token.to_owned()),
            };
            tree.nodes.push(node);
            open.last_mut()?.push(tree.nodes.len() - 1);
        }
        match &open[..] {
            [roots] if roots.len() == 1 => Some(tree),
            _ => None,
        }
    }

    pub(crate) fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    pub(crate) fn node(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    pub(crate) fn list(&self, node: usize) -> Option<&[usize]> {
        match &self.nodes[node] {
            Node::List(members) => Some(members),
            Node::Word(_) | Node::Text(_) => None,
        }
    }

    pub(crate) fn word(&self, node: usize) -> Option<&str> {
        match &self.nodes[node] {
            Node::Word(word) => Some(word),
            Node::Text(_) | Node::List(_) => None,
        }
    }
}

fn token_length(rest: &str, first: char) -> Option<usize> {
    let closed = |quote: char| rest[1..].find(quote).map(|inner| inner + 2);
    match first {
        '(' | ')' => Some(1),
        '|' => closed('|'),
        '"' => {
            let mut length = closed('"')?;
            while rest[length..].starts_with('"') {
                length += rest[length + 1..].find('"')? + 2;
            }
            Some(length)
        }
        _ => Some(
            rest.find(|c: char| c.is_whitespace() || "()\"|".contains(c)).unwrap_or(rest.len()),
        ),
    }
}

/// Whether all that was opened in a text has been closed, seen line by line.
#[derive(Default)]
pub(crate) struct Balance {
    depth: usize,
    quote: Option<char>,
}

impl Balance {
    pub(crate) fn read(&mut self, line: &str) {
        for c in line.chars() {
            match (self.quote, c) {
                // A doubled quote closes and opens again.
                (Some(quote), _) => self.quote = (c != quote).then_some(quote),
                (None, '"' | '|') => self.quote = Some(c),
                (None, '(') => self.depth += 1,
                (None, ')') => self.depth = self.depth.saturating_sub(1),
                (None, _) => {}
            }
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.depth == 0 && self.quote.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_bars_may_hold_parentheses() {
        let text = "((|a)| \"b\"\")(\") c)";
        let tree = Tree::parse(text).expect("one list");
        let outer = tree.list(tree.root()).expect("a list");
        assert_eq!(tree.word(outer[1]), Some("c"));
        let inner = tree.list(outer[0]).expect("a list");
        assert_eq!(tree.node(inner[1]), &Node::Text("b\"\")(".into()));
        let mut balance = Balance::default();
        balance.read(text);
        assert!(balance.is_closed());
        assert_eq!(Tree::parse("a b"), None);
        assert_eq!(Tree::parse("(a"), None);
        assert_eq!(Tree::parse(")"), None);
    }

    #[test]
    fn a_hundred_thousand_parentheses_are_a_tree() {
        let text = format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000));
        assert!(Tree::parse(&text).is_some());
    }
}
