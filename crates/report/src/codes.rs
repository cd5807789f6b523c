//! `rely explain`: the pages of all codes, the language's and those of the edges.

/// Codes about files, names on the command line, and runs.
const EDGE: &[(&str, &str)] = &[
    ("E1000", include_str!("codes/E1000.md")),
    ("E1001", include_str!("codes/E1001.md")),
    ("E1002", include_str!("codes/E1002.md")),
    ("E1003", include_str!("codes/E1003.md")),
    ("E1004", include_str!("codes/E1004.md")),
    ("E1005", include_str!("codes/E1005.md")),
    ("E1006", include_str!("codes/E1006.md")),
    ("E1007", include_str!("codes/E1007.md")),
    ("E1008", include_str!("codes/E1008.md")),
    ("E1009", include_str!("codes/E1009.md")),
    ("E1010", include_str!("codes/E1010.md")),
    ("E1011", include_str!("codes/E1011.md")),
    ("E1012", include_str!("codes/E1012.md")),
    ("E1013", include_str!("codes/E1013.md")),
    ("E1014", include_str!("codes/E1014.md")),
    ("E1015", include_str!("codes/E1015.md")),
    ("E1016", include_str!("codes/E1016.md")),
    ("E1017", include_str!("codes/E1017.md")),
    ("E1018", include_str!("codes/E1018.md")),
    ("E1019", include_str!("codes/E1019.md")),
    ("E1020", include_str!("codes/E1020.md")),
    ("E1021", include_str!("codes/E1021.md")),
    ("E1022", include_str!("codes/E1022.md")),
    ("E1023", include_str!("codes/E1023.md")),
    ("E1024", include_str!("codes/E1024.md")),
    ("E1025", include_str!("codes/E1025.md")),
    ("E1026", include_str!("codes/E1026.md")),
    ("E1027", include_str!("codes/E1027.md")),
    ("E1028", include_str!("codes/E1028.md")),
    ("E1029", include_str!("codes/E1029.md")),
    ("E1030", include_str!("codes/E1030.md")),
    ("E1031", include_str!("codes/E1031.md")),
    ("E1032", include_str!("codes/E1032.md")),
    ("E1033", include_str!("codes/E1033.md")),
    ("E1040", include_str!("codes/E1040.md")),
    ("E1041", include_str!("codes/E1041.md")),
    ("E1050", include_str!("codes/E1050.md")),
    ("E1060", include_str!("codes/E1060.md")),
    ("E1070", include_str!("codes/E1070.md")),
    ("E1071", include_str!("codes/E1071.md")),
    ("E1072", include_str!("codes/E1072.md")),
    ("E1073", include_str!("codes/E1073.md")),
    ("E1074", include_str!("codes/E1074.md")),
    ("E1075", include_str!("codes/E1075.md")),
    ("E1076", include_str!("codes/E1076.md")),
    ("E1080", include_str!("codes/E1080.md")),
    ("E1081", include_str!("codes/E1081.md")),
    ("E1082", include_str!("codes/E1082.md")),
    ("E1083", include_str!("codes/E1083.md")),
    ("E1084", include_str!("codes/E1084.md")),
    ("E1085", include_str!("codes/E1085.md")),
    ("E1086", include_str!("codes/E1086.md")),
    ("W1083", include_str!("codes/W1083.md")),
    ("E1090", include_str!("codes/E1090.md")),
    ("E1091", include_str!("codes/E1091.md")),
    ("E1092", include_str!("codes/E1092.md")),
    ("E1093", include_str!("codes/E1093.md")),
    ("E1094", include_str!("codes/E1094.md")),
    ("W1093", include_str!("codes/W1093.md")),
    ("E1101", include_str!("codes/E1101.md")),
    ("E1102", include_str!("codes/E1102.md")),
    ("E1199", include_str!("codes/E1199.md")),
];

/// The page of a code; upper and lower case are the same.
pub fn explain(code: &str) -> Option<&'static str> {
    let code = code.to_ascii_uppercase();
    rely_fsp::explain(&code).or_else(|| EDGE.iter().find(|(c, _)| *c == code).map(|(_, page)| *page))
}

/// All codes with the titles of their pages, sorted.
pub fn all_codes() -> Vec<(&'static str, &'static str)> {
    let mut codes: Vec<(&str, &str)> =
        rely_fsp::all_codes().map(|code| (code, rely_fsp::explain(code).unwrap_or_default())).collect();
    codes.extend(EDGE);
    codes.sort_unstable();
    codes.into_iter().map(|(code, page)| (code, title(page))).collect()
}

/// The first line of a page, without the mark and the code.
fn title(page: &str) -> &str {
    let line = page.lines().next().unwrap_or_default();
    line.split_once(": ").map_or(line, |(_, title)| title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_page_that_begins_with_its_name() {
        let codes = all_codes();
        assert!(codes.len() >= 40, "at least forty codes, there are {}", codes.len());
        for (code, title) in codes {
            let page = explain(code).unwrap();
            assert!(page.starts_with(&format!("# {code}: ")), "{code}");
            assert!(!title.is_empty() && page.lines().count() > 3, "{code}");
        }
        assert!(explain("e1001").is_some());
        assert!(explain("E9999").is_none());
    }
}
