//! `--step`: a run that a person goes through, one step at a time.
//!
//! Commands come from standard input, one on each line, so a session can be piped in as well. After
//! each of them the configuration is shown with what has changed in it, then what can be done next.

use std::collections::BTreeMap;
use std::io::{self, BufRead, IsTerminal};

use anyhow::{Context, Result};
use host::output;
use lang_k::{Asked, Ending, Moment, Move, Next, Stepper, done_title, show_term};
use report::Outcome;
use solve::Solver;

use super::Job;
use super::render::{limit_outcome, short_ending};

const HELP: &str = "\
Enter, s [N]      make a step, or N of them, by the first choice
N, choose N       make the choice of this number
continue          go on until there is a condition to choose, or the end
b, back [N]       take back what was done last, or N times that
p, print          show the configuration
why RULE          say why a rule does not apply: its label, FILE:LINE or number
q, quit           end here
";

/// What a person wants.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Command {
    Step(u64),
    Choose(usize),
    Continue,
    Back(u64),
    Print,
    Why(String),
    Help,
    Quit,
}

impl Command {
    fn read(line: &str) -> Result<Command, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let times = || match rest {
            "" => Ok(1),
            number => number.parse::<u64>().map_err(|_| format!("`{number}` is not a number")),
        };
        Ok(match word {
            "" => Command::Step(1),
            "s" | "step" => Command::Step(times()?),
            "choose" => Command::Choose(times()?.try_into().unwrap_or(usize::MAX)),
            "c" | "continue" => Command::Continue,
            "b" | "back" => Command::Back(times()?),
            "p" | "print" => Command::Print,
            "why" => Command::Why(rest.to_owned()),
            "h" | "help" | "?" => Command::Help,
            "q" | "quit" => Command::Quit,
            number => match number.parse() {
                Ok(number) => Command::Choose(number),
                Err(_) => return Err(format!("`{word}` is not a command; `help` lists them")),
            },
        })
    }
}

/// Goes through a run.
pub(super) fn step(job: &Job<'_>, solver: &mut dyn Solver) -> Result<Outcome> {
    let Job { language, pool, start, .. } = job;
    let stepper = Stepper::new(language, pool, start.clone(), &job.inputs.assumed, solver);
    let mut session = Session { job, stepper, next: Next::End(Ending::Finished) };
    session.next = session.stepper.choices();
    let is_terminal = io::stdin().is_terminal();
    output::to_stdout(&session.told())?;
    let mut lines = io::stdin().lock().lines();
    loop {
        if is_terminal {
            output::to_stdout("> ")?;
        }
        let Some(line) = lines.next().transpose().context("cannot read commands")? else {
            let steps = session.stepper.steps();
            output::to_stdout(&format!(
                "End of the commands, after {}.\n",
                source::counted(steps, "step")
            ))?;
            return Ok(Outcome::NoneFound);
        };
        let told = match Command::read(&line) {
            Ok(Command::Quit) => return Ok(Outcome::NoneFound),
            Ok(command) => session.obey(command),
            Err(what) => format!("{what}\n"),
        };
        output::to_stdout(&told)?;
        if job.meter.poll(0) {
            return Ok(job.meter.met().map_or(Outcome::NoneFound, limit_outcome));
        }
    }
}

struct Session<'j, 'a> {
    job: &'j Job<'a>,
    stepper: Stepper<'j>,
    next: Next,
}

impl Session<'_, '_> {
    fn obey(&mut self, command: Command) -> String {
        match command {
            Command::Step(times) => {
                let made = self.steps(Some(times));
                if made == 0 { self.nothing_done() } else { self.told() }
            }
            Command::Continue => {
                let made = self.steps(None);
                if made == 0 { self.nothing_done() } else { self.told() }
            }
            Command::Choose(number) => match self.choice(number) {
                Some(moment) => {
                    self.go(moment);
                    self.told()
                }
                None => format!("there is no choice {number}\n"),
            },
            Command::Back(times) => {
                let taken = (0..times).take_while(|_| self.stepper.back()).count();
                self.next = self.stepper.choices();
                let note = if taken == 0 { "This is the start.\n" } else { "" };
                format!("{note}{}", self.told())
            }
            Command::Print => self.told(),
            Command::Why(rule) => self.why(&rule),
            Command::Help => HELP.to_owned(),
            Command::Quit => String::new(),
        }
    }

    fn go(&mut self, moment: Moment) {
        self.stepper.go(moment);
        self.next = self.stepper.choices();
    }

    fn choice(&self, number: usize) -> Option<Moment> {
        match &self.next {
            Next::Choices(choices) => choices.get(number.checked_sub(1)?).cloned(),
            Next::End(_) => None,
        }
    }

