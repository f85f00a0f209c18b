//! Whole annotations.

use syntax::Parsed;

use super::reader::Reader;
use crate::liquid::ast::{
    Alias, Data, DataCtor, Equation, Ident, Item, ItemKind, ItemTopic, Measure, Signature, Type,
};
use crate::liquid::token::Token;

/// Words that start an annotation which changes no answer: about the way LiquidHaskell proves
/// things, about termination, or about names.
const IGNORED: [&str; 19] = [
    "LIQUID",
    "autosize",
    "automatic-instances",
    "decrease",
    "Decrease",
    "embed",
    "import",
    "include",
    "infix",
    "infixl",
    "infixr",
    "lazy",
    "lazyvar",
    "Lazy",
    "LAZYVAR",
    "qualif",
    "bound",
    "rewrite",
    "rewriteWith",
];

/// Words that start an annotation which we cannot honour.
const UNSUPPORTED: [&str; 4] = ["class", "instance", "opaque-reflect", "relational"];

impl Reader<'_> {
    pub(super) fn item(&mut self) -> Parsed<Item> {
        let kind = self.item_kind()?;
        self.equation = None;
        self.expect_end()?;
        Ok(Item { kind, span: self.whole() })
    }

    /// What the annotation is about, as far as its first words say. It is read from its start.
    pub(super) fn topic(&mut self) -> ItemTopic {
        self.go_back(0);
        self.equation = None;
        self.end_methods();
        let is_name = |token| matches!(token, Token::Lower | Token::Upper);
        let word = self.slice();
        let name = (is_name(self.token_after(1)) && self.slice_after(1) != "::").then(|| {
            self.bump();
            let name = self.any_ident();
            self.go_back(0);
            name
        });
        match (word, name) {
            ("type", Some(name)) => return ItemTopic::TypeAlias(name),
            ("predicate" | "expression" | "measure" | "inline" | "reflect", Some(name)) => {
                return ItemTopic::Logic(name);
            }
            ("data" | "newtype", Some(name)) => return ItemTopic::Data(name),
            ("assume", _) => self.bump(),
            _ => {}
        }
        self.named_functions().map_or(ItemTopic::Other, ItemTopic::Functions)
    }

    /// The functions whose type comes next, if that is what comes.
    fn named_functions(&mut self) -> Option<Vec<Ident>> {
        let mut names = Vec::new();
        loop {
            let in_parentheses = self.token() == Token::ParenOpen;
            (0..usize::from(in_parentheses)).for_each(|_| self.bump());
            match self.token() {
                Token::Lower | Token::Upper if !in_parentheses => names.push(self.any_ident()),
                Token::Operator if in_parentheses => names.push(self.any_ident()),
                _ => return None,
            }
            if in_parentheses && !self.eat(")") {
                return None;
            }
            if self.is("::") {
                return Some(names);
            }
            if !self.eat(",") {
                return None;
            }
        }
    }

    fn item_kind(&mut self) -> Parsed<ItemKind> {
        // A function may be called like one of the words.
        if matches!(self.slice_after(1), "::" | ",") {
            return self.signature(false);
        }
        let word = self.slice();
        match word {
            "assume" if self.token_after(1) != Token::End => {
                self.bump();
                self.signature(true)
            }
            "type" => self.alias_of(Reader::ty).map(ItemKind::TypeAlias),
            "predicate" | "expression" | "define" => {
                self.alias_of(Reader::expr).map(ItemKind::Predicate)
            }
            "measure" => self.measure(false),
            "class" | "instance" if self.slice_after(1) == "measure" => {
                self.bump();
                self.measure(word == "instance")
            }
            "class" | "instance" if self.has_methods() => self.methods(word == "instance"),
            "inline" => self.named().map(ItemKind::Inline),
            "reflect" | "axiomatize" => self.named().map(ItemKind::Reflect),
            "ignore" | "fail" => self.named().map(ItemKind::Trusted),
            "invariant" => {
                self.bump();
                self.ty().map(ItemKind::Invariant)
            }
            "using" => self.using(),
            "data" if self.slice_after(1) == "variance" => Ok(self.kept(ItemKind::Ignored)),
            "data" | "newtype" => self.data(word == "newtype"),
            _ if self.slice_after(1) == "-" => {
                self.item_of(&format!("{word}-{}", self.slice_after(2)))
            }
            _ => self.item_of(word),
        }
    }

    fn item_of(&mut self, word: &str) -> Parsed<ItemKind> {
        match word {
            _ if IGNORED.contains(&word) => Ok(self.kept(ItemKind::Ignored)),
            _ if UNSUPPORTED.contains(&word) => Ok(self.kept(ItemKind::Unsupported)),
            _ => self.signature(false),
        }
    }

    /// An annotation of which only the first word counts.
    fn kept(&mut self, kind: impl Fn(Ident, String) -> ItemKind) -> ItemKind {
        let word = self.any_ident();
        kind(word, self.rest())
    }

    /// The name behind the word.
    fn named(&mut self) -> Parsed<Ident> {
        self.bump();
        self.function_name()
    }

    /// A function, perhaps an operator in parentheses.
    fn function_name(&mut self) -> Parsed<Ident> {
        const EXPECTED: &str = "the name of a function";
        if self.token() == Token::ParenOpen {
            self.bump();
            let name = self.ident(&[Token::Operator], "an operator")?;
            self.expect(")")?;
            return Ok(name);
        }
        self.ident(&[Token::Lower, Token::Upper], EXPECTED)
    }

    fn signature(&mut self, assumed: bool) -> Parsed<ItemKind> {
        if self.token() == Token::End {
            return Err(self.unexpected("an annotation"));
        }
        self.one_signature(assumed)
    }

    fn one_signature(&mut self, assumed: bool) -> Parsed<ItemKind> {
        let mut names = vec![self.function_name()?];
        while self.eat(",") {
            names.push(self.function_name()?);
        }
        self.expect("::")?;
        let ty = self.ty()?;
        let metric = match self.eat("/") {
            true if self.is("[") => Some(self.bracketed('[', ']')?),
            true => return Err(self.unexpected("`[`")),
            false => None,
        };
        Ok(ItemKind::Signature(Signature { assumed, names, ty, metric }))
    }

    fn alias_of<T>(&mut self, body: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<Alias<T>> {
        self.bump();
        let name = self.ident(&[Token::Upper, Token::Lower], "the name of the alias")?;
        let mut params = Vec::new();
        while matches!(self.token(), Token::Lower | Token::Upper) {
            params.push(self.any_ident());
        }
        self.expect("=")?;
        Ok(Alias { name, params, body: body(self)? })
    }

    /// Whether types of methods follow the head of the class or the instance.
    fn has_methods(&self) -> bool {
        let mut at = 1;
        while self.token_after(at) != Token::End && self.slice_after(at) != "where" {
            at += 1;
        }
        self.slice_after(at) == "where"
    }

    /// `class C a where …`: each method starts a line.
    fn methods(&mut self, of_instance: bool) -> Parsed<ItemKind> {
        let mut head = None;
        while !self.eat("where") {
            head = match self.token() {
                Token::Upper => Some(self.any_ident()),
                Token::BracketOpen => Some(self.list_head()?),
                _ => {
                    self.bump();
                    head
                }
            };
        }
        let mut methods = Vec::new();
        while self.next_method() {
            match self.one_signature(false)? {
                ItemKind::Signature(signature) => methods.push(signature),
                _ => break,
            }
        }
        self.end_methods();
        Ok(ItemKind::Methods(head.filter(|_| of_instance), methods))
    }

    /// `[a]` as the head of an instance.
    fn list_head(&mut self) -> Parsed<Ident> {
        let span = self.span();
        while !self.eat("]") {
            if self.token() == Token::End {
                return Err(self.unexpected("`]`"));
            }
            self.bump();
        }
        Ok(Ident { text: "[]".to_owned(), span })
    }

    fn measure(&mut self, of_instance: bool) -> Parsed<ItemKind> {
        let name = self.named()?;
        let (mut ty, mut equations) = (None, Vec::new());
        self.equation = Some(name.text.clone());
        if self.eat("::") {
            ty = Some(self.ty()?);
        }
        while self.is_equation(&name) {
            equations.push(self.one_equation(&name)?);
        }
        Ok(ItemKind::Measure(Measure { name, ty, equations, of_instance }))
    }

    /// Whether the name of the measure comes next; there an equation starts.
    fn is_equation(&self, name: &Ident) -> bool {
        self.slice() == name.text
    }

    fn one_equation(&mut self, name: &Ident) -> Parsed<Equation> {
        self.bump();
        let (ctor, fields) = self.pattern()?;
        self.expect("=")?;
        self.equation = Some(name.text.clone());
        Ok(Equation { ctor, fields, body: self.expr()? })
    }

    /// A constructor with names for its fields, perhaps in parentheses.
    fn pattern(&mut self) -> Parsed<(Ident, Vec<Ident>)> {
        match self.token() {
            Token::BracketOpen => self.empty_list(),
            Token::Upper => self.prefix_pattern(),
            Token::ParenOpen => {
                let position = self.position();
                self.bump();
                let pattern = match self.token() {
                    Token::Operator | Token::Comma => {
                        self.go_back(position);
                        return self.prefix_pattern();
                    }
                    Token::Lower => self.infix_pattern()?,
                    Token::BracketOpen => self.empty_list()?,
                    _ => self.prefix_pattern()?,
                };
                self.expect(")")?;
                Ok(pattern)
            }
            _ => Err(self.unexpected("a constructor")),
        }
    }

    fn empty_list(&mut self) -> Parsed<(Ident, Vec<Ident>)> {
        let start = self.expect("[")?;
        let span = start.to(self.expect("]")?);
        Ok((Ident { text: "[]".to_owned(), span }, Vec::new()))
    }

    /// `C x y` or `(:+:) x y`
    fn prefix_pattern(&mut self) -> Parsed<(Ident, Vec<Ident>)> {
        let ctor = self.ctor_name()?;
        let mut fields = Vec::new();
        while self.token() == Token::Lower {
            fields.push(self.any_ident());
        }
        Ok((ctor, fields))
    }

    /// `x:xs` or `x, y`
    fn infix_pattern(&mut self) -> Parsed<(Ident, Vec<Ident>)> {
        let mut fields = vec![self.any_ident()];
        if self.token() == Token::Operator {
            let ctor = self.any_ident();
            fields.push(self.ident(&[Token::Lower], "a variable")?);
            return Ok((ctor, fields));
        }
        let span = self.span();
        while self.eat(",") {
            fields.push(self.ident(&[Token::Lower], "a variable")?);
        }
        if fields.len() == 1 {
            return Err(self.unexpected("a constructor with its fields"));
        }
        Ok((Ident { text: format!("({})", ",".repeat(fields.len() - 1)), span }, fields))
    }

    /// A constructor: a name, an operator in parentheses, or commas in parentheses.
    fn ctor_name(&mut self) -> Parsed<Ident> {
        if self.token() != Token::ParenOpen {
            return self.ident(&[Token::Upper], "a constructor");
        }
        let start = self.span();
        self.bump();
        if self.token() == Token::Comma {
            let mut commas = 0;
            while self.eat(",") {
                commas += 1;
            }
            let span = start.to(self.expect(")")?);
            return Ok(Ident { text: format!("({})", ",".repeat(commas)), span });
        }
        let name = self.ident(&[Token::Operator], "a constructor")?;
        self.expect(")")?;
        Ok(name)
    }

    fn using(&mut self) -> Parsed<ItemKind> {
        self.bump();
        let ty = self.ty()?;
        self.expect("as")?;
        Ok(ItemKind::Using(ty, self.ty()?))
    }

    fn data(&mut self, is_newtype: bool) -> Parsed<ItemKind> {
        self.bump();
        let name = self.ident(&[Token::Upper], "the name of the type")?;
        let (mut params, mut refinements, mut metric) = (Vec::new(), None, None);
        let mut refinement_params = Vec::new();
        loop {
            match self.token() {
                Token::Lower if !self.is("where") => params.push(self.any_ident()),
                Token::BracketOpen => metric = Some(self.bracketed('[', ']')?),
                Token::Operator if self.slice().starts_with('<') => {
                    refinement_params = self.refinement_params();
                    refinements = Some(self.bracketed('<', '>')?);
                }
                _ => break,
            }
        }
        let mut ctors = Vec::new();
        if self.eat("=") {
            ctors.push(self.data_ctor()?);
            while self.eat("|") {
                ctors.push(self.data_ctor()?);
            }
        }
        Ok(ItemKind::Data(Data {
            is_newtype,
            name,
            params,
            refinements,
            refinement_params,
            metric,
            ctors,
        }))
    }

    fn data_ctor(&mut self) -> Parsed<DataCtor> {
        let name = self.ctor_name()?;
        if self.token() == Token::BraceOpen && self.is_record() {
            self.bump();
            let fields = self.separated("}", Reader::named_field)?;
            return Ok(DataCtor { name, fields });
        }
        let mut fields = Vec::new();
        while matches!(
            self.token(),
            Token::Lower | Token::Upper | Token::ParenOpen | Token::BracketOpen | Token::BraceOpen
        ) || self.is("!")
        {
            fields.push(self.field()?);
        }
        Ok(DataCtor { name, fields })
    }

    /// Whether `{ name ::` or `{}` comes next.
    fn is_record(&self) -> bool {
        self.slice_after(1) == "}" || self.slice_after(2) == "::"
    }

    fn named_field(&mut self) -> Parsed<(Option<Ident>, Type)> {
        let name = self.ident(&[Token::Lower], "the name of a field")?;
        self.expect("::")?;
        Ok((Some(name), self.ty()?))
    }

    /// `(x::t)` or a type by itself.
    fn field(&mut self) -> Parsed<(Option<Ident>, Type)> {
        if self.token() == Token::ParenOpen && self.slice_after(2) == "::" {
            self.bump();
            let field = self.named_field()?;
            self.expect(")")?;
            return Ok(field);
        }
        Ok((None, self.type_atom()?))
    }
}
