//! Numbers with units, as users write them.

use std::time::Duration;

/// How many findings to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MaxFindings {
    /// Stop after this many.
    AtMost(u64),
    /// Go on to the end.
    All,
}

/// How long a call may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timeout {
    /// This long.
    After(Duration),
    /// As long as it takes.
    Never,
}

impl Timeout {
    /// The time, if there is a limit.
    pub fn time(self) -> Option<Duration> {
        match self {
            Timeout::After(time) => Some(time),
            Timeout::Never => None,
        }
    }
}

/// A duration, or `none`.
pub fn timeout(text: &str) -> Result<Timeout, String> {
    match text {
        "none" => Ok(Timeout::Never),
        _ => duration(text).map(Timeout::After),
    }
}

/// A duration such as `10s`, `500ms` or `1m 30s`.
pub fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .map_err(|error| format!("{error}; write it like `10s`, `500ms` or `2m`"))
}

/// An amount of memory in mebibytes, such as `512M` or `4G`; a bare number counts mebibytes.
pub fn mebibytes(text: &str) -> Result<u64, String> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(split);
    let factor = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "m" | "mb" | "mib" => 1,
        "g" | "gb" | "gib" => 1024,
        _ => return Err(size_help(text)),
    };
    let number: u64 = digits.parse().map_err(|_| size_help(text))?;
    number.checked_mul(factor).ok_or_else(|| size_help(text))
}

fn size_help(text: &str) -> String {
    format!("`{text}` is not an amount of memory; write it like `512M` or `4G`")
}

/// A number, or `all`.
pub fn max_findings(text: &str) -> Result<MaxFindings, String> {
    match text {
        "all" => Ok(MaxFindings::All),
        _ => match text.parse() {
            Ok(0) | Err(_) => Err("write a number from 1, or `all`".to_owned()),
            Ok(number) => Ok(MaxFindings::AtMost(number)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_need_a_unit() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        let error = duration("10").expect_err("ten of what");
        assert!(error.contains("`10s`"), "{error}");
        assert!(duration("-1s").is_err());
        assert!(duration("99999999999999999999s").is_err());
    }

    #[test]
    fn a_timeout_can_be_switched_off() {
        assert_eq!(timeout("none"), Ok(Timeout::Never));
        assert_eq!(timeout("2m"), Ok(Timeout::After(Duration::from_secs(120))));
        assert!(timeout("never").is_err());
    }

    #[test]
    fn sizes_are_mebibytes_and_never_overflow() {
        assert_eq!(mebibytes("512"), Ok(512));
        assert_eq!(mebibytes("2G"), Ok(2048));
        assert_eq!(mebibytes("64MiB"), Ok(64));
        for bad in ["", "G", "-1", "1T", "18446744073709551615G", "1 000"] {
            assert!(mebibytes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn at_least_one_finding() {
        assert_eq!(max_findings("all"), Ok(MaxFindings::All));
        assert_eq!(max_findings("3"), Ok(MaxFindings::AtMost(3)));
        assert!(max_findings("0").is_err());
        assert!(max_findings("some").is_err());
    }
}
