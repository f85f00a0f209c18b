//! From trees to terms.

use rustc_hash::FxHashMap;
use source::{FileId, Span};

use super::infer::{Context, Typing, token_literal};
use super::tree::{Tree, TreeId};
use crate::definition::{LabelId, ProductionId, SortId, UserList};
use crate::grammar::{Mode, Op};
use crate::signature::Signature;
use crate::term::{Lambda, Term, TermId, Terms, VariableKind};

/// The term of a program.
pub(crate) fn lower_program(
    context: &Context<'_>,
    file: FileId,
    terms: &mut Terms,
    root: TreeId,
) -> TermId {
    let k = context.signature.builtin().k;
    let (typing, choices, mode) = (Typing::default(), Choices::default(), Mode::Program);
    Lowering { context, file, terms, typing: &typing, choices: &choices, mode, done: Vec::new() }
        .run(root, k)
}

/// The term of a part of a rule.
pub(crate) fn lower_rule(
    context: &Context<'_>,
    file: FileId,
    terms: &mut Terms,
    root: TreeId,
    sort: SortId,
    (typing, choices): (&Typing, &Choices),
) -> TermId {
    let mode = Mode::Rule;
    Lowering { context, file, terms, typing, choices, mode, done: Vec::new() }.run(root, sort)
}

/// Which side of each `#Or` is meant.
pub(crate) type Choices = FxHashMap<TreeId, usize>;

/// All ways to choose a side of each `#Or` in some trees; none if there are too many.
pub(crate) fn alternatives(context: &Context<'_>, roots: &[TreeId]) -> Option<Vec<Choices>> {
    /// How many rules one rule may stand for.
    const MOST: usize = 256;
    let (mut complete, mut open) = (Vec::new(), vec![(Choices::default(), roots.to_vec())]);
    while let Some((choices, mut todo)) = open.pop() {
        if complete.len() + open.len() > MOST {
            return None;
        }
        let mut split = None;
        while let Some(tree) = todo.pop() {
            let node = context.trees.get(tree);
            if node.op == Op::Or && !choices.contains_key(&tree) {
                split = Some(tree);
                break;
            }
            todo.extend(node.children.iter());
        }
        let Some(tree) = split else {
            complete.push(choices);
            continue;
        };
        for (side, child) in context.trees.get(tree).children.iter().enumerate().rev() {
            let mut choices = choices.clone();
            choices.insert(tree, side);
            let todo = todo.iter().copied().chain([*child]).collect();
            open.push((choices, todo));
        }
    }
    Some(complete)
}

enum Task {
    /// A tree at a place that asks for a sort.
    Open(TreeId, SortId),
    /// The same, when that many of its parts are done.
    Close(TreeId, SortId, usize),
    /// A chain of operators that group to the right, when its operands are done.
    Turn(Vec<LabelId>),
}

struct Lowering<'a, 'c> {
    context: &'a Context<'c>,
    file: FileId,
    terms: &'a mut Terms,
    typing: &'a Typing,
    choices: &'a Choices,
    mode: Mode,
    done: Vec<TermId>,
}

impl Lowering<'_, '_> {
    fn run(mut self, root: TreeId, sort: SortId) -> TermId {
        let mut stack = vec![Task::Open(root, sort)];
        while let Some(task) = stack.pop() {
            match task {
                Task::Open(tree, wanted) => self.open(tree, wanted, &mut stack),
                Task::Close(tree, wanted, parts) => self.close(tree, wanted, parts),
                Task::Turn(labels) => self.turn(&labels),
            }
        }
        self.done.pop().expect("the root is lowered last")
    }

