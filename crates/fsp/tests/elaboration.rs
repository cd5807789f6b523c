//! One small model per point of the language, and what it becomes.

use rely_fsp::{Model, NoImports, Severity, build, parse};
use rely_lts::{Context, Lts, Role, StateId};

/// A transition system as `0-a->1 1-b->E`, the END state as `2=END`, refused actions as `+c`.
fn shown(lts: &Lts) -> String {
    let state = |s: StateId| if s.is_error() { "E".to_string() } else { s.raw().to_string() };
    let mut parts: Vec<String> = lts
        .transitions()
        .map(|(s, label, t)| format!("{}-{}->{}", state(s), lts.label_name(label), state(t)))
        .collect();
    parts.extend(lts.end().map(|end| format!("{}=END", end.raw())));
    for label in lts.alphabet().labels() {
        if lts.transitions().all(|(_, l, _)| l != label) {
            parts.push(format!("+{}", lts.label_name(label)));
        }
    }
    if parts.is_empty() { "-".to_string() } else { parts.join(" ") }
}

/// The components of the default target (`NAME: …`, one per line), or the errors (`E0000 at line:…`).
fn elaborated(source: &str, target: Option<&str>) -> String {
    let parsed = parse(source.as_bytes());
    assert!(!parsed.has_errors(), "{source}: {:?}", parsed.diagnostics);
    let (model, mut diagnostics) = Model::new(parsed.model);
    let target = target.map_or_else(|| model.default_target().expect("there is a process"), str::to_string);
    let elaborated = model.system(&target, &NoImports, Context::unlimited());
    diagnostics.extend(elaborated.diagnostics);
    let errors: Vec<&str> =
        diagnostics.iter().filter(|d| d.severity == Severity::Error).map(|d| d.code).collect();
    match elaborated.system {
        Some(system) if errors.is_empty() => {
            let lines = system.components.iter().map(|c| format!("{}: {}", c.name, shown(&c.lts)));
            lines.collect::<Vec<_>>().join("\n")
        }
        _ => errors.join(" "),
    }
}

/// Every line of `expect` is a component of the model's default target.
fn check(source: &str, expect: &str) {
    let expect: Vec<&str> = expect.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(elaborated(source, None), expect.join("\n"), "{source}");
}

/// The default target, composed with its own hiding and modifiers.
fn check_built(source: &str, expect: &str) {
    let (model, diagnostics) = Model::new(parse(source.as_bytes()).model);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let target = model.default_target().expect("there is a process");
    let elaborated = model.system(&target, &NoImports, Context::unlimited());
    let system = elaborated.system.unwrap_or_else(|| panic!("{:?}", elaborated.diagnostics));
    let composed = build(&system, Context::unlimited()).expect("there is no budget");
    assert_eq!(shown(&composed.lts), expect, "{source}");
}

#[test]
fn choices_and_prefixes() {
    check("P = (a -> b -> P).", "P: 0-a->1 1-b->0");
    check("P = (a -> P | a -> P).", "P: 0-a->0");
    check("P = (a -> P | a -> STOP).", "P: 0-a->0 0-a->1");
    check("P = ({a,b} -> c -> P).", "P: 0-a->1 0-b->2 1-c->0 2-c->0");
    check("P = (a -> (b -> P | c -> STOP)).", "P: 0-a->1 1-b->0 1-c->2");
}

#[test]
fn local_processes_are_states_by_index() {
    check("P = L[0], L[i:0..1] = (a[i] -> L[1-i]).", "P: 0-a.0->1 1-a.1->0");
    check("P = L[1], L[0] = (z -> P), L[i:1..2] = (d -> L[i-1]).", "P: 0-d->1 1-z->0");
    check("set S = {x,y} P = L['x], L[c:S] = (when (c=='x) [c].go -> L['y]).", "P: 0-x.go->1");
    check("P = (a -> L), L = (b -> P), M = (c -> M).", "P: 0-a->1 1-b->0 +c");
}

