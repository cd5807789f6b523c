//! Counts, lists, numbers and quotes, as all reports write them.

/// A number with commas between thousands.
///
/// ```
/// assert_eq!(rely_report::prose::grouped(1_234_567), "1,234,567");
/// ```
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number with its noun, whose plural ends in *s*: `1 state`, `2 states`.
///
/// ```
/// use rely_report::prose::count;
/// assert_eq!(count(1, "state"), "1 state");
/// assert_eq!(count(1000, "more state"), "1,000 more states");
/// ```
pub fn count(n: u64, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{} {one}s", grouped(n)) }
}

/// Names in a sentence, a few of them: `a, b and c`.
///
/// ```
/// use rely_report::prose::list;
/// assert_eq!(list(&["a", "b", "c"]), "a, b and c");
/// assert_eq!(list(&["a"; 9]), "a, a, a, a, a, a and 3 more");
/// assert_eq!(list::<&str>(&[]), "nothing");
/// ```
pub fn list<S: AsRef<str>>(names: &[S]) -> String {
    const SHOWN: usize = 6;
    let shown: Vec<&str> = names.iter().take(SHOWN).map(AsRef::as_ref).collect();
    match shown.split_last() {
        None => "nothing".to_string(),
        Some((last, [])) => last.to_string(),
        Some((last, others)) if names.len() <= SHOWN => format!("{} and {last}", others.join(", ")),
        Some(_) => format!("{} and {} more", shown.join(", "), names.len() - SHOWN),
    }
}

/// At most `limit` names, separated by commas, and how many more there are.
///
/// ```
/// use rely_report::prose::some;
/// assert_eq!(some(&["a", "b", "c"], 2), "a, b, … (1 more)");
/// assert_eq!(some(&["a", "b"], 2), "a, b");
/// ```
pub fn some<S: AsRef<str>>(names: &[S], limit: usize) -> String {
    cut(names, limit, ", ")
}

/// At most `limit` actions of a trace, separated by blanks, and how many more there are.
///
/// ```
/// assert_eq!(rely_report::prose::steps(&["a", "b", "c"], 2), "a b … (1 more)");
/// ```
pub fn steps<S: AsRef<str>>(trace: &[S], limit: usize) -> String {
    cut(trace, limit, " ")
}

fn cut<S: AsRef<str>>(names: &[S], limit: usize, between: &str) -> String {
    let shown: Vec<&str> = names.iter().take(limit).map(AsRef::as_ref).collect();
    match names.len() - shown.len() {
        0 => shown.join(between),
        more => format!("{}{between}… ({more} more)", shown.join(between)),
    }
}

/// A trace in a sentence; of a long one both ends.
///
/// ```
/// assert_eq!(rely_report::prose::both_ends(&["a", "b"]), "a, b");
/// assert_eq!(rely_report::prose::both_ends(&["a"; 14]), "a, a, a, a, … (6 more), a, a, a, a");
/// ```
pub fn both_ends<S: AsRef<str>>(trace: &[S]) -> String {
    let names: Vec<&str> = trace.iter().map(AsRef::as_ref).collect();
    match names.len() {
        0 => "nothing".to_string(),
        n if n > 12 => {
            format!("{}, … ({} more), {}", names[..4].join(", "), n - 8, names[n - 4..].join(", "))
        }
        _ => names.join(", "),
    }
}

/// A word for a shell, quoted if it needs to be.
///
/// ```
/// use rely_report::prose::quoted;
/// assert_eq!(quoted("model.lts"), "model.lts");
/// assert_eq!(quoted("my model.lts"), "'my model.lts'");
/// ```
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:@%+=".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_string() } else { quoted_always(word) }
}

/// A word for a shell, always quoted.
pub fn quoted_always(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
