//! What the user wants of the server.

use std::path::PathBuf;

use serde_json::Value;

/// When documents are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum When {
    /// When they are opened and saved, and after a pause in typing if that costs little.
    #[default]
    Auto,
    /// When they are opened and saved.
    Save,
    /// When the user asks for it.
    Manual,
}

/// The settings; those that make no sense are as if they were not given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) when: When,
    /// Further arguments of `check`.
    pub(crate) arguments: Vec<String>,
    /// Definitions in K for endings of files.
    pub(crate) definitions: Vec<(String, PathBuf)>,
}

impl Settings {
    /// The settings that an editor sends.
    pub(crate) fn new(sent: Option<&Value>) -> Settings {
        let Some(sent) = sent else { return Settings::default() };
        let when = match sent["check"].as_str() {
            Some("save") => When::Save,
            Some("manual") => When::Manual,
            _ => When::Auto,
        };
        let arguments = sent["arguments"].as_array().into_iter().flatten();
        let definitions = sent["definitions"].as_object().into_iter().flatten();
        Settings {
            when,
            arguments: arguments.filter_map(Value::as_str).map(str::to_owned).collect(),
            definitions: definitions
                .filter_map(|(ending, file)| {
                    let ending = ending.trim_start_matches(['*', '.']);
                    Some((ending.to_owned(), PathBuf::from(file.as_str()?)))
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_read_and_nonsense_is_not() {
        let sent = json!({
            "check": "manual", "arguments": ["--timeout", 3, "5s"], "definitions": { ".imp": "/i.k" },
        });
        let settings = Settings::new(Some(&sent));
        assert_eq!(settings.when, When::Manual);
        assert_eq!(settings.arguments, ["--timeout", "5s"]);
        assert_eq!(settings.definitions, [("imp".to_owned(), PathBuf::from("/i.k"))]);
        for nonsense in [json!(null), json!(3), json!({ "check": 1, "arguments": {} })] {
            assert_eq!(Settings::new(Some(&nonsense)), Settings::default());
        }
    }
}
