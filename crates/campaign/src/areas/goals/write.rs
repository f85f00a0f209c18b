//! Random expressions of the language of goals.

/// Writes random programs: every byte of the tape is a decision.
pub(super) struct Writer<'t> {
    tape: std::slice::Iter<'t, u8>,
    names: usize,
}

impl Writer<'_> {
    pub(super) fn new(tape: &[u8]) -> Writer<'_> {
        Writer { tape: tape.iter(), names: 0 }
    }

    fn pick(&mut self, count: usize) -> usize {
        usize::from(self.tape.next().copied().unwrap_or(0)) % count
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn leaf(&mut self, scope: &[String]) -> String {
        match self.pick(2 + 2 * scope.len()) {
            0 => "a".to_owned(),
            1 => ["b", "7", "[]"][self.pick(3)].to_owned(),
            number => scope[(number - 2) % scope.len()].clone(),
        }
    }

    /// An expression over these names, nested so deeply at most.
    pub(super) fn expr(&mut self, scope: &[String], depth: usize) -> String {
        if depth == 0 {
            return self.leaf(scope);
        }
        let depth = depth - 1;
        match self.pick(9) {
            0 => self.leaf(scope),
            1 => format!("f({}, {})", self.expr(scope, depth), self.expr(scope, depth)),
            2 => format!("({} :: {})", self.expr(scope, depth), self.expr(scope, depth)),
            3 => format!("({} == {})", self.expr(scope, depth), self.expr(scope, depth)),
            4 => {
                let (name, value) = (self.fresh(), self.expr(scope, depth));
                let body = self.expr(&with(scope, &[&name]), depth);
                format!("(let {name} = {value} in {body})")
            }
            5 => {
                let (name, argument) = (self.fresh(), self.expr(scope, depth));
                let body = self.expr(&with(scope, &[&name]), depth);
                format!("((fun {name} -> {body}) {argument})")
            }
            6 => {
                let operator = ["+", "-", "*", "/", "%", "<", "<=", ">", ">="][self.pick(9)];
                format!("({} {operator} {})", self.expr(scope, depth), self.expr(scope, depth))
            }
            _ => self.case(scope, depth),
        }
    }

    fn case(&mut self, scope: &[String], depth: usize) -> String {
        let value = self.expr(scope, depth);
        let mut clauses = Vec::new();
        for _ in 0..=self.pick(3) {
            let (one, two) = (self.fresh(), self.fresh());
            let (pattern, bound) = match self.pick(6) {
                0 => ("a".to_owned(), vec![]),
                1 => ("true".to_owned(), vec![]),
                2 => (format!("f({one}, {two})"), vec![one.as_str(), two.as_str()]),
                3 => (format!("{one} :: {two}"), vec![one.as_str(), two.as_str()]),
                4 => (format!("f(_, {one})"), vec![one.as_str()]),
                _ => (one.clone(), vec![one.as_str()]),
            };
            clauses.push(format!("{pattern} -> {}", self.expr(&with(scope, &bound), depth)));
        }
        format!("(case {value} of {})", clauses.join("; "))
    }
}

fn with(scope: &[String], names: &[&str]) -> Vec<String> {
    scope.iter().cloned().chain(names.iter().map(|name| (*name).to_owned())).collect()
}