#[test]
fn aliases_are_the_same_state() {
    check("P = Q, Q = R, R = (a -> P).", "P: 0-a->0");
    check("P = if 1 then Q else (x -> Q), Q = (a -> P).", "P: 0-a->0");
    check("P = P.", "P: -");
    check("P = Q, Q = P.", "E0703");
    check("P = (a -> Q), Q = R, R = S, S = Q.", "E0703");
    check("P = (a -> Q), Q = Q.", "P: 0-a->1");
}

#[test]
fn guards_and_conditions() {
    check("P = (when (0) a -> P | b -> P).", "P: 0-b->0");
    check("P = (when (0) a -> P).", "P: -");
    check("P = (a -> if 0 then P).", "P: 0-a->1");
    check("P = if 0 then (a -> P).", "P: -");
    check("P = (a -> if 1 then if 0 then (b -> P) else (c -> P)).", "P: 0-a->1 1-c->0");
    check("P(N=-1) = if !N then (t -> P) else (f -> P).", "P: 0-t->0");
    check("P(N=-1) = if N then (t -> P) else (f -> P).", "P: 0-t->0");
}

#[test]
fn stop_error_and_end() {
    check("P = STOP.", "P: -");
    check("P = ERROR.", "P: 0-tau->E");
    check("P = END.", "P: 0=END");
    check("P = (a -> END | b -> STOP | c -> ERROR).", "P: 0-a->1 0-b->2 0-c->E 1=END");
    check("P = (a -> L[3]), L[i:0..1] = (b -> L[i+1]).", "P: 0-a->E +b");
    check("P = (a -> NOWHERE).", "P: 0-a->E");
    check("P = (a -> Q), Q = ERROR.", "P: 0-a->E");
    check("P = (a -> STOP), STOP = (b -> P).", "E0702");
}

#[test]
fn variables_are_visible_to_the_end_of_their_element() {
    check("P = (a[i:0..1] -> b[i] -> P).", "P: 0-a.0->1 0-a.1->2 1-b.0->0 2-b.1->0");
    check("P = (a[i:0..1] -> P | b[i:0..1] -> P).", "P: 0-a.0->0 0-a.1->0 0-b.0->0 0-b.1->0");
    check("P = (a[i:0..0] -> P | b[i] -> P).", "E0402");
    check("P = (a[i:0..0] -> b[i:0..0] -> P).", "E0403");
    check("P = (a[i:0..1][j:0..i] -> P).", "E0402");
    check("P = (a[i:0..1] -> b[j:0..i] -> P).", "P: 0-a.0->1 0-a.1->2 1-b.0->0 2-b.0->0 2-b.1->0");
    check("P = (a[i:0..1][i+1] -> P).", "P: 0-a.0.1->0 0-a.1.2->0");
    check("P = (a[i:0..1].b[i:2..2] -> c[i] -> P).", "P: 0-a.0.b.2->1 0-a.1.b.2->2 1-c.2->0 2-c.2->0");
}

#[test]
fn labels_multiply_and_sets_keep_their_order() {
    check("P = ({b,a}[0..1] -> P).", "P: 0-a.0->0 0-a.1->0 0-b.0->0 0-b.1->0");
    check("set S = {x,y,x} P = (a[#S] -> P | b.[@(S,1)] -> P).", "P: 0-a.2->0 0-b.y->0");
    check("set S = {x,y,z} P = (S\\{y} -> P).", "P: 0-x->0 0-z->0");
    check("P = (a[-1] -> P).", "P: 0-a.-1->0");
    check("P = (a[1..0] -> P).", "E0601");
    check("P = (a[0..99999][0..99999] -> P).", "E0602");
}

#[test]
fn arithmetic_is_32_bit_and_truncates() {
    check(
        "P = (a[2147483647+1] -> P | b[(-7)/2] -> P | c[(-7)%2] -> P).",
        "P: 0-a.-2147483648->0 0-b.-3->0 0-c.-1->0",
    );
    check("P = (a[1<<33] -> P | b[6&3|8^1] -> P | c[1+2*3==7] -> P).", "P: 0-a.2->0 0-b.11->0 0-c.1->0");
    check("P = (a[1/0] -> P).", "E0501");
    check("P(L='x) = (a[L=='x] -> P | b[L!='y] -> P | c[L==1] -> P).", "P: 0-a.1->0 0-b.1->0 0-c.0->0");
    check("P(L='x) = (a[L+1] -> P).", "E0502");
}

