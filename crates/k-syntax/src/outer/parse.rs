//! Files and modules of the outer language.

use source::{Diagnostic, File};

use super::reader::{Read, Reader};
use super::{Import, Module, OuterFile, Sentence};
use crate::definition::RuleKind;

/// The tree of a file and everything that is wrong with it.
pub(crate) fn parse(file: &File) -> (OuterFile, Vec<Diagnostic>) {
    let mut reader = Reader::new(file, file.text());
    let tree = reader.file_tree();
    (tree, reader.errors.finish())
}

impl Reader<'_> {
    fn file_tree(&mut self) -> OuterFile {
        let mut tree = OuterFile::default();
        while !self.at_end() {
            let start = self.at;
            let read = if self.eat_word("requires") || self.eat_word("require") {
                self.string().map(|name| tree.requires.push((name, self.span_from(start))))
            } else if self.eat_word("module") {
                self.module().map(|module| tree.modules.push(module))
            } else {
                Err(self.unexpected("`module` or `requires`"))
            };
            if read.is_err() {
                self.skip_to(&["module", "requires"]);
            }
        }
        tree
    }

    fn module(&mut self) -> Read<Module> {
        let (name, span) = self.word("the name of a module")?;
        let attributes = self.attributes()?;
        let (imports, sentences) = (Vec::new(), Vec::new());
        let mut module = Module { name, span, attributes, imports, sentences };
        while !self.eat_word("endmodule") {
            if self.at_end() || self.peek_word() == "module" {
                let diagnostic = Diagnostic::error(format!("module `{}` has no end", module.name))
                    .at(span, "starts here")
                    .with_help("write `endmodule` behind its last sentence");
                self.errors.report(diagnostic);
                break;
            }
            if self.sentence(&mut module).is_err() {
                self.skip_to(&["syntax", "rule", "context", "configuration", "claim", "endmodule"]);
            }
        }
        Ok(module)
    }

    fn sentence(&mut self, module: &mut Module) -> Read<()> {
        let start = self.at;
        let word = self.peek_word();
        self.at += word.len();
        let sentence = match word {
            "imports" | "import" => {
                module.imports.push(self.import()?);
                return Ok(());
            }
            "syntax" => self.syntax()?,
            "configuration" => Sentence::Configuration(self.configuration()),
            "rule" => Sentence::Rule(self.rule(RuleKind::Rule, start)?),
            "claim" => Sentence::Rule(self.rule(RuleKind::Claim, start)?),
            "context" => self.context(start)?,
            _ => {
                self.at = start;
                return Err(self.unexpected("a sentence (`syntax`, `rule`, …) or `endmodule`"));
            }
        };
        module.sentences.push(sentence);
        Ok(())
    }

    fn import(&mut self) -> Read<Import> {
        let private = self.eat_word("private");
        if !private {
            self.eat_word("public");
        }
        let (name, span) = self.word("the name of a module")?;
        Ok(Import { name, private, span })
    }

    fn context(&mut self, start: usize) -> Read<Sentence> {
        if self.eat_word("alias") {
            return Ok(Sentence::Alias(self.rule(RuleKind::Context, start)?));
        }
        Ok(Sentence::Rule(self.rule(RuleKind::Context, start)?))
    }

    /// Goes on behind an error, in front of one of these words. At least one character is passed.
    fn skip_to(&mut self, words: &[&str]) {
        let start = self.at;
        while !self.at_end() {
            let word = self.peek_word();
            if words.contains(&word) && self.at > start {
                return;
            }
            let step = self.rest().chars().next().map_or(1, char::len_utf8);
            self.at += word.len().max(step);
        }
    }
}

#[cfg(test)]
mod tests {
    use source::Files;

    use super::*;
    use crate::outer::RawItem;

    fn read(text: &str) -> (OuterFile, Vec<String>) {
        let file = Files::new().add("a.k", text);
        let (tree, errors) = parse(&file);
        (tree, errors.into_iter().map(|error| error.message).collect())
    }

    #[test]
    fn a_module_is_read_with_all_its_sentences() {
        let text = r#"
            requires "domains.md"
            module A [private]
              imports private B  imports C
              syntax Exp ::= Int | "(" Exp ")" [bracket]
                           > left: Exp "+" Exp [strict, color(a(b))] | foo(Exp, x: Int)
                           > Exps
              syntax Exps ::= List{Exp, ","} [klabel(exps)]
              syntax priority a `_+_` > b
              configuration <k> "rule" ~> 1 </k> // rule
              rule [one]: a["rule"] => b /* syntax */ requires x ==K [1] ensures true [owise, label(x)]
              rule M[x] => M [X] // a word [macro]
              rule a => b [macro] /* more
                                     words */
              context HOLE + _
            endmodule"#;
        let (tree, errors) = read(text);
        assert_eq!(errors, Vec::<String>::new());
        let module = &tree.modules[0];
        assert_eq!((module.imports.len(), module.sentences.len()), (2, 8));
        let Sentence::Syntax(syntax) = &module.sentences[0] else { panic!("syntax first") };
        assert_eq!(syntax.blocks.len(), 3);
        assert_eq!(syntax.blocks[1].productions[0].attributes.value("color"), Some("a(b)"));
        assert!(matches!(
            &syntax.blocks[1].productions[1].items[4],
            RawItem::NonTerminal(_, Some(_))
        ));
        let Sentence::Rule(rule) = &module.sentences[4] else { panic!("a rule") };
        assert_eq!(&text[rule.body.span.range()], r#"a["rule"] => b /* syntax */"#);
        assert_eq!(&text[rule.requires.expect("it has one").span.range()], "x ==K [1]");
        assert_eq!(rule.attributes.value("label"), Some("one"));
        assert!(rule.attributes.has("owise"));
        let Sentence::Rule(rule) = &module.sentences[5] else { panic!("a rule") };
        assert_eq!(&text[rule.body.span.range()], "M[x] => M [X]");
        let Sentence::Rule(rule) = &module.sentences[6] else { panic!("a rule") };
        assert!(rule.attributes.has("macro"));
    }

    #[test]
    fn errors_have_places_and_reading_goes_on() {
        let text = "module A syntax exp ::= x  syntax B ::= \"b\" = x endmodule /* x";
        let (tree, errors) = read(text);
        assert_eq!(tree.modules[0].sentences.len(), 1);
        assert_eq!(errors.len(), 3, "{errors:?}");
        assert_eq!(read("module A").1, ["module `A` has no end"]);
    }
}
