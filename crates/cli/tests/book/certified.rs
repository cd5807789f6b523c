//! Is everything that a command decided in its certificates? What was decided is read from the document that
//! the command writes as JSON, what is certified from the files.

use serde_json::Value;

/// Why an assert holds vacuously, where there is no claim about that: claims are about one system, and none
/// says that it stops at once.
const WITHOUT_CLAIM: [&str; 2] =
    ["the formula is true of every run of every system", "the system stops before its first action"];

/// What a command decided and none of its certificates has a claim about.
pub fn missing(document: &Value, certificates: &[Value]) -> Vec<String> {
    // Each pair of versions has a certificate of its own.
    if text(document, "schema") == "rely/compat-matrix/1" {
        let results = list(&document["results"]);
        return match results.len() == certificates.len() {
            true => results
                .iter()
                .zip(certificates)
                .flat_map(|(r, c)| missing(r, std::slice::from_ref(c)))
                .collect(),
            false => vec!["some of the pairs of versions".to_string()],
        };
    }
    let found = Found { certificates };
    let due = match text(document, "schema") {
        "rely/check/1" if !document["program"].is_null() => found.program(&document["results"]),
        "rely/check/1" => found.results(&document["results"]),
        "rely/prove/1" => list(&document["results"]).iter().flat_map(|one| found.proved(one)).collect(),
        "rely/assume/1" => found.assumed(document),
        "rely/compare/1" => found.compared(document),
        "rely/compat/1" => {
            let mut due = found.contained(&document["containment"]);
            due.extend(found.results(&document["compatibility"]["results"]));
            due
        }
        schema => vec![(format!("something in a document `{schema}`, which this test does not know"), false)],
    };
    due.into_iter().filter(|(_, is_there)| !is_there).map(|(what, _)| what).collect()
}

/// What was decided, and whether there is a claim about it.
type Due = Vec<(String, bool)>;

/// The claims of a command.
struct Found<'a> {
    certificates: &'a [Value],
}

impl<'a> Found<'a> {
    /// Claims of these kinds, each with its certificate.
    fn claims(&self, kinds: &'a [&str]) -> impl Iterator<Item = (&'a Value, &'a Value)> {
        self.certificates.iter().flat_map(move |certificate| {
            let claims = list(&certificate["claims"]).iter();
            claims
                .flat_map(|claim| kinds.iter().map(move |kind| &claim[*kind]))
                .filter(|claim| !claim.is_null())
                .map(move |claim| (certificate, claim))
        })
    }

    fn has(&self, kinds: &'a [&str], is_it: impl Fn(&Value) -> bool) -> bool {
        self.claims(kinds).any(|(_, claim)| is_it(claim))
    }

    fn names(&self, kinds: &'a [&str], name: &str) -> bool {
        self.has(kinds, |claim| claim["name"] == name || list(&claim["properties"]).iter().any(|p| p == name))
    }

    /// The results of `check`, and of the compatibility of `compat`.
    fn results(&self, results: &Value) -> Due {
        let mut due = Vec::new();
        for result in list(results) {
            let (kind, name, verdict) = (text(result, "kind"), text(result, "name"), text(result, "verdict"));
            let is_there = match (kind, verdict) {
                ("deadlock", "holds") => {
                    self.has(&["deadlock-freedom", "deadlock-freedom-by-reduction"], |_| true)
                }
                ("deadlock", "violated") => self.has(&["deadlock"], |_| true),
                ("safety" | "property", "holds") => {
                    self.names(&["safety", "safety-by-reduction", "safety-by-rule"], name)
                }
                ("safety" | "property", "violated") => self.names(&["violation"], name),
                ("progress", "holds") => self.names(&["progress"], name),
                ("progress", "violated") => self.names(&["progress-violation"], name),
                ("ltl", "holds") => self.names(&["assert"], name),
                ("ltl", "violated") => self.names(&["assert-violation"], name),
                (_, "holds" | "violated") => false,
                _ => continue,
            };
            due.push((format!("{kind} of {name}: {verdict}"), is_there));
            let is_claimed = kind != "ltl" || !WITHOUT_CLAIM.contains(&text(result, "reason"));
            if result["vacuous"] == true && verdict == "holds" && is_claimed {
                // Claims about parts of a test or formula have names that begin with its own.
                let begins = |claim: &Value| text(claim, "name").starts_with(&format!("{name}: "));
                let is_there = match kind {
                    "deadlock" => self.has(&["idle"], |_| true),
                    "safety" | "property" => self.has(&["vacuous"], |claim| claim["property"] == name),
                    _ => self.has(&["progress", "assert", "progress-violation", "assert-violation"], begins),
                };
                due.push((format!("that {kind} of {name} holds vacuously"), is_there));
            }
        }
        due
    }