#[test]
fn constants_parameters_and_order() {
    check("const N = 2 const M = N*N P = (a[M] -> P).", "P: 0-a.4->0");
    check("P = (a[N] -> P). const N = 1", "P: 0-a.1->0");
    check("const N = 7 P(N=1) = (a[N] -> P). ||S = (P || P(2)).", "P: 0-a.1->0\nP(2): 0-a.2->0");
    check("P(M=1,N=M) = (a[N] -> P).", "E0401");
    check("P(M=1) = (a[M] -> P). ||S = P(1,2).", "E0408");
    check("P = (a -> P). P = (b -> P).", "E0405");
}

#[test]
fn extension_relabeling_and_hiding_in_this_order() {
    check("P = (a -> P)+{b,c}/{x/b}\\{c}.", "P: 0-a->0 +x");
    check("P = (a.x.y -> a -> P)/{q/a, z/a.x}.", "P: 0-z.y->1 1-q->0");
    check("P = (a -> b -> P)/{a/b, b/a}.", "P: 0-b->1 1-a->0");
    check("P = (a -> P)/{{x,y}/a}.", "P: 0-x->0 0-y->0");
    check("P = (a[i:0..1] -> P)/{forall[i:0..1]{b[i]/a[1-i]}}.", "P: 0-b.0->0 0-b.1->0");
    check("P = (a[i:0..1] -> b -> P)/{b[i:0..1]/a[i]}.", "P: 0-b.0->1 0-b.1->2 1-b->0 2-b->0");
    check("P = (a.1 -> ab -> P)\\{a}.", "P: 0-tau->1 1-ab->0");
    check("P = (a.1 -> ab -> P)@{a}.", "P: 0-a.1->1 1-tau->0");
    // The variable of an old label is released: LTSA takes this for an error.
    check("P = (a[0] -> b[1] -> P)/{x/a[i:0..1], y/b[i:0..1]}.", "P: 0-x->1 1-y->0");
}

#[test]
fn sequential_processes_are_put_in() {
    check("A = (a -> END). P = A;A;P. ||S = P.", "P: 0-a->1 1-a->0");
    check("A(N=1) = (a[N] -> END). P = (c -> A(2);A(3);P). ||S = P.", "P: 0-c->1 1-a.2->2 2-a.3->0");
    check("A = END. P = (c -> A;P). ||S = P.", "P: 0-c->0");
    check("A = (a -> ERROR | b -> END)+{x}. P = A;STOP. ||S = P.", "P: 0-a->E 0-b->1 +x");
    check("A = (a -> A). P = A;END. ||S = P.", "E0708");
    // A process that occurs both at the end and inside another sequence is not recursive, in either order.
    let parts = "A = (c -> END). B = (e -> A;END). ";
    check(
        &format!("{parts} P = (b -> A;P | d -> B;STOP). ||S = P."),
        "P: 0-b->1 0-d->2 1-c->0 2-e->3 3-c->4",
    );
    check(
        &format!("{parts} P = (d -> B;STOP | b -> A;P). ||S = P."),
        "P: 0-b->1 0-d->2 1-c->0 2-e->3 3-c->4",
    );
    check("P = (a -> P;END).", "E0709");
    check("R(N=0) = (a -> R(N+1);END).", "E0709");
    // `C` needs `B`, which `P` needs as well: that is not a cycle.
    check("B = (b -> END). C = B;END. P = B;C;P. ||S = P.", "P: 0-b->1 1-b->0");
    check("B = C;END. C = B;END. P = B;C;P. ||S = P.", "E0709");
    check("R(N=2) = if N==0 then END else (a[N] -> R(N-1);END).", "R: 0-a.2->1 1-a.1->2 2=END");
    check(
        "A = (a -> END). B = (b -> END). ||C = (A || B). P = C;P. ||S = P.",
        "P: 0-a->1 0-b->2 1-b->0 2-a->0",
    );
    check("A = (a -> END). P = ({x,y} -> A;P). ||S = P.", "P: 0-x->1 0-y->2 1-a->0 2-a->0");
}

