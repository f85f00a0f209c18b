//! Settings: options of the command line, written as keys of a table.

use source::{Diagnostic, File, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::near::nearest;

/// The options that a project may set.
pub trait OptionTable {
    /// The names of all options, as the command line has them without their dashes.
    fn names(&self) -> Vec<String>;

    /// What an option takes; none if there is no such option.
    fn kind(&self, name: &str) -> Option<SettingKind>;

    /// Why only the command line may have an option, as a sentence; none if a project may set it.
    fn is_barred(&self, name: &str, value: Option<&str>) -> Option<String>;

    /// Whether an option is for a whole call, and not for some of its files.
    fn is_for_whole_call(&self, name: &str) -> bool;

    /// What is wrong with a value, as a sentence.
    ///
    /// # Errors
    ///
    /// If the option does not take it.
    fn check(&self, name: &str, value: &str) -> Result<(), String>;
}

/// What an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingKind {
    /// Nothing: it is set or not.
    Flag,
    /// One value.
    One,
    /// Any number of values.
    Many,
}

/// An option that a project sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// Its values; none for a flag.
    pub values: Vec<String>,
    /// Whether a flag is set. It can be unset to take back what a more general table sets.
    pub is_set: bool,
    /// Where it is written.
    pub span: Span,
}

/// Which options a table may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    WholeCall,
    SomeFiles,
}

/// What a table is read with.
pub(crate) struct TableReader<'a> {
    pub(crate) file: &'a File,
    pub(crate) options: &'a dyn OptionTable,
    pub(crate) faults: Vec<Diagnostic>,
}

impl TableReader<'_> {
    /// The entries of a table in the order in which they are written.
    pub(crate) fn entries<'t, 'i>(
        &self,
        table: &'t DeTable<'i>,
    ) -> Vec<(&'t str, Span, &'t Spanned<DeValue<'i>>)> {
        let mut entries: Vec<_> = table
            .iter()
            .map(|(key, value)| (&**key.get_ref(), self.file.span(key.span()), value))
            .collect();
        entries.sort_by_key(|(_, span, _)| span.start);
        entries
    }

    pub(crate) fn fault(&mut self, span: Span, message: impl Into<String>) {
        self.faults.push(Diagnostic::error(message).at(span, ""));
    }

    pub(crate) fn span_of(&self, value: &Spanned<DeValue<'_>>) -> Span {
        self.file.span(value.span())
    }

    /// Reads an entry as an option; `keys` are what the table has besides options.
    pub(crate) fn setting(
        &mut self,
        (key, span, value): (&str, Span, &Spanned<DeValue<'_>>),
        scope: Scope,
        keys: &[&str],
    ) -> Option<Setting> {
        let Some(kind) = self.options.kind(key) else {
            self.unknown(key, span, keys);
            return None;
        };
        if scope == Scope::SomeFiles && self.options.is_for_whole_call(key) {
            let message = format!("`{key}` is for a whole call, and cannot be set for some files");
            self.fault(span, message);
            return None;
        }
        let at = self.span_of(value);
        let (values, is_set) = match (kind, value.get_ref()) {
            (SettingKind::Flag, DeValue::Boolean(is_set)) => (Vec::new(), *is_set),
            (SettingKind::Flag, other) => {
                self.wrong_type(key, at, "`true` or `false`", other);
                return None;
            }
            (SettingKind::One | SettingKind::Many, value) => {
                (self.values(key, kind, value, at)?, true)
            }
        };
        let barred = match values.as_slice() {
            [] => self.options.is_barred(key, None),
            values => values.iter().find_map(|value| self.options.is_barred(key, Some(value))),
        };
        if let Some(why) = barred {
            self.fault(span, why);
            return None;
        }
        let wrong = values.iter().find_map(|value| self.options.check(key, value).err());
        if let Some(wrong) = wrong {
            self.fault(at, wrong);
            return None;
        }
        Some(Setting { name: key.to_owned(), values, is_set, span })
    }

    fn values(
        &mut self,
        key: &str,
        kind: SettingKind,
        value: &DeValue<'_>,
        at: Span,
    ) -> Option<Vec<String>> {
        match value {
            DeValue::Array(values) if kind == SettingKind::Many => {
                let mut all = Vec::new();
                for value in values {
                    match scalar(value.get_ref()) {
                        Some(text) => all.push(text),
                        None => {
                            let at = self.span_of(value);
                            self.wrong_type(key, at, "a string or a number", value.get_ref());
                            return None;
                        }
                    }
                }
                Some(all)
            }
            value => {
                let text = scalar(value);
                if text.is_none() {
                    let wanted = match kind {
                        SettingKind::Many => "a string, a number, or a list of them",
                        SettingKind::One | SettingKind::Flag => "a string or a number",
                    };
                    self.wrong_type(key, at, wanted, value);
                }
                text.map(|text| vec![text])
            }
        }
    }

    /// A string or a list of strings.
    pub(crate) fn strings(
        &mut self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> Vec<(String, Span)> {
        let at = self.span_of(value);
        let values = match value.get_ref() {
            DeValue::String(text) => return vec![(text.to_string(), at)],
            DeValue::Array(values) => values,
            other => {
                self.wrong_type(key, at, "a string or a list of strings", other);
                return Vec::new();
            }
        };
        let mut all = Vec::new();
        for value in values {
            let at = self.span_of(value);
            match value.get_ref() {
                DeValue::String(text) => all.push((text.to_string(), at)),
                other => self.wrong_type(key, at, "a string", other),
            }
        }
        all
    }

    pub(crate) fn wrong_type(&mut self, key: &str, at: Span, wanted: &str, found: &DeValue<'_>) {
        self.fault(at, format!("`{key}` takes {wanted}, and not {}", type_of(found)));
    }

    pub(crate) fn unknown(&mut self, key: &str, span: Span, keys: &[&str]) {
        let mut known = self.options.names();
        known.extend(keys.iter().map(ToString::to_string));
        let fault = Diagnostic::error(format!("there is no setting `{key}`")).at(span, "");
        let spelt = key.replace('_', "-");
        let near = nearest(&spelt, known.iter().map(String::as_str));
        self.faults.push(match near {
            Some(near) => fault.with_help(format!("did you mean `{near}`?")),
            None => fault.with_help(
                "settings are the long options of `tracehound check`; docs/projects.md has the others",
            ),
        });
    }
}

fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Integer(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_)
        | DeValue::Array(_)
        | DeValue::Table(_) => None,
    }
}

fn type_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(number) if number.radix() != 10 => "a number that is not decimal",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
