//! Types with refinements.

use source::Span;
use syntax::Parsed;

use super::reader::Reader;
use crate::liquid::ast::{
    Arg, Expr, ExprKind, Ident, Lambda, Refinement, RefinementParam, Type, TypeKind,
};
use crate::liquid::token::Token;

/// What the value of `{t | p}` is called where nothing names it; `v` is that value, too.
pub(in crate::liquid) const ANONYMOUS: &str = "VV";

impl Reader<'_> {
    pub(super) fn ty(&mut self) -> Parsed<Type> {
        self.nested(Reader::ty_here)
    }

    fn ty_here(&mut self) -> Parsed<Type> {
        let start = self.span();
        if self.is("forall") {
            return self.for_all();
        }
        if self.is("exists") && self.token_after(1) == Token::BracketOpen {
            return self.exists();
        }
        if self.is("{") && self.is_bound() {
            let text = self.bracketed('{', '}')?;
            self.expect("=>")?;
            let rest = self.ty()?;
            return Ok(self.made_type(TypeKind::Bounded(text, Box::new(rest)), start));
        }
        let binder = self.binder();
        let arg = match &binder {
            Some(name) if self.is("{") && self.is_anonymous() => self.anonymous(name.clone())?,
            _ => self.applied()?,
        };
        if binder.is_none() && self.eat("=>") {
            let rest = self.ty()?;
            let kind = TypeKind::Context(constraints(arg), Box::new(rest));
            return Ok(self.made_type(kind, start));
        }
        if self.eat("->") {
            let result = self.ty()?;
            let kind = TypeKind::Fun(binder, Box::new(arg), Box::new(result));
            return Ok(self.made_type(kind, start));
        }
        Ok(match binder {
            Some(name) => self.with_name(name, arg, start),
            None => arg,
        })
    }

    /// `v:t`, a value with a name that its own refinements may use.
    fn with_name(&self, name: Ident, ty: Type, start: Span) -> Type {
        match &ty.kind {
            TypeKind::Refined(binder, ..) if *binder == name => ty,
            _ => {
                let pred = Expr { kind: ExprKind::Bool(true), span: self.since(start) };
                self.made_type(TypeKind::Refined(name, Box::new(ty), pred), start)
            }
        }
    }

    fn made_type(&self, kind: TypeKind, start: Span) -> Type {
        Type { kind, span: self.since(start) }
    }

    fn for_all(&mut self) -> Parsed<Type> {
        let start = self.span();
        self.bump();
        let mut vars = Vec::new();
        while self.token() == Token::Lower {
            vars.push(self.any_ident());
        }
        let mut of = None;
        if self.token() == Token::Operator && self.slice().starts_with('<') {
            let params = self.refinement_params();
            of = Some((self.bracketed('<', '>')?, params));
        }
        self.expect(".")?;
        let mut body = self.ty()?;
        if let Some((text, params)) = of {
            let kind = TypeKind::ForAllAbstract(text, params, Box::new(body));
            body = self.made_type(kind, start);
        }
        if vars.is_empty() {
            return Ok(body);
        }
        Ok(self.made_type(TypeKind::ForAll(vars, Box::new(body)), start))
    }

    /// The parameters of `<p :: a -> Bool, q :: …>`, which is read once more as a text; none if they
    /// cannot be read.
    pub(super) fn refinement_params(&mut self) -> Vec<RefinementParam> {
        let position = self.position();
        self.bump();
        let mut params = Vec::new();
        while let Ok(name) = self.ident(&[Token::Lower], "the name of a refinement") {
            if !self.eat("::") {
                params.clear();
                break;
            }
            let Ok(mut ty) = self.ty() else {
                params.clear();
                break;
            };
            let mut of = Vec::new();
            while let TypeKind::Fun(_, param, result) = ty.kind {
                of.push(*param);
                ty = *result;
            }
            params.push(RefinementParam { name, params: of });
            if !self.eat(",") {
                break;
            }
        }
        self.go_back(position);
        params
    }

    /// `exists [x:t]. t`: only the type of the program is read.
    fn exists(&mut self) -> Parsed<Type> {
        let start = self.span();
        self.bump();
        let text = self.bracketed('[', ']')?;
        self.expect(".")?;
        self.ty()?;
        let hole = self.made_type(TypeKind::Hole, start);
        let text = format!("{text} |- exists");
        Ok(self.made_type(TypeKind::Bounded(text, Box::new(hole)), start))
    }

    /// Whether `{x :: t |- …}` comes next.
    fn is_bound(&self) -> bool {
        let mut depth = 0usize;
        for count in 0.. {
            match self.token_after(count) {
                Token::BraceOpen => depth += 1,
                Token::BraceClose => depth -= 1,
                Token::End => return false,
                Token::Operator if depth == 1 && self.slice_after(count) == "|-" => return true,
                _ => {}
            }
            if depth == 0 {
                return false;
            }
        }
        false
    }

    /// The name of an argument, with its colon.
    fn binder(&mut self) -> Option<Ident> {
        let is_binder = self.token() == Token::Lower
            && self.token_after(1) == Token::Operator
            && self.slice_after(1) == ":";
        is_binder.then(|| {
            let name = self.any_ident();
            self.bump();
            name
        })
    }

    /// A type with its arguments.
    fn applied(&mut self) -> Parsed<Type> {
        let start = self.span();
        let head = self.type_atom()?;
        let mut args = Vec::new();
        while let Some(arg) = self.arg()? {
            args.push(arg);
        }
        let kind = match head.kind {
            _ if args.is_empty() => return Ok(head),
            TypeKind::Abstract(inner, text, given) => {
                let TypeKind::Con(name, mut all) = inner.kind else {
                    return Err(self.unexpected("`->` or the end of the type"));
                };
                all.append(&mut args);
                let inner = self.made_type(TypeKind::Con(name, all), start);
                TypeKind::Abstract(Box::new(inner), text, given)
            }
            TypeKind::Con(name, mut first) => {
                first.append(&mut args);
                TypeKind::Con(name, first)
            }
            TypeKind::Var(name) => TypeKind::Apply(name, args),
            _ => return Err(self.unexpected("`->` or the end of the type")),
        };
        Ok(self.made_type(kind, start))
    }

    /// The next argument of a type, if there is one.
    fn arg(&mut self) -> Parsed<Option<Arg>> {
        match self.token() {
            Token::Int | Token::Real | Token::Text | Token::Char => {
                self.nested(Reader::atom).map(|value| Some(Arg::Value(value)))
            }
            Token::BraceOpen if !self.is_refinement() => {
                self.bump();
                let value = self.expr()?;
                self.expect("}")?;
                Ok(Some(Arg::Value(value)))
            }
            Token::ParenOpen if self.holds_value() => {
                self.bump();
                let value = self.expr()?;
                self.expect(")")?;
                Ok(Some(Arg::Value(value)))
            }
            Token::Lower if self.is("as") => Ok(None),
            Token::Lower
            | Token::Upper
            | Token::ParenOpen
            | Token::BracketOpen
            | Token::BraceOpen => self.nested(Reader::type_atom).map(|ty| Some(Arg::Type(ty))),
            _ => Ok(None),
        }
    }

    /// Whether the brace that comes next starts `{v:t | …}`.
    fn is_refinement(&self) -> bool {
        let is_name = self.token_after(1) == Token::Lower || self.slice_after(1) == ANONYMOUS;
        is_name && self.slice_after(2) == ":"
    }

    /// Whether there is something between the parentheses that come next which no type has.
    fn holds_value(&self) -> bool {
        let mut depth = 0usize;
        for count in 0.. {
            match self.token_after(count) {
                Token::ParenOpen | Token::BraceOpen | Token::BracketOpen => depth += 1,
                Token::ParenClose | Token::BraceClose | Token::BracketClose => depth -= 1,
                Token::End => return false,
                // A name with a capital letter before a number is that of an alias.
                Token::Int | Token::Real if depth == 1 => {
                    return count == 1 || count == 2 && self.token_after(1) != Token::Upper;
                }
                Token::Operator if depth == 1 => {
                    return matches!(self.slice_after(count), "+" | "-" | "*" | "/");
                }
                _ => {}
            }
            if depth == 0 {
                return false;
            }
        }
        false
    }

    /// A type without arguments, and with refinements in angles behind it.
    pub(super) fn type_atom(&mut self) -> Parsed<Type> {
        let start = self.span();
        let mut ty = self.plain_atom()?;
        while self.token() == Token::Operator && self.slice().starts_with('<') {
            let position = self.position();
            let given = self.refinements();
            self.go_back(position);
            let text = self.bracketed('<', '>')?;
            ty = self.made_type(TypeKind::Abstract(Box::new(ty), text, given), start);
        }
        Ok(ty)
    }

    /// What is between angles, which is read once more as a text; none if it cannot be read.
    fn refinements(&mut self) -> Option<Vec<Refinement>> {
        let mut is_lambda = self.slice() == "<\\";
        if !is_lambda && self.slice() != "<" {
            return None;
        }
        self.bump();
        let mut given = Vec::new();
        loop {
            given.push(self.refinement(is_lambda)?);
            if self.slice().starts_with('>') {
                return Some(given);
            }
            if !self.eat(",") {
                return None;
            }
            is_lambda = false;
        }
    }

    /// `{\x y -> p}`, perhaps without braces, or `p x`.
    fn refinement(&mut self, is_lambda: bool) -> Option<Refinement> {
        let in_braces = self.token() == Token::BraceOpen && self.slice_after(1) == "\\";
        if in_braces {
            self.bump();
        }
        if !is_lambda && !self.eat("\\") {
            let name = self.ident(&[Token::Lower], "a refinement").ok()?;
            let mut values = Vec::new();
            while !self.is(",") && !self.slice().starts_with('>') {
                values.push(self.atom().ok()?);
            }
            return Some(Refinement::Named(name, values));
        }
        let mut params = Vec::new();
        while self.token() == Token::Lower {
            params.push(self.any_ident());
        }
        self.expect("->").ok()?;
        let body = match in_braces {
            true => self.expr().ok()?,
            // An angle that closes would be read as a comparison.
            false => return None,
        };
        self.expect("}").ok()?;
        Some(Refinement::Lambda(Lambda { params, body }))
    }

    fn plain_atom(&mut self) -> Parsed<Type> {
        let start = self.span();
        let kind = match self.token() {
            Token::Lower if self.is("_") => {
                self.bump();
                TypeKind::Hole
            }
            Token::Lower => TypeKind::Var(self.any_ident()),
            Token::Upper => TypeKind::Con(self.any_ident(), Vec::new()),
            Token::BracketOpen => self.list_type()?,
            Token::ParenOpen => {
                self.bump();
                let mut parts = self.separated(")", Reader::ty)?;
                if parts.len() == 1 {
                    return Ok(parts.remove(0));
                }
                TypeKind::Tuple(parts)
            }
            Token::BraceOpen => self.braces()?,
            Token::Operator if self.is("!") => {
                self.bump();
                return self.nested(Reader::type_atom);
            }
            _ => return Err(self.unexpected("a type")),
        };
        Ok(self.made_type(kind, start))
    }

    /// Whether the brace that comes next starts `{t | …}`.
    fn is_anonymous(&self) -> bool {
        if self.is_refinement() {
            return false;
        }
        let mut depth = 0usize;
        for count in 0.. {
            match self.token_after(count) {
                Token::ParenOpen | Token::BraceOpen | Token::BracketOpen => depth += 1,
                Token::ParenClose | Token::BraceClose | Token::BracketClose => depth -= 1,
                Token::End => return false,
                Token::Operator if depth == 1 && self.slice_after(count) == "|" => return true,
                _ => {}
            }
            if depth == 0 {
                return false;
            }
        }
        false
    }

    /// `{t | p}`, where the value is called what is around it.
    fn anonymous(&mut self, name: Ident) -> Parsed<Type> {
        let start = self.span();
        self.expect("{")?;
        let base = self.ty()?;
        self.expect("|")?;
        let pred = self.expr()?;
        self.expect("}")?;
        Ok(self.made_type(TypeKind::Refined(name, Box::new(base), pred), start))
    }

    fn list_type(&mut self) -> Parsed<TypeKind> {
        self.bump();
        let of = self.ty()?;
        self.expect("]")?;
        Ok(TypeKind::List(Box::new(of)))
    }

    /// `{v:t | p}`, `{v:t}` or `{p}`
    fn braces(&mut self) -> Parsed<TypeKind> {
        let is_refinement = self.is_refinement();
        if !is_refinement && self.is_anonymous() {
            let name = Ident { text: ANONYMOUS.to_owned(), span: self.span() };
            return self.anonymous(name).map(|ty| ty.kind);
        }
        self.bump();
        if !is_refinement {
            let pred = self.expr()?;
            self.expect("}")?;
            return Ok(TypeKind::Prop(pred));
        }
        let binder = self.any_ident();
        self.bump();
        let base = self.ty()?;
        if !self.is("|") && !self.is("}") {
            return Err(self.unexpected("`|` or `}`"));
        }
        let pred = if self.eat("|") {
            self.expr()?
        } else {
            let span = self.span();
            Expr { kind: ExprKind::Bool(true), span }
        };
        self.expect("}")?;
        Ok(TypeKind::Refined(binder, Box::new(base), pred))
    }
}

/// The constraints before `=>`.
fn constraints(ty: Type) -> Vec<Type> {
    match ty.kind {
        TypeKind::Tuple(parts) => parts,
        _ => vec![ty],
    }
}