#[test]
fn accepting_states_are_marked() {
    check("P = (a -> Q), Q@ = (b -> P).", "P: 0-a->1 1-@P->1 1-b->0");
}

#[test]
fn properties_are_complete_over_their_alphabet() {
    check("property P = (a -> b -> P)+{c}.", "P: 0-a->1 0-b->E 0-c->E 1-a->E 1-b->0 1-c->E");
    check("property P = (a -> STOP).", "P: 0-a->1 1-a->E");
    check("property P = (a -> END).", "P: 0-a->1 1-a->E");
    check("property P = (a -> P | a -> STOP).", "E0705");
    check("property P = (a -> b -> P)\\{b}.", "E0706");
}

#[test]
fn modifiers_of_processes() {
    check("deterministic P = (a -> b -> P | a -> c -> P).", "P: 0-a->1 1-b->0 1-c->0");
    check("minimal P = (a -> b -> a -> b -> P).", "P: 0-a->1 1-b->0");
}

#[test]
fn prefixes_sharing_and_replication() {
    check("P = (a -> P). ||S = x:P.", "x:P: 0-x.a->0");
    check("P = (a -> P). ||S = {x,y}:P.", "x:P: 0-x.a->0\ny:P: 0-y.a->0");
    check("P(I=0) = (a[I] -> P). ||S = p[i:0..1]:P(i).", "p.0:P(0): 0-p.0.a.0->0\np.1:P(1): 0-p.1.a.1->0");
    check("P = (a -> P). ||S = {x,y}::P.", "{x,y}::P: 0-x.a->0 0-y.a->0");
    check("P = (a -> P). ||S = {x,y}::c:P.", "{x,y}::c:P: 0-x.c.a->0 0-y.c.a->0");
    check("P = (a -> P). ||S = forall[i:1..2] p[i]:P/{b/p[i].a}.", "p.1:P: 0-b->0\np.2:P: 0-b->0");
    check("P = (a -> P). Q = (b -> Q). ||S = x:(P || Q)/{c/x.a}.", "x:P: 0-c->0\nx:Q: 0-x.b->0");
    check("P = (a -> P). ||S = x:P/{y/x}.", "x:P: 0-y.a->0");
    check("||S = ().", "");
    check("P = (a -> P). ||S = if 0 then P.", "");
}

#[test]
fn composites_stay_lists_unless_something_is_done_to_them() {
    check("P = (a -> P). ||S = (P). ||T = x:S.", "x:S.P: 0-x.a->0");
    check(
        "P = (a -> P). Q = (b -> Q). ||S = (P || Q). ||T = (S || c:P).",
        "S.P: 0-a->0\nS.Q: 0-b->0\nc:P: 0-c.a->0",
    );
    check("P = (a -> b -> P). ||S = P\\{a}. ||T = S.", "S: 0-tau->1 1-b->0");
    check("P = (a -> b -> P). compose ||S = P. ||T = S.", "S: 0-a->1 1-b->0");
    check("P = (a -> P | b -> P). ||S = P>>{a}. ||T = S.", "S: 0-b->0 +a");
    check("P(N=1) = (a[N] -> P). minimal ||S(N=1) = P(N). ||T = S(3).", "S(3): 0-a.3->0");
    check(
        "P(N=1) = (a[N] -> P). ||S(N=2) = if N>0 then (P(N) || S(N-1)).",
        "P(2): 0-a.2->0\nS(1).P(1): 0-a.1->0",
    );
    check("P = (a -> P). ||S(N=0) = (P || S(N+1)).", "E0801");
    check("P = (a -> P). ||S = (P || T). ||T = S.", "E0801");
}

