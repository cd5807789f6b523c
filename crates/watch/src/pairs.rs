//! Lines of text that consist of fields: logfmt and syslog.

/// The fields of a line, in its order. If a name occurs twice, the last one counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pairs(Vec<(String, String)>);

impl Pairs {
    /// A field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All of them.
    pub fn all(&self) -> &[(String, String)] {
        &self.0
    }

    fn put(&mut self, name: &str, value: &str) {
        // A dash stands for what is missing.
        if value != "-" && !value.is_empty() {
            self.0.push((name.to_string(), value.to_string()));
        }
    }
}

/// `at=info event=open who="a b" ready`: pairs, strings in quotes with `\"` and `\\`, and names alone, which
/// are `true`.
///
/// # Errors
/// If it has no pair, or a string does not end.
pub(crate) fn logfmt(line: &str) -> Result<Pairs, String> {
    let mut pairs = Pairs::default();
    let mut has_pair = false;
    let mut rest = line.trim();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        let Some(value) = behind.strip_prefix('=') else {
            pairs.put(name, "true");
            rest = behind.trim_start();
            continue;
        };
        if name.is_empty() {
            let column = line.len() - rest.len() + 1;
            return Err(format!("a field has no name (column {column})"));
        }
        has_pair = true;
        let (value, behind) = match value.strip_prefix('"') {
            Some(text) => string(text).ok_or_else(|| format!("the string of {name} does not end"))?,
            None => {
                let end = value.find(char::is_whitespace).unwrap_or(value.len());
                (value[..end].to_string(), &value[end..])
            }
        };
        pairs.put(name, &value);
        rest = behind.trim_start();
    }
    if has_pair { Ok(pairs) } else { Err("there is no field: expected name=value".to_string()) }
}

/// A string up to its quote, and what is behind it.
fn string(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((value, &text[at + 1..])),
            '\\' => match chars.next()?.1 {
                'n' => value.push('\n'),
                't' => value.push('\t'),
                other => value.push(other),
            },
            c => value.push(c),
        }
    }
    None
}