    /// The results of `check` on a program: one for each kind of check.
    fn program(&self, results: &Value) -> Due {
        let of_kind = |certificate: &Value, check: &Value, name: &str| {
            let checks = list(&certificate["programs"][0]["checks"]);
            let text = check.as_u64().and_then(|check| checks[check as usize].as_str()).unwrap_or_default();
            let is_property = text.contains(&format!(": property: {name} does not allow "));
            is_property || text.starts_with(&format!("{name}: ")) || text.contains(&format!(": {name}: "))
        };
        let mut due = Vec::new();
        for result in list(results) {
            let (name, verdict) = (text(result, "name"), text(result, "verdict"));
            let is_there = match verdict {
                "holds" => self.claims(&["program-safety"]).any(|(certificate, claim)| {
                    let n_checks = list(&certificate["programs"][0]["checks"]).len() as u64;
                    let own =
                        (0..n_checks).map(Value::from).filter(|check| of_kind(certificate, check, name));
                    let own: Vec<Value> = own.collect();
                    !own.is_empty() && own.iter().all(|check| list(&claim["checks"]).contains(check))
                }),
                "violated" => self
                    .claims(&["program-violation"])
                    .any(|(certificate, claim)| of_kind(certificate, &claim["check"], name)),
                _ => continue,
            };
            due.push((format!("{name}: {verdict}"), is_there));
        }
        due
    }

    fn proved(&self, result: &Value) -> Due {
        let (name, verdict) = (text(result, "property"), text(result, "verdict"));
        let is_there = match verdict {
            "holds" => self.names(&["safety", "safety-by-reduction", "safety-by-rule"], name),
            "violated" => self.names(&["violation"], name),
            _ => return Vec::new(),
        };
        vec![(format!("{name}: {verdict}"), is_there)]
    }

    fn assumed(&self, document: &Value) -> Due {
        let verdict = text(document, "verdict");
        let is_there = match verdict {
            "holds" => self.has(&["kept-always"], |_| true),
            "violated" => self.has(&["kept-never"], |_| true),
            "unknown" => return Vec::new(),
            _ => self.has(&["weakest-assumption"], |_| true),
        };
        vec![(format!("what the module needs: {verdict}"), is_there)]
    }

    fn compared(&self, document: &Value) -> Due {
        let is_same = |claim: &Value| claim["relation"] == document["relation"];
        let is_there = match text(document, "verdict") {
            "holds" => self.has(&["relation"], is_same),
            "violated" => self.has(&["difference"], is_same),
            _ => return Vec::new(),
        };
        vec![(format!("the relation {}", document["relation"]), is_there)]
    }

    fn contained(&self, containment: &Value) -> Due {
        let is_there = match text(containment, "verdict") {
            "holds" => self.has(&["relation", "safety"], |_| true),
            "violated" => self.has(&["difference", "violation"], |_| true),
            _ => return Vec::new(),
        };
        vec![(format!("containment: {}", containment["verdict"]), is_there)]
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text<'v>(value: &'v Value, member: &str) -> &'v str {
    value[member].as_str().unwrap_or_default()
}
