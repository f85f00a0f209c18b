//! Sentences that start with `syntax`.

use super::reader::{Read, Reader, unescape};
use super::{
    Associativity, Block, Lexical, RawItem, RawProduction, Sentence, SortName, SyntaxDecl, Tag,
};

impl Reader<'_> {
    /// The rest of a sentence behind `syntax`.
    pub(super) fn syntax(&mut self) -> Read<Sentence> {
        if self.eat_word("priority") || self.eat_word("priorities") {
            let mut groups = vec![self.tags()?];
            while self.eat(">") {
                groups.push(self.tags()?);
            }
            self.attributes()?;
            return Ok(Sentence::Priority(groups));
        }
        if let Some(associativity) = Associativity::from_word(self.peek_word()) {
            self.word("an associativity")?;
            let tags = self.tags()?;
            self.attributes()?;
            return Ok(Sentence::Associativity(associativity, tags));
        }
        if self.eat_word("lexical") {
            return self.lexical();
        }
        self.declaration().map(Sentence::Syntax)
    }

    /// `syntax lexical Name = r"…"`: a name for a part of regular expressions.
    fn lexical(&mut self) -> Read<Sentence> {
        let (name, _) = self.word("the name of a regular expression")?;
        self.expect("=")?;
        if !self.sees("r\"") {
            return Err(self.unexpected("a regular expression `r\"…\"`"));
        }
        self.at += 1;
        let pattern = unescape(self.raw_string()?);
        self.attributes()?;
        Ok(Sentence::Lexical(Lexical { name, pattern }))
    }

    /// Names of productions, at least one; `` `_+_` `` in backquotes as well.
    fn tags(&mut self) -> Read<Vec<Tag>> {
        let mut tags = vec![self.tag()?];
        while !self.at_end() && !self.sees("[") && !matches!(self.peek_tag(), "" | ">") {
            if is_keyword(self.peek_tag()) {
                break;
            }
            tags.push(self.tag()?);
        }
        Ok(tags)
    }

    fn peek_tag(&mut self) -> &str {
        self.skip_layout();
        let rest = self.rest();
        &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())]
    }

    /// A name may contain anything but white space.
    fn tag(&mut self) -> Read<Tag> {
        let name = self.peek_tag().to_owned();
        if name.is_empty() || is_keyword(&name) {
            return Err(self.unexpected("the name of a production"));
        }
        let start = self.at;
        self.at += name.len();
        let span = self.span_from(start);
        Ok(Tag { name: name.trim_matches('`').to_owned(), span })
    }

    fn declaration(&mut self) -> Read<SyntaxDecl> {
        let params = if self.sees("{") { self.parameters()? } else { Vec::new() };
        let sort = self.sort_name()?;
        let alias = if self.eat("=") { Some(self.sort_name()?) } else { None };
        let attributes = self.attributes()?;
        let mut declaration = SyntaxDecl { params, sort, blocks: Vec::new(), alias, attributes };
        if self.eat("::=") {
            declaration.blocks.push(self.block()?);
            while self.eat(">") {
                declaration.blocks.push(self.block()?);
            }
        }
        Ok(declaration)
    }

    fn parameters(&mut self) -> Read<Vec<String>> {
        self.expect("{")?;
        let mut names = Vec::new();
        while !self.eat("}") {
            names.push(self.word("the name of a sort parameter")?.0);
            if !self.sees("}") {
                self.expect(",")?;
            }
        }
        Ok(names)
    }

    /// A sort, with its parameters as part of the name: `MInt{32}`.
    pub(super) fn sort_name(&mut self) -> Read<SortName> {
        let word = self.peek_word();
        if !word.starts_with(|c: char| c.is_uppercase() || c == '#') {
            return Err(self.unexpected("a sort, which starts with a capital letter"));
        }
        let start = self.at;
        let (mut name, _) = self.word("a sort")?;
        if self.rest().starts_with('{') {
            let params = self.parameters()?;
            name = format!("{name}{{{}}}", params.join(","));
        }
        Ok(SortName { name, span: self.span_from(start) })
    }

    fn block(&mut self) -> Read<Block> {
        let mut block = Block::default();
        let start = self.at;
        if let Some(associativity) = Associativity::from_word(self.peek_word()) {
            self.word("an associativity")?;
            if self.eat(":") {
                block.associativity = Some(associativity);
            } else {
                self.at = start;
            }
        }
        block.productions.push(self.production()?);
        while self.eat("|") {
            block.productions.push(self.production()?);
        }
        Ok(block)
    }

    fn production(&mut self) -> Read<RawProduction> {
        self.skip_layout();
        let start = self.at;
        let (mut items, mut prefix) = (Vec::new(), None);
        if let Some(word) = self.prefix_word() {
            items = self.prefix_items(&word)?;
            prefix = Some(word);
        } else {
            while let Some(item) = self.item()? {
                items.push(item);
            }
        }
        if items.is_empty() {
            return Err(self.unexpected("a sort, a string or a regular expression"));
        }
        let span = self.span_from(start);
        Ok(RawProduction { items, prefix, attributes: self.attributes()?, span })
    }

    /// The word of `word(Sort, Sort)`, empty for `(Sort, Sort)`; stops in front of the parenthesis,
    /// which may stand behind white space or on a later line.
    fn prefix_word(&mut self) -> Option<String> {
        let word = self.peek_word();
        let start = self.at;
        self.at += word.len();
        if self.sees("(") {
            return Some(word.to_owned());
        }
        self.at = start;
        None
    }

    fn prefix_items(&mut self, word: &str) -> Read<Vec<RawItem>> {
        let mark = |text: &str| RawItem::Terminal(text.to_owned());
        let mut items = Vec::new();
        if !word.is_empty() {
            items.push(mark(word));
        }
        self.expect("(")?;
        items.push(mark("("));
        while !self.eat(")") {
            items.push(self.nonterminal()?);
            if !self.sees(")") {
                self.expect(",")?;
                items.push(mark(","));
            }
        }
        items.push(mark(")"));
        Ok(items)
    }

    fn item(&mut self) -> Read<Option<RawItem>> {
        if self.sees("\"") {
            return Ok(Some(RawItem::Terminal(self.string()?)));
        }
        if self.sees("r\"") {
            self.at += 1;
            let pattern = self.raw_string()?;
            return Ok(Some(RawItem::Regex(unescape(pattern))));
        }
        let word = self.peek_word();
        if word.is_empty() || is_keyword(word) {
            return Ok(None);
        }
        for (name, nonempty) in [("List", false), ("NeList", true)] {
            let behind = self.text()[self.at + word.len()..].trim_start();
            if word == name && behind.starts_with('{') {
                return self.list(name, nonempty).map(Some);
            }
        }
        self.nonterminal().map(Some)
    }

    fn nonterminal(&mut self) -> Read<RawItem> {
        let word = self.peek_word();
        let start = self.at;
        self.at += word.len();
        if !word.is_empty() && self.sees(":") && !self.sees("::=") {
            self.at += 1;
            return Ok(RawItem::NonTerminal(self.sort_name()?, Some(word.to_owned())));
        }
        self.at = start;
        Ok(RawItem::NonTerminal(self.sort_name()?, None))
    }

    fn list(&mut self, word: &str, nonempty: bool) -> Read<RawItem> {
        self.at += word.len();
        self.expect("{")?;
        let element = self.sort_name()?;
        self.expect(",")?;
        // What is only white space stands between all tokens anyway.
        let separator = self.string()?.trim().to_owned();
        self.expect("}")?;
        Ok(RawItem::List { element, separator, nonempty })
    }
}

/// Words that start a sentence and so end the one before.
fn is_keyword(word: &str) -> bool {
    matches!(word, "imports" | "import" | "module") || super::bubble::NEXT.contains(&word)
}