/// A line of syslog, as RFC 5424 has it or as RFC 3164 describes it: `time`, `host`, `app`, `pid`, `msgid`,
/// `message`, and the parameters of structured data by their names.
///
/// # Errors
/// If it is neither.
pub(crate) fn syslog(line: &str) -> Result<Pairs, String> {
    let line = line.trim_end();
    let after_priority = match line.strip_prefix('<') {
        Some(rest) => match rest.split_once('>') {
            Some((number, rest)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => rest,
            _ => return Err("the priority `<…>` is not a number".to_string()),
        },
        None => line,
    };
    match after_priority.strip_prefix("1 ") {
        Some(rest) if line.starts_with('<') => modern(rest),
        _ => traditional(after_priority),
    }
}

/// RFC 5424, behind the version.
fn modern(text: &str) -> Result<Pairs, String> {
    let mut pairs = Pairs::default();
    let mut rest = text;
    for name in ["time", "host", "app", "pid", "msgid"] {
        let Some((value, behind)) = rest.split_once(' ') else { return Err(format!("there is no {name}")) };
        pairs.put(name, value);
        rest = behind;
    }
    if let Some(behind) = rest.strip_prefix('-') {
        rest = behind;
    } else {
        if !rest.starts_with('[') {
            return Err("there is no structured data, and no `-` for it".to_string());
        }
        while let Some(element) = rest.strip_prefix('[') {
            let end = element.find([' ', ']']).ok_or("the structured data does not end")?;
            let mut inside = &element[end..];
            loop {
                inside = inside.trim_start();
                if let Some(behind) = inside.strip_prefix(']') {
                    rest = behind;
                    break;
                }
                let (name, value) = inside.split_once("=\"").ok_or("the structured data does not end")?;
                let (value, behind) = string(value).ok_or("the structured data does not end")?;
                pairs.put(name, &value);
                inside = behind;
            }
        }
    }
    pairs.put("message", rest.trim_start_matches('\u{feff}').trim());
    Ok(pairs)
}

/// RFC 3164: `Nov 19 23:01:07 host app[12]: message`. Other times without blanks are read as well.
fn traditional(text: &str) -> Result<Pairs, String> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut pairs = Pairs::default();
    let is_month = text.get(..3).is_some_and(|month| MONTHS.contains(&month));
    // `Nov  9 23:01:07` has a fixed width.
    let at = if is_month { 15 } else { text.find(' ').unwrap_or(0) };
    let time = text.get(..at).filter(|time| time.contains(':'));
    let (Some(time), Some(rest)) = (time, text.get(at..).and_then(|rest| rest.strip_prefix(' '))) else {
        return Err("there is no time: expected `Nov 19 23:01:07 host app[pid]: message`".to_string());
    };
    let (host, rest) = rest.split_once(' ').ok_or("there is no host")?;
    let (tag, message) = rest.split_once(": ").ok_or("there is no `app:` in front of the message")?;
    pairs.put("time", time);
    pairs.put("host", host);
    match tag.strip_suffix(']').and_then(|tag| tag.split_once('[')) {
        Some((app, pid)) => {
            pairs.put("app", app);
            pairs.put("pid", pid);
        }
        None => pairs.put("app", tag),
    }
    pairs.put("message", message.trim());
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &Pairs) -> String {
        pairs.0.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn fields_of_logfmt() {
        let read = |line: &str| logfmt(line).map(|pairs| of(&pairs));
        assert_eq!(
            read(r#"at=info event=open who="a \"b\" c" ready n=3"#).as_deref(),
            Ok(r#"at=info|event=open|who=a "b" c|ready=true|n=3"#)
        );
        assert_eq!(read("a= b=1").as_deref(), Ok("b=1"), "an empty value is none");
        assert_eq!(read("only words").unwrap_err(), "there is no field: expected name=value");
        assert_eq!(read(r#"a="b"#).unwrap_err(), "the string of a does not end");
        assert_eq!(read("a=1 =2").unwrap_err(), "a field has no name (column 5)");
        assert_eq!(logfmt("a=1 a=2").unwrap().get("a"), Some("2"));
    }

    #[test]
    fn fields_of_syslog() {
        let read = |line: &str| syslog(line).map(|pairs| of(&pairs));
        assert_eq!(
            read("<34>Oct 11 22:14:15 mymachine su[7]: open: it").as_deref(),
            Ok("time=Oct 11 22:14:15|host=mymachine|app=su|pid=7|message=open: it")
        );
        assert_eq!(
            read("2026-11-19T23:01:07Z h app: x").as_deref(),
            Ok("time=2026-11-19T23:01:07Z|host=h|app=app|message=x")
        );
        assert_eq!(
            read(r#"<165>1 2003-10-11T22:14:15.003Z h evntslog - ID47 [x@1 iut="3" s="a\"b"][y z="1"] An event"#)
                .as_deref(),
            Ok(r#"time=2003-10-11T22:14:15.003Z|host=h|app=evntslog|msgid=ID47|iut=3|s=a"b|z=1|message=An event"#)
        );
        assert_eq!(read("<34>1 - - - - - -").as_deref(), Ok(""));
        for (line, why) in [
            ("hello", "there is no time: expected `Nov 19 23:01:07 host app[pid]: message`"),
            ("<x>Oct 11 22:14:15 h a: b", "the priority `<…>` is not a number"),
            ("<1>1 t h", "there is no host"),
            ("<1>1 t h a p m [x a=\"b", "the structured data does not end"),
            ("Oct 11 22:14:15 h", "there is no host"),
            ("Oct 11 22:14:15 h message", "there is no `app:` in front of the message"),
        ] {
            assert_eq!(read(line).unwrap_err(), why, "{line}");
        }
    }

    #[test]
    fn no_line_makes_it_panic() {
        let parts = ["<", "1", ">", " ", "[", "]", "=", "\"", "\\", "é", "Nov 19 23:01:07", ":", "-", "a"];
        let mut random = 7u64;
        for _ in 0..20_000 {
            let mut line = String::new();
            for _ in 0..12 {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                line.push_str(parts[(random >> 33) as usize % parts.len()]);
            }
            let _ = (logfmt(&line), syslog(&line));
        }
    }
}
