//! Definitions inside of markdown: only the blocks of K count.

/// The text with everything outside of fenced blocks marked `k` blanked out, byte by byte, so that
/// places stay what they are.
pub(crate) fn tangle(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut fence: Option<Fence> = None;
    for line in text.split_inclusive('\n') {
        let kept = fence.as_ref().is_some_and(|fence| fence.is_k);
        match fence_of(line) {
            Some((ticks, info)) if fence.is_none() => {
                fence = Some(Fence { ticks, is_k: is_k(info) });
                blank(&mut result, line);
            }
            Some((ticks, "")) if fence.as_ref().is_some_and(|open| ticks >= open.ticks) => {
                fence = None;
                blank(&mut result, line);
            }
            Some(_) | None if kept => result.push_str(line),
            Some(_) | None => blank(&mut result, line),
        }
    }
    result
}

struct Fence {
    ticks: usize,
    is_k: bool,
}

/// The number of backquotes that open or close a block, and what stands behind them.
fn fence_of(line: &str) -> Option<(usize, &str)> {
    let line = line.trim();
    let ticks = line.bytes().take_while(|byte| *byte == b'`').count();
    (ticks >= 3).then(|| (ticks, line[ticks..].trim()))
}

/// Whether a block is K: ```` ```k ```` or ```` ```{.k .other} ````.
fn is_k(info: &str) -> bool {
    if info == "k" {
        return true;
    }
    let inner = info.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
    inner.split_whitespace().any(|class| class == ".k")
}

fn blank(result: &mut String, line: &str) {
    result.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocks_of_k_are_kept_and_places_stay() {
        let text = "Title é\n```k\nmodule A\n```\nwords\n```{.k .x}\nend\n```\n```sh\nls\n```\n";
        let tangled = tangle(text);
        assert_eq!(tangled.len(), text.len());
        assert_eq!(tangled.find("module A"), text.find("module A"));
        assert_eq!(tangled.split_whitespace().collect::<Vec<_>>(), ["module", "A", "end"]);
    }
}