    fn open(&self, tree: TreeId, wanted: SortId, stack: &mut Vec<Task>) {
        let context = self.context;
        let node = context.trees.get(tree);
        if matches!(node.op, Op::ListOne(_) | Op::ListMore(_)) {
            let elements = self.elements(tree);
            stack.push(Task::Close(tree, wanted, elements.len()));
            let k = context.signature.builtin().k;
            stack.extend(elements.into_iter().map(|element| Task::Open(element, k)));
            return;
        }
        if node.op == Op::Or {
            let side = self.choices.get(&tree).copied().unwrap_or(0);
            stack.push(Task::Open(node.children[side], wanted));
            return;
        }
        if let Op::Named(id) = node.op {
            let sorts: Vec<SortId> = context.signature.production(id).arguments().collect();
            let named = self.named(tree);
            stack.push(Task::Close(tree, wanted, named.len()));
            let open = |(number, child): &(usize, TreeId)| Task::Open(*child, sorts[*number]);
            stack.extend(named.iter().rev().map(open));
            return;
        }
        if let Some(label) = self.turned(tree) {
            self.open_chain(tree, label, stack);
            return;
        }
        stack.push(Task::Close(tree, wanted, node.children.len()));
        // What is pushed last is done first: `children` counts down, as it should.
        context.children(tree, wanted, |child, sort, _| stack.push(Task::Open(child, sort)));
    }

    /// The arguments that are named, with their numbers, in the order of the text.
    fn named(&self, tree: TreeId) -> Vec<(usize, TreeId)> {
        let trees = self.context.trees;
        let (mut named, mut at) = (Vec::new(), trees.get(tree).children.first().copied());
        while let Some(node) = at.map(|tree| trees.get(tree)) {
            if let Op::NamedOne(_, number) | Op::NamedMore(_, number) = node.op {
                named.push((number, node.children[0]));
            }
            at = node.children.get(1).copied();
        }
        named
    }

    /// All arguments of a production of which some are named; the others may be anything.
    fn all_arguments(&mut self, tree: TreeId, id: ProductionId, parts: &[TermId]) -> Vec<TermId> {
        let numbers = self.named(tree);
        let span = self.span(self.context.trees.get(tree));
        let sorts: Vec<SortId> = self.context.signature.production(id).arguments().collect();
        let argument = |(number, sort): (usize, SortId)| match numbers
            .iter()
            .position(|(named, _)| *named == number)
        {
            Some(at) => parts[at],
            None => {
                let name = format!("_{}_{number}", span.start);
                let kind = VariableKind::Anonymous;
                self.terms.add(Term::Variable { name, sort, kind }, span)
            }
        };
        sorts.into_iter().enumerate().map(argument).collect()
    }

    /// The symbol of an operator that was read from the left but groups to the right.
    fn turned(&self, tree: TreeId) -> Option<LabelId> {
        match (self.mode, self.context.trees.get(tree).op) {
            (Mode::Program, Op::Production(id)) if self.context.signature.extra(id).turned => {
                self.context.signature.production(id).label
            }
            (_, _) => None,
        }
    }

    /// All operands of a chain. An operand in brackets starts behind the operator's own start.
    fn open_chain(&self, tree: TreeId, label: LabelId, stack: &mut Vec<Task>) {
        let trees = self.context.trees;
        let (mut labels, mut operands) = (vec![label], Vec::new());
        let mut node = trees.get(tree);
        loop {
            operands.push(node.children[1]);
            let left = node.children[0];
            match self.turned(left) {
                Some(label) if trees.get(left).start == node.start => {
                    labels.push(label);
                    node = trees.get(left);
                }
                Some(_) | None => {
                    operands.push(left);
                    break;
                }
            }
        }
        stack.push(Task::Turn(labels));
        let k = self.context.signature.builtin().k;
        stack.extend(operands.into_iter().map(|operand| Task::Open(operand, k)));
    }

    /// Puts a chain together from its end; the last symbol comes first.
    fn turn(&mut self, labels: &[LabelId]) {
        let mut operands = self.done.split_off(self.done.len() - labels.len() - 1);
        let mut chain = operands.pop().expect("a chain has operands");
        for (&label, left) in labels.iter().zip(operands.into_iter().rev()) {
            let span = self.terms.span(left).to(self.terms.span(chain));
            chain = self.terms.add(Term::Apply { label, args: vec![left, chain] }, span);
        }
        self.done.push(chain);
    }