#[test]
fn merging_relabels_compose_a_named_composite_but_not_a_group() {
    let parts = "P = (b -> P). Q = (c -> Q). ||PQ = (P || Q). ";
    check(&format!("{parts} ||S = (P || Q)/{{a/b, a/c}}."), "P: 0-a->0\nQ: 0-a->0");
    check(&format!("{parts} ||S = PQ/{{a/b, a/c}}."), "PQ: 0-a->0");
    check(&format!("{parts} ||S = PQ/{{x/b, y/c}}."), "PQ.P: 0-x->0\nPQ.Q: 0-y->0");
    // Two different actions become one, without synchronization: two interleaved steps.
    let parts = "P = (b -> STOP). Q = (c -> STOP). ||PQ = (P || Q). ";
    check(&format!("{parts} ||S = PQ/{{a/b, a/c}}."), "PQ: 0-a->1 0-a->2 1-a->3 2-a->3");
    // The same if one of them already has the name.
    check(&format!("{parts} ||S = PQ/{{c/b}}."), "PQ: 0-c->1 0-c->2 1-c->3 2-c->3");
    check(&format!("{parts} ||S = PQ/{{b/c}}."), "PQ: 0-b->1 0-b->2 1-b->3 2-b->3");
}

#[test]
fn the_targets_own_clauses_wait_until_it_is_built() {
    let model = "P = (a -> b -> P | a -> P). minimal ||S = P\\{b}.";
    check(model, "P: 0-a->0 0-a->1 1-b->0");
    check_built(model, "0-a->0");
    check_built("P = (a -> P). property ||S = P + {b}.".replace(" + {b}", "").as_str(), "0-a->0");
    check_built("P = (a -> b -> P). property ||S = P.", "0-a->1 0-b->E 1-a->E 1-b->0");
    check_built("P = (a -> b -> P | a -> c -> P). deterministic ||S = P.", "0-a->1 1-b->0 1-c->0");
    // It allows no trace, and refuses nothing.
    check_built("P = ERROR. property ||S = P.", "0-tau->E");
    check_built("P = (h -> ERROR | a -> P). property ||S = P\\{h}.", "0-tau->E 0-a->E");
}

#[test]
fn a_property_that_is_violated_before_the_first_action_is_refused() {
    for model in [
        "P = ERROR. property ||C = P. ||S = C.",
        "P = (h -> ERROR | a -> P). property ||C = P\\{h}. ||S = C.",
        "P = (h -> ERROR | a -> P). property ||C = P\\{h}. Q = (a -> Q). ||S = (Q || x:C/{a/x.a}).",
        "P = (g -> h -> ERROR | a -> P). property ||C = P@{a}. ||D = C\\{a}. ||S = D.",
        "P = (h -> ERROR | a -> P). property ||C(N=1) = P\\{h}. ||S = C(2).",
    ] {
        check(model, "E0711");
    }
    // ERROR after an action of the alphabet is an ordinary violation, also by internal actions.
    check("P = (a -> h -> ERROR | b -> P). property ||C = P\\{h}. ||S = C.", "C: 0-a->E 0-b->0");
}

#[test]
fn safe_refuses_controls_to_keep_away_from_error_and_deadlock() {
    check_built("P = (a -> (b -> P | c -> ERROR)). safe ||S = P\\{b,c}.", "0-a->1 1-b->0 +c");
    // An ERROR that cannot be refused where it happens is refused before.
    check_built("P = (a -> P | c -> d -> ERROR). safe ||S = P\\{c}.", "0-a->0 +c +d");
    check_built("P = (a -> P | c -> d -> STOP). safe ||S = P\\{c}.", "0-a->0 +c +d");
    check_built("P = (a -> P | c -> END). safe ||S = P\\{c}.", "0-a->0 0-c->1 1=END");
    check_built("P = (a -> ERROR | c -> P). safe ||S = P\\{c}.", "+a +c");
}

#[test]
fn formulas_as_components() {
    check("P = (a -> P | b -> P). constraint C = []!b ||S = (P || C).", "P: 0-a->0 0-b->0\nC: +b");
    check("P = (a -> P | b -> P). ltl_property L = []!b ||S = (P || L).", "P: 0-a->0 0-b->0\nL: 0-b->E");
    check("P = (a -> P). ltl_property L = []!a", "P: 0-a->0\nL: 0-a->E");
}

