//! The numbers of a campaign, for people.

use crate::{AreaOutcome, Counts};

/// A table in Markdown: one line for each area, and one for all.
#[must_use]
pub fn table(outcomes: &[AreaOutcome]) -> String {
    let mut text =
        "| area | cases | decided | undecided | wrong | crashed | seconds |\n".to_owned();
    text.push_str("|---|--:|--:|--:|--:|--:|--:|\n");
    for outcome in outcomes {
        text.push_str(&line(outcome));
    }
    if outcomes.len() > 1 {
        let sum = |of: fn(&AreaOutcome) -> u64| outcomes.iter().map(of).sum();
        text.push_str(&line(&AreaOutcome {
            area: "all".to_owned(),
            decided: sum(|outcome| outcome.decided),
            undecided: sum(|outcome| outcome.undecided),
            wrong: sum(|outcome| outcome.wrong),
            crashed: sum(|outcome| outcome.crashed),
            counts: Counts::default(),
            time: outcomes.iter().map(|outcome| outcome.time).sum(),
            skipped: None,
        }));
    }
    for outcome in outcomes {
        for (name, count) in &outcome.counts {
            text.push_str(&format!("\n{}: {count} {name}", outcome.area));
        }
        if !outcome.counts.is_empty() {
            text.push('\n');
        }
    }
    text
}

fn line(outcome: &AreaOutcome) -> String {
    let AreaOutcome { area, decided, undecided, wrong, crashed, time, skipped, .. } = outcome;
    if let Some(why) = skipped {
        return format!("| {area} | skipped: {why} | | | | | |\n");
    }
    let cases = decided + undecided + wrong;
    let seconds = time.as_secs();
    format!("| {area} | {cases} | {decided} | {undecided} | {wrong} | {crashed} | {seconds} |\n")
}
