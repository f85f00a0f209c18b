//! The file `tracehound.toml`.

use crate::glob::Glob;
use source::{Diagnostic, File, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::settings::{OptionTable, Scope, Setting, TableReader};

/// What a project file says.
#[derive(Clone, Debug, Default)]
pub struct ProjectConfig {
    /// What `check` checks if nothing is named: files, folders and names, from the root.
    pub targets: Vec<String>,
    /// Files that are not looked for.
    pub exclude: Vec<Glob>,
    /// The file of known findings, from the root.
    pub baseline: Option<String>,
    /// Options of all calls.
    pub settings: Vec<Setting>,
    /// Options of calls that ask for them by name.
    pub profiles: Vec<(String, Vec<Setting>)>,
    /// Options of some files; where several tables fit, the last one that sets an option counts.
    pub paths: Vec<PathSettings>,
    /// Codes of findings that are known and wanted.
    pub allow: Vec<AllowedCode>,
}

/// The options of some files.
#[derive(Clone, Debug)]
pub struct PathSettings {
    /// Which files.
    pub files: Vec<Glob>,
    /// Their options.
    pub settings: Vec<Setting>,
}

/// A code of findings that does not fail in some files.
#[derive(Clone, Debug)]
pub struct AllowedCode {
    /// The code.
    pub code: String,
    /// Which files; without any, all of them.
    pub files: Vec<Glob>,
    /// Why.
    pub reason: String,
    /// Where it is written.
    pub span: Span,
}

/// The keys of a project file besides options, each with what it is for.
pub const TABLES: &[(&str, &str)] = &[
    ("targets", "what `check` checks if nothing is named: files, folders, FILE:name, Java methods"),
    ("exclude", "patterns of files that are not looked for"),
    ("baseline", "the file of known findings"),
    ("profile", "tables of options, chosen by --profile NAME"),
    ("path", "options of the files that fit `files`, a pattern or a list of them"),
    ("allow", "codes that do not fail: `code`, `reason`, and `files` if not all of them"),
];

impl ProjectConfig {
    /// Reads a project file.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, in the order of its places.
    pub fn read(file: &File, options: &dyn OptionTable) -> Result<ProjectConfig, Vec<Diagnostic>> {
        let document = DeTable::parse(file.text()).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let end = span.end.min(file.text().len());
            let message = error.message().lines().next().unwrap_or_default().to_lowercase();
            vec![Diagnostic::error(message).at(file.span(span.start.min(end)..end), "")]
        })?;
        let mut reader = TableReader { file, options, faults: Vec::new() };
        let config = reader.config(document.get_ref());
        match reader.faults.is_empty() {
            true => Ok(config),
            false => Err(reader.faults),
        }
    }

    /// The options of a profile; none if there is none of this name.
    #[must_use]
    pub fn profile(&self, name: &str) -> Option<&[Setting]> {
        let found = self.profiles.iter().find(|(known, _)| known == name);
        found.map(|(_, settings)| settings.as_slice())
    }

    /// The options of a file, given by its path from the root: those of all tables that fit, the more
    /// important ones last.
    pub fn settings_of<'a>(&'a self, path: &str) -> impl Iterator<Item = &'a Setting> {
        let fits = self.paths.iter().filter(move |own| any_fits(&own.files, path));
        fits.flat_map(|own| &own.settings).collect::<Vec<_>>().into_iter()
    }

    /// Whether a file is not looked for.
    #[must_use]
    pub fn is_excluded(&self, path: &str) -> bool {
        any_fits(&self.exclude, path)
    }
}

impl AllowedCode {
    /// Whether it is for findings in this file.
    #[must_use]
    pub fn is_for(&self, path: &str) -> bool {
        self.files.is_empty() || any_fits(&self.files, path)
    }
}

fn any_fits(globs: &[Glob], path: &str) -> bool {
    globs.iter().any(|glob| glob.fits(path))
}