#[test]
fn roles_and_state_names() {
    let source = "P = L[1], L[i:0..1] = (a -> b -> L[1-i]). property Q = (a -> Q). constraint C = []!c ||S = (P || x:Q || C).";
    let (model, _) = Model::new(parse(source.as_bytes()).model);
    let system = model.system("S", &NoImports, Context::unlimited()).system.expect("the model is right");
    let roles: Vec<Role> = system.components.iter().map(|c| c.role).collect();
    assert_eq!(roles, [Role::Process, Role::Property, Role::Constraint]);
    assert_eq!(system.components[1].process, "Q");
    let p = &system.components[0];
    let names: Vec<String> = p.lts.states().map(|s| p.state_name(s)).collect();
    assert_eq!(names, ["L[1]", "1", "L[0]", "3"]);
}

#[test]
fn targets() {
    let source = "P = (a -> P). Q(N=2) = (b[N] -> Q). constraint C = []!a";
    assert_eq!(elaborated(source, None), "P: 0-a->0\nQ: 0-b.2->0\nC: +a");
    assert_eq!(elaborated(source, Some("Q")), "Q: 0-b.2->0");
    assert_eq!(elaborated(source, Some("NOPE")), "E0407");
    let (model, _) = Model::new(parse(b"||S = P. P = (a -> P). ||T = P.").model);
    assert_eq!(model.default_target().as_deref(), Some("T"));
    assert_eq!((model.composites(), model.processes()), (vec!["S", "T"], vec!["P"]));
    let (model, _) = Model::new(parse(b"const N = 1").model);
    assert_eq!(model.default_target(), None);
}

#[test]
fn progress_tests_menus_and_specifications() {
    let source = "range R = 0..1 fluent F[i:R] = <a[i],b> initially i
        progress G[i:R] = {a[i]} progress H = if {b} then {a[R]} menu M = {b,a[0]}
        assert A(N=1) = [](F[N] -> <>{a[R]}) assert B = (forall[i:R] <>F[i] && A(0) && F[R] && rigid 0)
        P = (a[R] -> b -> P).";
    let (model, diagnostics) = Model::new(parse(source.as_bytes()).model);
    assert_eq!(diagnostics, []);
    let name = |id| model.actions().name(id).to_string();
    let tests = model.progress_tests().expect("they are right");
    let shown: Vec<String> = tests
        .iter()
        .map(|t| {
            let list =
                |ids: &[rely_lts::ActionId]| ids.iter().map(|&id| name(id)).collect::<Vec<_>>().join(",");
            format!(
                "{} {} {}",
                t.name,
                t.condition.as_deref().map_or("-".to_string(), list),
                list(&t.actions)
            )
        })
        .collect();
    assert_eq!(shown, ["G.0 - a.0", "G.1 - a.1", "H b a.0,a.1"]);
    assert_eq!(model.menus().expect("it is right")[0].1.len(), 2);
    let a = model.specification("A").expect("it is right");
    assert_eq!(
        a.formula.display(&|p| a.propositions[p].name().to_string()).to_string(),
        "[](F.1 -> <>{a.0,a.1})"
    );
    let b = model.specification("B").expect("it is right");
    assert_eq!(
        b.formula.display(&|p| b.propositions[p].name().to_string()).to_string(),
        "(<>F.0 && <>F.1) && [](F.0 -> <>{a.0,a.1}) && (F.0 || F.1) && false"
    );
    assert!(!b.propositions[0].initially() && b.propositions[1].initially());
    assert_eq!(model.specification("NOPE").expect_err("there is none")[0].code, "E0902");
}

#[test]
fn references_that_become_error_are_reported_once_per_place() {
    let (model, _) =
        Model::new(parse(b"P = C[0], C[i:0..3] = (up -> C[i+7] | down -> D[i] | x -> CC).").model);
    let diagnostics = model.system("P", &NoImports, Context::unlimited()).diagnostics;
    let texts: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(
        texts,
        [
            "`C[7]` and 3 more like it are outside the index range of `C`, so they are ERROR",
            "`P` has no local process `D`, so this is ERROR",
            "`P` has no local process `CC`, so this is ERROR",
        ]
    );
}

