//! The explanations of all diagnostics.
//!
//! Each code has a page: a title, why it is reported and what LTSA does, a model with this mistake, and a
//! correct one. A test checks that the models do what the page says.

macro_rules! codes {
    ($($code:ident)*) => {
        &[$((stringify!($code), include_str!(concat!("codes/", stringify!($code), ".md")))),*]
    };
}

/// Codes and pages, sorted by code. E01: characters and numbers; E02: grammar; E03: words of MTSA; E04:
/// names; E05: expressions; E06: labels and ranges; E07: processes; E08: composition; E09: properties and
/// formulas.
const CODES: &[(&str, &str)] = codes! {
    E0101 E0102 E0103 E0104 E0105 E0106 E0107
    E0201 E0202 E0203 E0204 E0205 E0206 E0207 E0208 E0209 E0210 E0211 E0212 E0213 E0214 E0215 E0216 E0217
    E0218 E0219 E0220 E0221 E0222 E0223 E0224 E0225 E0226 E0227 E0228 E0229 E0230 E0231 E0232 E0233 E0234
    E0301 E0302 E0303 E0304 E0305 E0306 E0307 E0308 E0309 E0310 E0311 E0312
    E0401 E0402 E0403 E0405 E0406 E0407 E0408
    E0501 E0502 E0503
    E0601 E0602
    E0701 E0702 E0703 E0704 E0705 E0706 E0707 E0708 E0709 E0710 E0711
    E0801 E0802
    E0901 E0902 E0903 E0904 E0905 E0906
    W0101 W0102 W0103 W0104 W0105
    W0201
    W0401 W0402 W0403 W0404
    W0501 W0502
    W0601 W0602
    W0701 W0702
    W0801 W0802 W0803 W0804 W0805 W0806 W0807 W0808
    W0901 W0902 W0903 W0904 W0905 W0906
};

/// The page about a code, in Markdown. Case does not matter.
///
/// ```
/// assert!(rely_fsp::explain("E0223").is_some_and(|page| page.starts_with("# E0223: a missing dot")));
/// assert!(rely_fsp::explain("E9999").is_none());
/// ```
pub fn explain(code: &str) -> Option<&'static str> {
    CODES.iter().find(|(known, _)| known.eq_ignore_ascii_case(code)).map(|(_, page)| *page)
}

/// All codes, sorted.
///
/// ```
/// assert!(rely_fsp::all_codes().any(|code| code == "W0101"));
/// assert!(rely_fsp::all_codes().all(|code| rely_fsp::explain(code).is_some()));
/// ```
pub fn all_codes() -> impl Iterator<Item = &'static str> {
    CODES.iter().map(|(code, _)| *code)
}
