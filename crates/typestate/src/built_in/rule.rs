//! Rules about the JDK's classes, each a line of `jdk.rules`, as properties.

/// A rule, with Java code that keeps it and code that breaks it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JdkRule {
    /// Its name, such as `scanner.closed`.
    pub name: &'static str,
    kind: &'static str,
    parts: [&'static str; 4],
    /// Why it is one.
    pub about: &'static str,
    /// Statements that keep it.
    pub good: &'static str,
    /// Statements that break it.
    pub bad: &'static str,
}

impl JdkRule {
    /// The rules of a text.
    pub(super) fn all(text: &'static str) -> Vec<JdkRule> {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines
            .map(|line| JdkRule::of(line).unwrap_or_else(|| panic!("this is no rule: {line}")))
            .collect()
    }

    fn of(line: &'static str) -> Option<JdkRule> {
        // Conditions have bars of their own, two at once.
        let [name, what, about, good, bad] =
            line.splitn(5, " | ").collect::<Vec<_>>().try_into().ok()?;
        let (kind, rest) = what.split_once(' ')?;
        let mut parts = [""; 4];
        rest.split(" ; ").zip(&mut parts).for_each(|(part, place)| *place = part.trim());
        Some(JdkRule { name, kind, parts, about, good, bad })
    }

    /// What it is about: the part of its name before the dot.
    #[must_use]
    pub fn group(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(group, _)| group)
    }

    /// The property, as text.
    #[must_use]
    pub fn text(&self) -> String {
        let name = self.property_name();
        let [class, first, second, third] = self.parts;
        let on = |event: &str, calls: &str| event_on(event, class, calls);
        let body = match self.kind {
            "ends" => format!("{}{}never end any* use", on("use", second), on("end", first)),
            "once" => format!("{}never use any* use", on("use", first)),
            "repeats" => {
                format!("{}{}never use use", on("use", first), on("between", second))
            }
            "ends-until" => format!(
                "{}{}{}never end use",
                on("use", second),
                on("end", first),
                on("again", third)
            ),
            "needs" => {
                format!("{}{}always G (use -> <*> first)", on("first", first), on("use", second))
            }
            "asks" => format!(
                "event yes = {class}.{first} on o returns true\n{}always G (use -> (*) yes)",
                on("use", second)
            ),
            "pairs" => {
                format!("{}{}always G (open -> X F close)", on("open", first), on("close", second))
            }
            "never" => {
                let (class, method) = member(class);
                return format!(
                    "property {name}() {{\n{}never call\n}}",
                    event("call", class, method)
                );
            }
            "derived" => {
                let (owner, method) = member(class);
                let make = event("make", owner, method);
                let change = event_on("change", first, second);
                return format!(
                    "property {name}({first} o) {{\n{} returns o\n{change}never make any* change\n}}",
                    make.trim_end()
                );
            }
            "self" => {
                return format!(
                    "{name}(Object o) {{\nevent call before(Object o) : call(* {class}) && target(o) && args(o) {{}}\n\
                     ere: call\n@match {{}}\n}}"
                );
            }
            "when" => return when(&name, class, first, second),
            kind => unreachable!("there is no kind of rule called `{kind}`"),
        };
        format!("property {name}({class} o) {{\n{body}\n}}")
    }

    /// Its name as a property has it: `ScannerClosed`.
    fn property_name(&self) -> String {
        let words = self.name.split(['.', '-']);
        let words = words.map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_uppercase() + rest
        });
        words.collect()
    }
}

/// A class and the calls behind it: `java.lang.Thread` and `stop() suspend()`.
fn member(text: &'static str) -> (&'static str, &'static str) {
    let open = text.find('(').unwrap_or(text.len());
    let dot = text[..open].rfind('.').unwrap_or(0);
    (&text[..dot], &text[dot + 1..])
}

/// An event that is any of some calls of a class.
fn event(event: &str, class: &str, calls: &str) -> String {
    let calls = calls.split_whitespace().map(|call| format!("{class}.{call}"));
    format!("event {event} = {}\n", calls.collect::<Vec<_>>().join(" | "))
}

/// An event that is any of some calls on the object of the property.
fn event_on(name: &str, class: &str, calls: &str) -> String {
    format!("{} on o\n", event(name, class, calls).trim_end())
}

/// The property that a call is wrong where a condition on its arguments holds.
fn when(name: &str, call: &str, args: &str, condition: &str) -> String {
    let args = args.trim_matches(['(', ')']).split(", ");
    let (mut formals, mut names) = (Vec::new(), Vec::new());
    for arg in args {
        match arg.rsplit_once(' ') {
            Some((_, own)) => {
                formals.push(arg);
                names.push(own);
            }
            None => names.push(arg),
        }
    }
    format!(
        "{name}() {{\nevent call before({}) : call(* {call}) && args({}) && condition({condition}) {{}}\n\
         ere: call\n@match {{}}\n}}",
        formals.join(", "),
        names.join(", ")
    )
}