    /// Takes first choices, so many times or to the end, and says how many. A condition is taken only
    /// where the first of so many steps is one: otherwise a person chooses.
    fn steps(&mut self, times: Option<u64>) -> u64 {
        let mut made = 0;
        while times.is_none_or(|times| made < times) && !self.job.meter.poll(0) {
            let Some(first) = self.choice(1) else { break };
            let is_condition = matches!(first.by, Some(Move::Assume(_)));
            if is_condition && (made > 0 || times.is_none()) {
                break;
            }
            self.go(first);
            made += 1;
        }
        made
    }

    fn nothing_done(&self) -> String {
        match &self.next {
            Next::Choices(_) => "There is a condition to choose.\n".to_owned(),
            Next::End(_) => "There is nothing left to do.\n".to_owned(),
        }
    }

    /// Where the run is, and what can be done.
    fn told(&mut self) -> String {
        let now = self.stepper.now();
        let show = |moment: &Moment| self.job.language.show_state(&self.job.pool, &moment.state);
        let before = self.stepper.before().map(show);
        let title = match now.by {
            None => "Start".to_owned(),
            Some(made) => format!("Step {}, by {}", self.stepper.steps(), self.title(made)),
        };
        let conds: Vec<String> =
            now.conds.iter().map(|cond| show_term(&self.job.pool, *cond)).collect();
        let conds = match conds.is_empty() {
            true => String::new(),
            false => format!("where {}\n", conds.join(" andBool ")),
        };
        let shown = marked(before.as_deref(), &show(now));
        format!("{title}\n{conds}{shown}{}", self.can_be_done())
    }

    fn title(&self, made: Move) -> String {
        match made {
            Move::Step(done) => done_title(&self.job.language, &self.job.files, done),
            Move::Assume(cond) => format!("taking `{}`", show_term(&self.job.pool, cond)),
        }
    }

    fn can_be_done(&mut self) -> String {
        let choices: Vec<Move> = match &self.next {
            Next::Choices(choices) => choices.iter().filter_map(|moment| moment.by).collect(),
            Next::End(Ending::Finished) => return "The program has come to its end.\n".to_owned(),
            Next::End(Ending::Stuck) => return self.stuck(),
            Next::End(other) => {
                return format!(
                    "Nothing can be done: {}\n",
                    short_ending(other).unwrap_or_default()
                );
            }
        };
        match choices[..] {
            [only] => format!("Next: {}\n", self.title(only)),
            _ => {
                let lines = choices.iter().enumerate();
                let lines =
                    lines.map(|(nth, made)| format!("  {}. {}\n", nth + 1, self.title(*made)));
                format!("Next, one of:\n{}", lines.collect::<String>())
            }
        }
    }

    fn stuck(&mut self) -> String {
        let (now, job) = (self.stepper.now().clone(), self.job);
        let mut possible = |cond| self.stepper.is_possible(cond);
        match lang_k::nearest_rule(asked(job, &now), &mut possible) {
            None => "Stuck: no rule applies.\n".to_owned(),
            Some((rule, why)) => {
                let title = lang_k::rule_title(&job.language, &job.files, rule);
                format!("Stuck: no rule applies. Nearest: {title}: {why}\n")
            }
        }
    }

    fn why(&mut self, rule: &str) -> String {
        let (now, job) = (self.stepper.now().clone(), self.job);
        let mut possible = |cond| self.stepper.is_possible(cond);
        let why = lang_k::why_not(asked(job, &now), rule, &mut possible);
        why.map_or_else(|| format!("there is no rule `{rule}`\n"), |why| format!("{why}\n"))
    }
}

fn asked<'j>(job: &'j Job<'_>, now: &'j Moment) -> Asked<'j> {
    let Job { language, files, pool, .. } = job;
    Asked { language, files, pool, state: &now.state, known: &now.known }
}

/// A text whose lines that were not there before are marked.
fn marked(before: Option<&str>, now: &str) -> String {
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for line in before.unwrap_or(now).lines() {
        *known.entry(line).or_default() += 1;
    }
    let mark = |line: &str| match known.get_mut(line).filter(|count| **count > 0) {
        Some(count) => {
            *count -= 1;
            format!("  {line}\n")
        }
        None => format!("* {line}\n"),
    };
    now.lines().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_words_and_numbers() {
        assert_eq!(Command::read(""), Ok(Command::Step(1)));
        assert_eq!(Command::read("s 12"), Ok(Command::Step(12)));
        assert_eq!(Command::read(" 2 "), Ok(Command::Choose(2)));
        assert_eq!(Command::read("choose 3"), Ok(Command::Choose(3)));
        assert_eq!(Command::read("why imp.k:60"), Ok(Command::Why("imp.k:60".to_owned())));
        assert!(Command::read("jump").is_err());
        assert!(Command::read("s many").is_err());
    }

    #[test]
    fn new_lines_are_marked() {
        assert_eq!(marked(None, "a\nb"), "  a\n  b\n");
        assert_eq!(marked(Some("a\nb"), "a\na\nb"), "  a\n* a\n  b\n");
    }
}