    /// The elements of a list, the last one first.
    fn elements(&self, list: TreeId) -> Vec<TreeId> {
        let (mut elements, mut at) = (Vec::new(), list);
        loop {
            let node = self.context.trees.get(at);
            match (node.op, &node.children[..]) {
                (Op::ListMore(_), [rest, element]) => {
                    elements.push(*element);
                    at = *rest;
                }
                (_, [element]) => {
                    elements.push(*element);
                    return elements;
                }
                (_, _) => unreachable!("a list that is not empty ends with its first element"),
            }
        }
    }

    fn close(&mut self, tree: TreeId, wanted: SortId, parts: usize) {
        let parts = self.done.split_off(self.done.len() - parts);
        let term = self.term(tree, wanted, parts);
        let term = self.as_list(tree, term, wanted);
        self.done.push(term);
    }

    fn term(&mut self, tree: TreeId, wanted: SortId, parts: Vec<TermId>) -> TermId {
        let (context, node) = (self.context, self.context.trees.get(tree));
        let signature = context.signature;
        let term = match node.op {
            Op::Production(id) => {
                let production = signature.production(id);
                let hook = production.attributes.value("hook").unwrap_or_default();
                if let Some(call) = self.matches(tree, hook, &parts) {
                    return call;
                }
                let label = production.label;
                Term::Apply { label: label.expect("a node has a symbol"), args: parts }
            }
            Op::Named(id) => {
                let label = signature.production(id).label;
                let args = self.all_arguments(tree, id, &parts);
                Term::Apply { label: label.expect("a node has a symbol"), args }
            }
            Op::Fun => {
                return self.lambda(tree, wanted, [parts[0], parts[1], parts[2]]);
            }
            Op::Let => {
                return self.lambda(tree, wanted, [parts[0], parts[2], parts[1]]);
            }
            Op::Token(id) => Term::Token {
                text: context.text_of(tree).to_owned(),
                sort: signature.production(id).sort,
            },
            Op::TokenLiteral => self.token(tree, wanted),
            Op::Variable | Op::ConfigVariable => self.variable(tree),
            Op::Rewrite => Term::Rewrite { left: parts[0], right: parts[1] },
            Op::As => {
                let alias = self.alias(tree, wanted);
                Term::As { pattern: parts[0], alias }
            }
            Op::NoSequence => Term::Sequence(Vec::new()),
            Op::NoCells => Term::Bag(Vec::new()),
            Op::Sequence => Term::Sequence(self.flat(parts)),
            Op::InitCell(cell) => {
                return signature.cells[cell].initial.expect("only such cells have a word");
            }
            Op::Cells | Op::InContext => Term::Bag(self.flat(parts)),
            Op::Cell { cell, open_left, open_right } => {
                let name = signature.cells[cell].name.clone();
                let nothing = || Term::Sequence(Vec::new());
                let contents = parts.first().copied();
                let contents =
                    contents.unwrap_or_else(|| self.terms.add(nothing(), self.span(node)));
                Term::Cell { name, open_left, open_right, contents }
            }
            Op::Cast(sort, kind) => {
                let inner = self.terms.get(parts[0]);
                if matches!(inner, Term::Variable { .. }) && kind == crate::CastKind::Semantic {
                    return parts[0];
                }
                Term::Cast { kind, sort, term: parts[0] }
            }
            Op::SyntacticCast(_) => return parts[0],
            Op::ListNone(at) => return self.nil(at, self.span(node)),
            Op::ListOne(at) | Op::ListMore(at) => return self.list(at, node, parts),
            Op::Transparent => unreachable!("transparent lines leave no tree"),
            Op::Or | Op::NamedOne(..) | Op::NamedMore(..) => {
                unreachable!("what they are inside of takes their parts")
            }
        };
        self.terms.add(term, self.span(node))
    }