impl TableReader<'_> {
    fn config(&mut self, table: &DeTable<'_>) -> ProjectConfig {
        let mut config = ProjectConfig::default();
        let keys: Vec<&str> = TABLES.iter().map(|(key, _)| *key).collect();
        for entry in self.entries(table) {
            let (key, span, value) = entry;
            match key {
                "targets" => {
                    let targets = self.strings(key, value);
                    config.targets = targets.into_iter().map(|(text, _)| text).collect();
                }
                "exclude" => config.exclude = self.globs(key, value),
                "baseline" => config.baseline = self.string(key, value),
                "profile" => config.profiles = self.profiles(span, value),
                "path" => config.paths = self.each_of(key, value, TableReader::path_settings),
                "allow" => config.allow = self.each_of(key, value, TableReader::allowed),
                _ => config.settings.extend(self.setting(entry, Scope::WholeCall, &keys)),
            }
        }
        config
    }

    fn string(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<String> {
        match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            other => {
                let at = self.span_of(value);
                self.wrong_type(key, at, "a string", other);
                None
            }
        }
    }

    fn globs(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Vec<Glob> {
        let mut globs = Vec::new();
        for (text, at) in self.strings(key, value) {
            match Glob::new(&text) {
                Ok(glob) => globs.push(glob),
                Err(why) => self.fault(at, why),
            }
        }
        globs
    }

    fn profiles(
        &mut self,
        span: Span,
        value: &Spanned<DeValue<'_>>,
    ) -> Vec<(String, Vec<Setting>)> {
        let DeValue::Table(profiles) = value.get_ref() else {
            self.fault(span, "profiles are tables such as `[profile.ci]`");
            return Vec::new();
        };
        let mut all = Vec::new();
        for (name, span, value) in self.entries(profiles) {
            let DeValue::Table(table) = value.get_ref() else {
                self.fault(span, format!("a profile is a table: `[profile.{name}]`"));
                continue;
            };
            let mut settings = Vec::new();
            for entry in self.entries(table) {
                settings.extend(self.setting(entry, Scope::WholeCall, &[]));
            }
            all.push((name.to_owned(), settings));
        }
        all
    }

    /// Reads tables that are written as `[[key]]`.
    fn each_of<T>(
        &mut self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        read: impl Fn(&mut Self, Span, &DeTable<'_>) -> Option<T>,
    ) -> Vec<T> {
        let at = self.span_of(value);
        let DeValue::Array(tables) = value.get_ref() else {
            self.fault(at, format!("`{key}` is a list of tables: write `[[{key}]]`"));
            return Vec::new();
        };
        let mut all = Vec::new();
        for value in tables {
            let at = self.span_of(value);
            match value.get_ref() {
                DeValue::Table(table) => all.extend(read(self, at, table)),
                other => self.wrong_type(key, at, "tables", other),
            }
        }
        all
    }

    fn path_settings(&mut self, at: Span, table: &DeTable<'_>) -> Option<PathSettings> {
        let (mut files, mut settings) = (None, Vec::new());
        for entry in self.entries(table) {
            match entry {
                ("files", _, value) => files = Some(self.globs("files", value)),
                _ => settings.extend(self.setting(entry, Scope::SomeFiles, &["files"])),
            }
        }
        if files.is_none() {
            self.fault(
                at,
                "`files` is missing: the pattern of the files that these settings are for",
            );
        }
        Some(PathSettings { files: files?, settings })
    }

    fn allowed(&mut self, at: Span, table: &DeTable<'_>) -> Option<AllowedCode> {
        let (mut code, mut reason, mut files) = (None, None, Vec::new());
        for (key, span, value) in self.entries(table) {
            match key {
                "code" => code = self.string(key, value),
                "reason" => reason = self.string(key, value),
                "files" => files = self.globs(key, value),
                _ => {
                    let message =
                        format!("there is no `{key}` here: there are `code`, `reason` and `files`");
                    self.fault(span, message);
                }
            }
        }
        let reason = reason.filter(|reason| !reason.trim().is_empty());
        if code.is_none() || reason.is_none() {
            self.fault(at, "what is allowed has a `code` and a `reason`");
        }
        Some(AllowedCode { code: code?, files, reason: reason?, span: at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SettingKind;
    use source::Files;

    /// A few options.
    struct Some;

    impl OptionTable for Some {
        fn names(&self) -> Vec<String> {
            ["history", "prove", "property", "timeout", "z3"].map(str::to_owned).to_vec()
        }

        fn kind(&self, name: &str) -> Option<SettingKind> {
            match name {
                "prove" => Option::Some(SettingKind::Flag),
                "property" => Option::Some(SettingKind::Many),
                "history" | "timeout" | "z3" => Option::Some(SettingKind::One),
                _ => None,
            }
        }

        fn is_barred(&self, name: &str, _: Option<&str>) -> Option<String> {
            (name == "z3").then(|| "only the command line may set `z3`".to_owned())
        }

        fn is_for_whole_call(&self, name: &str) -> bool {
            name == "timeout"
        }

        fn check(&self, name: &str, value: &str) -> Result<(), String> {
            match name == "history" && value.parse::<u8>().is_err() {
                true => Err(format!("`{value}` is not a number")),
                false => Ok(()),
            }
        }
    }

    fn read(text: &str) -> Result<ProjectConfig, Vec<String>> {
        let file = Files::new().add("tracehound.toml", text);
        ProjectConfig::read(&file, &Some).map_err(|faults| {
            let line = |fault: &Diagnostic| {
                let place = file.position(fault.labels[0].span.start);
                let help = fault.helps.first().map_or(String::new(), |help| format!(" ({help})"));
                format!("{}:{}: {}{help}", place.line, place.column, fault.message)
            };
            faults.iter().map(line).collect()
        })
    }

    #[track_caller]
    fn check_faults(text: &str, expected: &[&str]) {
        assert_eq!(read(text).err().unwrap_or_default(), expected);
    }

    #[test]
    fn a_whole_file() {
        let config = read(
            "targets = ['src']\nexclude = 'vendor/**'\nbaseline = 'known.toml'\nhistory = 5\n\
             [profile.ci]\ntimeout = '5m'\nprove = true\n\
             [[path]]\nfiles = ['src/*.ml']\nproperty = ['a', 'b']\n\
             [[allow]]\ncode = 'ADT001'\nreason = 'as agreed'\n",
        )
        .expect("it is right");
        assert_eq!(config.targets, ["src"]);
        assert!(config.is_excluded("vendor/a/b.ml") && !config.is_excluded("src/a.ml"));
        assert_eq!(config.settings[0].values, ["5"]);
        assert_eq!(config.profile("ci").expect("there is one").len(), 2);
        assert!(config.profile("night").is_none());
        let of_file: Vec<&Setting> = config.settings_of("src/a.ml").collect();
        assert_eq!(of_file[0].values, ["a", "b"]);
        assert_eq!(config.settings_of("src/x/a.ml").count(), 0);
        assert!(config.allow[0].is_for("anywhere"));
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        check_faults("a = \n", &["1:5: string values must be quoted, expected literal string"]);
        check_faults(
            "timout = '5s'\n[[path]]\nfiles = 'x'\nhistry = 3\n",
            &[
                "1:1: there is no setting `timout` (did you mean `timeout`?)",
                "4:1: there is no setting `histry` (did you mean `history`?)",
            ],
        );
        check_faults("history = 'x'\n", &["1:11: `x` is not a number"]);
        check_faults(
            "history = [1]\n",
            &["1:11: `history` takes a string or a number, and not a list"],
        );
        check_faults("prove = 1\n", &["1:9: `prove` takes `true` or `false`, and not a number"]);
        check_faults("z3 = '/lib/z3.so'\n", &["1:1: only the command line may set `z3`"]);
        check_faults(
            "[[path]]\nfiles = 'x'\ntimeout = '5s'\n",
            &["3:1: `timeout` is for a whole call, and cannot be set for some files"],
        );
        check_faults(
            "targets = 3\n",
            &["1:11: `targets` takes a string or a list of strings, and not a number"],
        );
        check_faults("exclude = '['\n", &["1:11: `[` has no `]` in `[`"]);
        check_faults(
            "[[allow]]\ncode = 'X'\n",
            &["1:1: what is allowed has a `code` and a `reason`"],
        );
        check_faults(
            "[path]\nfiles = 'x'\n",
            &["1:1: `path` is a list of tables: write `[[path]]`"],
        );
    }
}
