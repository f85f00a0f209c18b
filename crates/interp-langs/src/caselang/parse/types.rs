//! Types, and unknowns that have them.

use source::{Diagnostic, Span};
use syntax::{Descent, Parsed, shown};

use super::Parser;
use crate::caselang::token::Token;
use crate::caselang::tree::{TypeDeclaration, Unknown, ValueType, ValueTypeKind};
use crate::caselang::types::BUILT_IN_TYPES;

impl Parser<'_> {
    /// `type` is a name like any other where no declaration can be meant.
    pub(super) fn at_type_declaration(&self) -> bool {
        let (next, _) = self.cursor.second();
        self.slice() == "type" && matches!(next, Token::Name | Token::Con)
    }

    /// `type T = f(Int, T) | g`
    pub(super) fn type_declaration(&mut self) -> Parsed<()> {
        self.bump();
        let (name, span) = (self.slice().to_owned(), self.span());
        self.bump();
        if self.is_type(&name) {
            return Err(self.twice(format!("the type {} is declared twice", shown(&name)), span));
        }
        self.expect(Token::Same, "`=`")?;
        // Its fields may be of the type itself.
        let number = self.types.len();
        self.types.push(TypeDeclaration { name, constructors: Vec::new(), span });
        self.eat(Token::Bar);
        loop {
            let span = self.span();
            if !matches!(self.token(), Token::Name | Token::Con) {
                return Err(self.unexpected("the name of a constructor"));
            }
            let name = self.constructor_name();
            if self.types[number].constructors.iter().any(|(known, _)| *known == name) {
                return Err(self.twice(format!("{} stands twice in one type", shown(&name)), span));
            }
            let fields = match self.eat(Token::LeftParen) {
                true => self.separated(Token::RightParen, Self::ty)?,
                false => Vec::new(),
            };
            self.declared.push(name.clone());
            self.types[number].constructors.push((name, fields));
            if !self.eat(Token::Bar) {
                return Ok(());
            }
        }
    }

    fn twice(&mut self, message: String, span: Span) -> syntax::Reported {
        self.report(Diagnostic::error(message).at(span, "").with_help("give it another name"))
    }

    fn is_type(&self, name: &str) -> bool {
        BUILT_IN_TYPES.contains(&name) || self.types.iter().any(|known| known.name == name)
    }

    /// The unknowns of a goal: `x y`, `x : T, y : U`.
    pub(super) fn unknowns(&mut self, unknowns: &mut Vec<Unknown>) -> Parsed<()> {
        while self.token() == Token::Name {
            let name = self.binder()?.to_owned();
            let ty = self.eat(Token::Colon).then(|| self.ty()).transpose()?;
            unknowns.push(Unknown { name, ty });
            self.eat(Token::Comma);
        }
        Ok(())
    }

    fn ty(&mut self) -> Parsed<ValueType> {
        let start = self.span();
        let node = self.nested(|parser| match parser.token() {
            Token::Name | Token::Con => {
                let name = parser.slice().to_owned();
                parser.bump();
                Ok(ValueTypeKind::Named(name))
            }
            Token::LeftBracket => {
                parser.bump();
                let element = parser.ty()?;
                parser.expect(Token::RightBracket, "`]`")?;
                Ok(ValueTypeKind::List(Box::new(element)))
            }
            Token::LeftParen => {
                parser.bump();
                let mut parts = parser.separated(Token::RightParen, Self::ty)?;
                Ok(match parts.len() {
                    1 => parts.remove(0).node,
                    _ => ValueTypeKind::Tuple(parts),
                })
            }
            _ => Err(parser.unexpected("a type")),
        })?;
        Ok(ValueType { node, span: start.to(self.previous()) })
    }
}