    /// A call of a function that is written where it is used.
    fn lambda(&mut self, tree: TreeId, sort: SortId, parts: [TermId; 3]) -> TermId {
        let [pattern, body, argument] = parts;
        let span = self.span(self.context.trees.get(tree));
        let known = self.context.signature.labels.len();
        self.terms.add_call(known, Lambda { pattern, body: Some(body), sort, span }, argument)
    }

    /// `pattern :=K t` and `pattern :/=K t`: a call of a function that says whether it matches.
    fn matches(&mut self, tree: TreeId, hook: &str, parts: &[TermId]) -> Option<TermId> {
        let ([pattern, argument], "KEQUAL.matches" | "KEQUAL.differs") = (parts, hook) else {
            return None;
        };
        let span = self.span(self.context.trees.get(tree));
        let signature = self.context.signature;
        let (known, sort) = (signature.labels.len(), signature.builtin().bool);
        let lambda = Lambda { pattern: *pattern, body: None, sort, span };
        let call = self.terms.add_call(known, lambda, *argument);
        if hook == "KEQUAL.matches" {
            return Some(call);
        }
        let negation = signature.productions.iter().find_map(|production| {
            let is_negation = production.attributes.value("hook") == Some("BOOL.not");
            production.label.filter(|_| is_negation)
        });
        let label = negation.expect("what compares imports the truth values");
        Some(self.terms.add(Term::Apply { label, args: vec![call] }, span))
    }

    fn span(&self, node: &Tree) -> Span {
        Span { file: self.file, start: node.start, end: node.end }
    }

    fn variable(&self, tree: TreeId) -> Term {
        let text = self.context.text_of(tree);
        let (kind, name) = split_mark(text);
        let sort = match kind {
            VariableKind::Anonymous => self.typing.anonymous.get(&tree),
            _ => self.typing.named.get(text),
        };
        let sort = *sort.expect("inference has seen every variable");
        let name = match kind {
            VariableKind::Anonymous => format!("_{}", self.context.trees.get(tree).start),
            _ => name.to_owned(),
        };
        Term::Variable { name, sort, kind }
    }

    /// The variable behind `#as`, which is no tree of its own.
    fn alias(&mut self, tree: TreeId, wanted: SortId) -> TermId {
        let name = self.context.alias(tree).unwrap_or("_");
        let sort = self.typing.named.get(name).copied().unwrap_or(wanted);
        let (kind, name) = split_mark(name);
        let span = self.span(self.context.trees.get(tree));
        self.terms.add(Term::Variable { name: name.to_owned(), sort, kind }, span)
    }

    fn token(&self, tree: TreeId, wanted: SortId) -> Term {
        let text = self.context.text_of(tree);
        let (text, _) = token_literal(text).unwrap_or_else(|| (text.to_owned(), String::new()));
        Term::Token { text, sort: self.context.own_sort(tree).unwrap_or(wanted) }
    }