#[test]
fn a_budget_is_not_an_error_of_the_model() {
    let (model, _) = Model::new(parse(b"P = C[0], C[i:0..999] = (up -> C[(i+1)%1000]).").model);
    let budget = rely_lts::Budget::unlimited().with_states(10);
    let elaborated = model.system("P", &NoImports, Context::with_budget(&budget));
    assert!(elaborated.system.is_none() && elaborated.diagnostics.is_empty());
    assert_eq!(elaborated.spent, Some(rely_lts::Spent::States(10)));
}

#[test]
fn long_and_deep_models_need_no_deep_stack() {
    let prefix = "a -> ".repeat(100_000);
    let (model, _) = Model::new(parse(format!("P = ({prefix} P).").as_bytes()).model);
    let system = model.system("P", &NoImports, Context::unlimited()).system.expect("long, but right");
    assert_eq!(system.components[0].lts.n_states(), 100_000);
    // 800 processes, each of which inserts the next.
    let chain: String = (0..800).map(|i| format!("P{i} = (a -> P{};END).\n", i + 1)).collect();
    let (model, _) = Model::new(parse(format!("{chain} P800 = END.").as_bytes()).model);
    let system =
        model.system("P0", &NoImports, Context::unlimited()).system.expect("a long chain, but right");
    assert_eq!(system.components[0].lts.n_states(), 801);
    // 900 composites around one process.
    let nest: String = (0..900).map(|i| format!("||S{} = S{i}.\n", i + 1)).collect();
    let (model, _) = Model::new(parse(format!("||S0 = P. P = (a -> P).\n{nest}").as_bytes()).model);
    let system = model.system("S900", &NoImports, Context::unlimited()).system.expect("deep, but right");
    assert_eq!(system.components.len(), 1);
    // Expressions and formulas as deep as the parser lets through.
    let deep = format!("{}1{}", "(".repeat(150), "+1)".repeat(150));
    check(&format!("P = (a[{deep}] -> P)."), "P: 0-a.151->0");
    check(&format!("P = (a[1{}] -> P).", "+1".repeat(400)), "P: 0-a.401->0");
    let chain = |n: usize| (0..n).map(|i| format!("assert A{i} = []A{}\n", i + 1)).collect::<String>();
    let (model, _) =
        Model::new(parse(format!("{} assert A300 = []a P = (a -> P).", chain(300)).as_bytes()).model);
    assert!(model.specification("A0").is_ok());
    let (model, _) =
        Model::new(parse(format!("{} assert A900 = []a P = (a -> P).", chain(900)).as_bytes()).model);
    assert_eq!(model.specification("A0").expect_err("too deep")[0].code, "E0904");
}

/// The codes of the warnings about the default target.
fn warnings(source: &str) -> String {
    let (model, mut diagnostics) = Model::new(parse(source.as_bytes()).model);
    let target = model.default_target().expect("there is a process");
    let elaborated = model.system(&target, &NoImports, Context::unlimited());
    diagnostics.extend(elaborated.diagnostics);
    diagnostics.extend(model.lint(&elaborated.system.expect("the model is right")));
    diagnostics.iter().map(|d| d.code).collect::<Vec<_>>().join(" ")
}

