//! Whether a JSON value obeys a JSON Schema: the part of draft 7 that the schema of SARIF uses.
//!
//! What is not known here is a panic and never a silent pass. A library would do the same, but the
//! ones there are change the features of crates that everything is built on.

use serde_json::{Map, Value};

/// What the schema has against the value: where, and which keyword says so.
pub(crate) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut judge = Judge { root: schema, faults: Vec::new() };
    judge.check(schema, value, "");
    judge.faults
}

struct Judge<'a> {
    root: &'a Value,
    faults: Vec<String>,
}

impl<'a> Judge<'a> {
    fn check(&mut self, schema: &'a Value, value: &Value, at: &str) {
        let schema = schema.as_object().expect("a schema is an object");
        for (keyword, rule) in schema {
            if !self.obeys(schema, keyword, rule, value, at) {
                self.faults.push(format!("{at}: {keyword}"));
            }
        }
    }

    /// Whether one keyword is satisfied; what is wrong further inside is noted there.
    fn obeys(
        &mut self,
        schema: &'a Map<String, Value>,
        keyword: &str,
        rule: &'a Value,
        value: &Value,
        at: &str,
    ) -> bool {
        match keyword {
            "$schema" | "$id" | "title" | "description" | "default" | "definitions" => true,
            "type" => has_type(rule, value),
            "enum" => rule.as_array().expect("a list").contains(value),
            "minimum" => value.as_f64().is_none_or(|number| number >= number_of(rule)),
            "maximum" => value.as_f64().is_none_or(|number| number <= number_of(rule)),
            "minItems" => value.as_array().is_none_or(|all| all.len() as f64 >= number_of(rule)),
            "uniqueItems" => value.as_array().is_none_or(|all| are_unique(all)),
            "required" => value.as_object().is_none_or(|object| has_all(object, rule)),
            "format" => value.as_str().is_none_or(|text| has_format(rule, text)),
            "$ref" => {
                let path = rule.as_str().and_then(|path| path.strip_prefix('#'));
                let target = path.and_then(|path| self.root.pointer(path));
                self.check(target.expect("it refers to a definition"), value, at);
                true
            }
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(rule, item, &format!("{at}/{number}"));
                }
                true
            }
            "properties" => {
                for (name, value) in value.as_object().into_iter().flatten() {
                    if let Some(schema) = rule.get(name) {
                        self.check(schema, value, &format!("{at}/{name}"));
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                let is_known = |name: &String| known.is_some_and(|known| known.contains_key(name));
                let further: Vec<(&String, &Value)> = value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .filter(|(name, _)| !is_known(name))
                    .collect();
                match rule {
                    Value::Bool(allowed) => *allowed || further.is_empty(),
                    schema => {
                        for (name, value) in further {
                            self.check(schema, value, &format!("{at}/{name}"));
                        }
                        true
                    }
                }
            }
            "anyOf" => self.fitting(rule, value) > 0,
            "oneOf" => self.fitting(rule, value) == 1,
            _ => panic!("the keyword `{keyword}` at `{at}` is not known here"),
        }
    }

    /// How many of some schemas a value obeys.
    fn fitting(&self, schemas: &'a Value, value: &Value) -> usize {
        let obeys = |schema: &&'a Value| {
            let mut judge = Judge { root: self.root, faults: Vec::new() };
            judge.check(schema, value, "");
            judge.faults.is_empty()
        };
        schemas.as_array().expect("a list of schemas").iter().filter(obeys).count()
    }
}

fn has_type(rule: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        _ => panic!("there is no type `{name}`"),
    };
    match rule {
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
        name => is(name.as_str().expect("the name of a type")),
    }
}

fn number_of(rule: &Value) -> f64 {
    rule.as_f64().expect("a number")
}

fn are_unique(all: &[Value]) -> bool {
    all.iter().enumerate().all(|(at, one)| !all[..at].contains(one))
}

fn has_all(object: &Map<String, Value>, names: &Value) -> bool {
    let mut names = names.as_array().expect("a list of names").iter();
    names.all(|name| object.contains_key(name.as_str().expect("a name")))
}

/// URIs have no spaces, quotes or letters beyond ASCII, and only absolute ones begin with a scheme.
fn has_format(format: &Value, text: &str) -> bool {
    let may_be_in_uri = |char: char| char.is_ascii_graphic() && !"\"<>\\^`{|}".contains(char);
    let is_uri = text.chars().all(may_be_in_uri);
    match format.as_str().expect("the name of a format") {
        "uri-reference" => is_uri,
        "uri" => is_uri && text.contains(':'),
        name => panic!("the format `{name}` is not known here"),
    }
}