    /// The parts with the parts of nested sequences or bags in their place.
    fn flat(&self, parts: Vec<TermId>) -> Vec<TermId> {
        let mut flat = Vec::new();
        for part in parts {
            match self.terms.get(part) {
                Term::Sequence(inner) | Term::Bag(inner) => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        flat
    }

    fn nil(&mut self, list: usize, span: Span) -> TermId {
        let label = self.context.signature.lists[list].nil;
        self.terms.add(Term::Apply { label, args: Vec::new() }, span)
    }

    fn list(&mut self, list: usize, node: &Tree, parts: Vec<TermId>) -> TermId {
        let end = Span { start: node.end, ..self.span(node) };
        let mut rest = self.nil(list, end);
        for part in parts.into_iter().rev() {
            rest = self.cons(list, part, rest, self.terms.span(part).to(end));
        }
        rest
    }

    fn cons(&mut self, list: usize, element: TermId, rest: TermId, span: Span) -> TermId {
        let label = self.context.signature.lists[list].cons;
        self.terms.add(Term::Apply { label, args: vec![element, rest] }, span)
    }

    /// A single element where a list is asked for becomes a list of one: rules may leave the empty
    /// list behind it away. The grammar of programs has lists of one element itself.
    fn as_list(&mut self, tree: TreeId, term: TermId, wanted: SortId) -> TermId {
        let own = match self.terms.get(term) {
            _ if self.mode == Mode::Program => return term,
            Term::Variable { sort, .. } => Some(*sort),
            _ => self.context.own_sort(tree),
        };
        let Some(list) = own.and_then(|own| self.list_around(own, wanted)) else { return term };
        let span = self.terms.span(term);
        let nil = self.nil(list, Span { start: span.end, ..span });
        self.cons(list, term, nil, span)
    }

    /// The list that an element has to become part of, so that it has the sort that is asked for:
    /// the one of that sort, or the first one below it.
    fn list_around(&self, own: SortId, wanted: SortId) -> Option<usize> {
        let signature: &Signature = self.context.signature;
        let below = |small, large| signature.order.less_eq(small, large);
        if below(own, wanted) {
            return None;
        }
        let fits = |list: &UserList| below(list.sort, wanted) && below(own, list.element);
        let exact = |list: &UserList| list.sort == wanted;
        let lists = || signature.lists.iter();
        let best = lists().position(|list| exact(list) && fits(list));
        best.or_else(|| lists().position(fits)).or_else(|| lists().position(exact))
    }
}

/// The kind of a variable and its name without the mark.
fn split_mark(text: &str) -> (VariableKind, &str) {
    match text.split_at_checked(1) {
        Some(("!", name)) => (VariableKind::Fresh, name),
        Some(("?", name)) => (VariableKind::Exists, name),
        Some(("$", name)) => (VariableKind::Config, name),
        Some(("@", name)) => (VariableKind::Plain, name),
        Some(("_", "")) => (VariableKind::Anonymous, "_"),
        Some(_) | None => (VariableKind::Plain, text),
    }
}

#[cfg(test)]
mod tests {
    use source::Files;

    use crate::testing::definition;
    use crate::{Definition, ProgramParser, Term, TermId, Terms};

    /// A term with parentheses around every application.
    fn grouped(definition: &Definition, terms: &Terms, id: TermId) -> String {
        match terms.get(id) {
            Term::Apply { label, args } => {
                let parts: Vec<String> =
                    args.iter().map(|arg| grouped(definition, terms, *arg)).collect();
                format!("({} {})", definition.label(*label).name, parts.join(" "))
            }
            Term::Token { text, .. } => text.clone(),
            other => panic!("{other:?} is no part of this test"),
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let definition = definition(
            r#"module T
                 syntax E ::= r"[a-z]" [token] | "(" E ")" [bracket]
                            > left: E "*" E > right: E "=" E | E ":" E > right: E "?" E
               endmodule"#,
        );
        let parser = ProgramParser::new(&definition).expect("the expressions are fine");
        let file = Files::new().add("p", text);
        let mut terms = Terms::default();
        let sort = definition.find_sort("E").expect("it is declared");
        let root = parser.parse(&file, sort, &mut terms).expect("one reading");
        assert_eq!(grouped(&definition, &terms, root), expected);
    }

    #[test]
    fn operators_group_as_declared() {
        check("a * b * c", "(_*_ (_*_ a b) c)");
        check("a = b : c = d", "(_=_ a (_:_ b (_=_ c d)))");
        check("a * b = c", "(_=_ (_*_ a b) c)");
        check("a ? b = c ? d = e", "(_?_ a (_?_ (_=_ b c) (_=_ d e)))");
    }

    #[test]
    fn brackets_keep_what_they_hold() {
        check("(a = b) = c = d", "(_=_ (_=_ a b) (_=_ c d))");
        check("((a = b)) : (c = d)", "(_:_ (_=_ a b) (_=_ c d))");
        check("a = (b ? c)", "(_=_ a (_?_ b c))");
    }
}