#[test]
fn warnings_are_about_what_never_has_an_effect() {
    for (source, expect) in [
        // A name that meets a label in one of the copies is no mistake.
        ("P(N=0) = (a[N] -> P)/{b/a[1]}. ||S = forall[i:0..1] P(i).", ""),
        ("P(N=0) = (a[N] -> P)/{b/a[2]}. ||S = forall[i:0..1] P(i).", "W0803"),
        ("P = (a -> P)/{{x,y}/a}.", ""),
        ("P = (a.x -> b -> P)\\{a}.", ""),
        ("P = (a -> b -> P). ||S = P\\{a,c}.", "W0801"),
        ("P = (a -> b -> P). ||S = P@{a,c}.", "W0801"),
        ("P = (a -> P | b -> P). ||S = P<<{a}.", ""),
        ("P = (a -> P). property Q = (a -> Q). ||S = (P || Q).", ""),
        ("property Q = (a -> Q).", ""),
        ("P = (a -> P). property Q = (b -> Q). ||S = (P || Q).", "W0804"),
        ("P = (a -> P). progress G = if {c} then {a}", "W0902"),
        ("P = (a -> P). progress G[i:0..3] = {a,b[i]}", "W0902"),
        ("fluent F = <a,b> P = (a -> P). assert A = []<>F", "W0901"),
        ("fluent F = <a,b> P = (a -> P)+{b}. assert A = []<>F", ""),
        ("P(N=1) = (a -> P).", "W0402"),
        ("P(N=1) = (a -> Q[N]), Q[i:0..2] = (b -> P).", ""),
        ("P(N=1) = (a -> P)+{b[N]}.", ""),
    ] {
        assert_eq!(warnings(source), expect, "{source}");
    }
}

/// A file with one transition `a.x`, in a table of its own.
struct OneFile;

impl rely_fsp::Imports for OneFile {
    fn read(&self, file: &str, _: &rely_lts::Actions) -> Result<Lts, String> {
        if file != "one.aut" {
            return Err("it is not there".to_string());
        }
        let actions = rely_lts::Actions::new();
        let mut builder = rely_lts::LtsBuilder::new(&actions);
        let state = builder.add_state().map_err(|error| error.to_string())?;
        builder.add_transition(state, actions.intern("a.x"), state);
        builder.finish(state).map_err(|error| error.to_string())
    }
}

#[test]
fn imported_processes_are_processes() {
    let source = |file: &str| format!("import P = \"{file}\" ||S = (P || q:P/{{b/q.a}}).");
    let (model, _) = Model::new(parse(source("one.aut").as_bytes()).model);
    let system = model.system("S", &OneFile, Context::unlimited()).system.expect("the file is there");
    let parts: Vec<String> =
        system.components.iter().map(|c| format!("{}: {}", c.name, shown(&c.lts))).collect();
    assert_eq!(parts, ["P: 0-a.x->0", "q:P: 0-b.x->0"]);
    assert!(system.components[0].lts.actions().same_table(model.actions()));
    let (model, _) = Model::new(parse(source("none.aut").as_bytes()).model);
    let elaborated = model.system("S", &OneFile, Context::unlimited());
    assert_eq!(elaborated.diagnostics[0].code, "E0710");
    assert!(elaborated.system.is_none() && elaborated.diagnostics[0].message.ends_with("it is not there"));
}

#[test]
fn label_sets_of_a_command_line() {
    let (model, _) = Model::new(parse(b"const N = 1 range R = 0..N set S = {x, y} set T = {S, z}").model);
    let names = |text: &str| match model.label_set(text) {
        Ok(names) => names.join(" "),
        Err(found) => found.iter().map(|d| d.code).collect::<Vec<_>>().join(" "),
    };
    for (text, expected) in [
        ("a", "a"),
        ("{a}", "a"),
        (" { a , b } ", "a b"),
        ("a,{b,c}.d", "a b.d c.d"),
        ("a[R],a[0..N][2]", "a.0 a.1 a.0.2 a.1.2"),
        ("T", "x y z"),
        ("a.1", "a.1"),
        ("p[i:R].q[i+1]", "p.0.q.1 p.1.q.2"),
        ("a,a", "a"),
        ("", "E0215"),
        ("{}", "E0215"),
        ("a b", "E0203"),
        ("a}", "E0202"),
        ("{a", "E0203"),
        ("U", "E0214"),
        ("{U}", "E0214"),
        ("a[M]", "E0401"),
        ("a[1..0]", "E0601"),
        ("a[0..99999999]", "E0602"),
        ("property", "E0205"),
        ("a/b", "E0203"),
        ("a // b", "E0203"),
    ] {
        assert_eq!(names(text), expected, "{text}");
    }
}
