//! What a person reads about a wrong model.

use expect_test::{Expect, expect};
use rely_fsp::{parse, render};

fn check(model: &str, expected: Expect) {
    let parsed = parse(model.as_bytes());
    expected.assert_eq(&render(&parsed.text, &parsed.diagnostics));
}

#[test]
fn several_mistakes_in_one_model_are_all_found() {
    check(
        r#"const n = 3
range R = 0..
set S = {a, b
P = (a -> b),
Q = a -> P,
R[i:0..2] = (x[i -> P).
||SYS = P || Q.
assert A = p && q
property safe minimal M = (a -> M).
GOOD = (a -> GOOD).
"#,
        expect![[r#"
            1:7: error[E0204]: the name of a constant must begin with an upper-case letter, not `n`
                help: rename it to `N`, here and wherever it is used
            3:1: error[E0202]: expected an expression before the keyword `set`
            4:1: error[E0203]: expected `,` or `}`, found `P`
                3:9: to match this `{`
            4:11: error[E0217]: nothing follows the action `b`
                help: a sequence of actions ends in a process, as in `b -> STOP`
            5:5: error[E0207]: a process that begins with an action must be in parentheses
                help: write `(a -> P)`
            6:18: error[E0203]: expected `]`, found `->`
                6:15: to match this `[`
            7:11: error[E0227]: the parts of a composition must be in parentheses
                help: write `(A || B)` around all the parts
            8:12: error[E0231]: a formula with `&&` must be in parentheses here
                help: enclose the formula in `(…)`
            9:15: error[E0234]: the modifier `minimal` is repeated or in the wrong order
                help: the order is `deterministic minimal compose property safe`, each at most once
        "#]],
    );
}

#[test]
fn a_mistake_in_a_local_process_leaves_the_others_alone() {
    check(
        r#"P = (a -> Q | b -> -> R),
Q = (c d -> P),
R[i:0..2] = (when i > 0) e -> P),
S = (f -> P) + .
T = (g -> T).
"#,
        expect![[r#"
            1:20: error[E0202]: expected a process: `(…)`, `if`, or a name, found `->`
            2:8: error[E0202]: expected `->`, found `d`
            3:24: error[E0202]: expected an action label, found `)`
            4:16: error[E0202]: expected a set of labels `{…}` or the name of a set, found `.`
        "#]],
    );
}

#[test]
fn missing_dots() {
    check(
        r#"P = (a -> P)
Q = (b -> Q)
||S = (P || Q)
const N = 3
R = (c -> R)
"#,
        expect![[r#"
            2:1: error[E0223]: the definition of `P` must end in a dot, found `Q`
                1:13: missing dot
                help: add `.` after the definition, or `,` if a local process follows
            3:1: error[E0223]: the definition of `Q` must end in a dot, found `||`
                2:13: missing dot
                help: add `.` after the definition
            4:1: error[E0223]: the definition of `S` must end in a dot, found the keyword `const`
                3:15: missing dot
                help: add `.` after the definition
            6:1: error[E0223]: the definition of `R` must end in a dot, found the end of the file
                5:13: missing dot
                help: add `.` after the definition
        "#]],
    );
}

#[test]
fn sets_and_ranges_before_their_definition() {
    check(
        r#"P = (a[i:R] -> S -> P | S -> P | x[R] -> P)+S.
Q = (a.S -> Q)\S.
||C = S::P.
range R = 0..2
set S = {a,b}
"#,
        expect![[r#"
            1:10: error[E0213]: `R` is used as a range or set before it is defined on line 4
                4:7: defined here
                help: ranges and sets must be defined before they are used; move the definition up
            1:16: error[E0213]: `S` is used as a set before it is defined on line 5
                5:5: defined here
                help: ranges and sets must be defined before they are used; move the definition up
            2:8: error[E0213]: `S` is used as a set before it is defined on line 5
                5:5: defined here
                help: ranges and sets must be defined before they are used; move the definition up
            3:7: error[E0213]: `S` is used as a set before it is defined on line 5
                5:5: defined here
                help: ranges and sets must be defined before they are used; move the definition up
        "#]],
    );
}

#[test]
fn sets_and_ranges_that_do_not_exist() {
    check(
        r#"range Slots = 0..2
set Colors = {red,green}
const N = 3
P = (a[i:Slot] -> Colour -> P)+Colours.
Q = (b[i:N] -> Q)+Slots.
||C = Nowhere:P.
"#,
        expect![[r#"
            4:10: error[E0214]: there is no range or set called `Slot`
                help: did you mean `Slots`?
            4:19: error[E0225]: expected an action, found `Colour`
                help: did you mean the set `Colors`?
            5:10: error[E0214]: there is no range or set called `N`
                help: write `0..N` for the numbers from 0 to the constant `N`
            5:19: error[E0214]: `Slots` is a range, not a set of labels
                help: write `[Slots]` for an index in this range
            6:7: error[E0214]: there is no set called `Nowhere`
        "#]],
    );
}

#[test]
fn parentheses_around_constants() {
    check(
        r#"const A = 1 < 2
range R = 0..1 == 1
const B = 1 || 2
||S = (P).
const C = 1
||T = (P).
fluent F = <a,b> initially 1 && 0
P = (a -> P).
"#,
        expect![[r#"
            1:11: error[E0212]: `<` must be in parentheses in the value of a constant
                help: only `+ - * / %` are allowed here without parentheses; enclose the expression in `(…)`
            2:14: error[E0212]: `==` must be in parentheses in a range
                help: only `+ - * / %` are allowed here without parentheses; enclose the expression in `(…)`
            3:11: error[E0212]: `||` must be in parentheses in the value of a constant
                help: only `+ - * / %` are allowed here without parentheses; enclose the expression in `(…)`
            7:28: error[E0212]: `&&` must be in parentheses in the initial value of a fluent
                help: only `+ - * / %` are allowed here without parentheses; enclose the expression in `(…)`
        "#]],
    );
}

#[test]
fn parentheses_around_formulas() {
    check(
        r#"assert A = a && b
assert B = a || b
||S = (P).
assert C = a
||T = (P).
assert D = F U G
assert E = (a -> b -> c)
assert F = (a U b W c)
assert G = (a -> U)
assert H = []X
U = (a -> U).
P = (a -> P).
"#,
        expect![[r#"
            1:12: error[E0231]: a formula with `&&` must be in parentheses here
                help: enclose the formula in `(…)`
            2:12: error[E0231]: a formula with `||` must be in parentheses here
                help: enclose the formula in `(…)`
            6:12: error[E0231]: a formula with `U` must be in parentheses here
                help: enclose the formula in `(…)`
            7:20: error[E0233]: `->` cannot follow `->` without parentheses
                7:15: the first operator
                help: add parentheses: `(a -> (b -> c))` or `((a -> b) -> c)`
            8:19: error[E0233]: `W` cannot follow `U` without parentheses
                8:15: the first operator
                help: add parentheses: `(a -> (b -> c))` or `((a -> b) -> c)`
            9:18: error[E0232]: `U` is an operator in a formula
                help: rename the fluent or assert: one with this name cannot be used
            10:14: error[E0232]: `X` is an operator in a formula
                help: rename the fluent or assert: one with this name cannot be used
        "#]],
    );
}

#[test]
fn keywords_as_names() {
    check(
        r#"P = (set -> range[1] -> menu.then -> P).
const set = 3
assert A = []progress
||compose = (P).
Q = (a -> property).
"#,
        expect![[r#"
            1:6: error[E0205]: `set` is a keyword and cannot be an action
                help: choose another name, such as `set_` or `do_set`
            1:13: error[E0205]: `range` is a keyword and cannot be an action
                help: choose another name, such as `range_` or `do_range`
            1:25: error[E0205]: `menu` is a keyword and cannot be an action
                help: choose another name, such as `menu_` or `do_menu`
            1:30: error[E0205]: `then` is a keyword and cannot be an action
                help: choose another name, such as `then_` or `do_then`
            2:7: error[E0205]: `set` is a keyword and cannot be the name of a constant
                help: choose another name, such as `set_` or `do_set`
            3:14: error[E0205]: `progress` is a keyword and cannot be a proposition
                help: choose another name, such as `progress_` or `do_progress`
            5:11: error[E0205]: `property` is a keyword and cannot be an action
                help: choose another name, such as `property_` or `do_property`
        "#]],
    );
}

#[test]
fn words_of_mtsa() {
    check(
        r#"P = (model -> transition -> plant.goal -> controller -> def -> P).
controllerSpec G = { safety = {A, B} controllable = {Controllable} }
controller minimal ||C = (P)~{G}.
Q = (a? -> Q), R = (b -> {0.4:P + 0.6:Q}).
def F(x) = x + 1
||D = P~{G}.
exploration E = { model = {P} goal = {Q} }
S = (a[i ? 1 : 0] -> S[i\2]).
plant S = (a -> S).
"#,
        expect![[r#"
            2:1: error[E0301]: `controllerSpec` belongs to MTSA's controller synthesis, not to FSP
                help: this definition is skipped; remove it
            3:1: error[E0302]: `controller` belongs to MTSA's partial models and controller synthesis, not to FSP
                help: this definition is skipped; remove it
            4:7: error[E0304]: `?` after a label belongs to MTSA's partial models, not to FSP
                help: remove the `?`, or remove the transition
            4:26: error[E0308]: a choice with probabilities belongs to MTSA, not to FSP
                help: write a choice `(a -> P | b -> Q)`
            5:1: error[E0309]: `def` belongs to MTSA's macros, not to FSP
                help: this definition is skipped; remove it
            6:8: error[E0303]: `~` belongs to MTSA's controller synthesis, not to FSP
                help: write the controller as a process and compose it: `(PLANT || CONTROLLER)`
            7:1: error[E0306]: `exploration` belongs to MTSA's exploration and distribution, not to FSP
                help: this definition is skipped; remove it
            8:10: error[E0310]: the conditional expression `c ? a : b` belongs to MTSA, not to FSP
                help: use `if … then … else …` around the process, or two guarded choices
            9:1: error[E0302]: `plant` belongs to MTSA's partial models and controller synthesis, not to FSP
                help: this definition is skipped; remove it
        "#]],
    );
}

#[test]
fn composites() {
    check(
        r#"||A = P || Q.
||B = (P\{a} || Q).
||C = a:b:P.
||D = (P || ).
||E = (P | Q).
||F = (a::P/{x}).
||G = (P >> {a}).
||H = P \ {a} >> {b}.
||I[2] = P.
||J = (a P).
||K = (P || Q) + {a}.
||OK = (a::b:P(1,2)/{x/y} || ()).
"#,
        expect![[r#"
            1:9: error[E0227]: the parts of a composition must be in parentheses
                help: write `(A || B)` around all the parts
            2:9: error[E0228]: `\` is allowed only at the end of a composite
                help: define this part as a separate composite and use its name
            3:9: error[E0229]: a second prefix after `:`
                help: write sharing first, as in `{a,b}::c:P`; to prefix twice, write `a.b:P`
            4:13: error[E0202]: expected a process or `(…)`, found `)`
            5:10: error[E0203]: expected `||` or `)`, found `|`
                5:7: in these parentheses
                help: `||` composes processes, `|` is a choice between actions
            6:14: error[E0230]: the relabeling to `x` has no old label
                help: write the new label, `/`, and the old one: `x/old`
            7:10: error[E0228]: `>>` is allowed only at the end of a composite
                help: define this part as a separate composite and use its name
            8:15: error[E0222]: the clause `>>` comes too late
                help: each clause may occur once, in this order: `/ {…}`, one of `>> {…}` and `<< {…}`, one of `\ {…}` and `@ {…}`
            9:4: error[E0202]: expected `=`, found `[`
            10:10: error[E0202]: expected `:` or `::` after the prefix, found `P`
            11:16: error[E0202]: expected `.` after the definition of `K`, found `+`
                help: only a process can extend its alphabet; a composite has the labels of its components
        "#]],
    );
}

#[test]
fn processes() {
    check(
        r#"A[i:0..1] = (a -> A[i]).
B(N) = (a -> B).
C = (a -> D(1)), D(N=1) = (b -> C).
E = (F), F = (a -> G -> E).
G = (a -> b | c -> G).
H = A(1).
I = (tau -> I | a[- -1] -> I).
J = (a[] -> J | b[1 -> J).
K = if i = 1 then K else K.
L == (a -> L).
M = (a -> M)/{a/b}+{c}\{d}\{e}.
N = (a -> N)) .
O = (a => O).
"#,
        expect![[r#"
            1:2: error[E0219]: `A` is the initial state of the process and cannot have an index
                help: write `A = STATE[0], STATE[i:0..3] = …`, or use a parameter: `A(N=3) = …`
            2:3: error[E0218]: the parameter `N` has no default
                help: every parameter needs a default value: write `N=1`
            3:11: error[E0221]: `D` with arguments must be followed by `;` and a process
                help: add `;END`, or `;` and the local process that continues
            3:19: error[E0220]: the local process `D` cannot have parameters
                help: use indices, as in `STATE[i:0..3] = …`, or end the previous process with a dot
            4:6: error[E0225]: expected an action, found `F`
                help: to continue as `F`, write it without parentheses
            4:20: error[E0225]: expected an action, found `G`
                help: actions begin with a lower-case letter; nothing can follow a process here
            5:11: error[E0217]: nothing follows the action `b`
                help: a sequence of actions ends in a process, as in `b -> STOP`
            6:5: error[E0221]: `A` with arguments must be followed by `;` and a process
                help: add `;END`, or `;` and the local process that continues
            7:6: error[E0208]: `tau` cannot be written as a label
                help: use another name and hide it: `P = (step -> P)\{step}.`
            7:19: error[E0209]: two signs in a row: `-` and `-`
                help: enclose the second sign and its operand in parentheses, as in `-(-1)`
            8:7: error[E0216]: an index cannot be empty
                help: write a value `[1]`, a range `[0..3]` or a variable with its range `[i:0..3]`
            9:10: error[E0210]: `=` defines a name and does not compare values
                help: use `==` to compare two values
            11:19: error[E0222]: the clause `+` comes too late
                help: each clause may occur once, in this order: `+ {…}`, `/ {…}`, and then one of `\ {…}` and `@ {…}`
            11:27: error[E0222]: the clause `\` is repeated
                help: each clause may occur once, in this order: `+ {…}`, `/ {…}`, and then one of `\ {…}` and `@ {…}`
            12:13: error[E0202]: expected `.` after the definition of `N`, found `)`
            13:8: error[E0202]: expected `->`, found `=`
        "#]],
    );
}

#[test]
fn comments_and_numbers() {
    check(
        r#"/* a /* b */ */
P = (a[010] -> b[09] -> c[0x] -> d[99999999999] -> P).
set S = {x}
Q = (e[-#S] -> f.1.-2 -> Q).
import I = "x.aut
R = (größe -> R“).
/* the end
"#,
        expect![[r#"
            1:14: error[E0224]: `*/` without an open comment
                help: comments do not nest: the first `*/` ends the comment
            2:8: warning[W0101]: `010` is octal: its value is 8
                help: write `8` for this value, or `10` without the leading 0
            2:18: error[E0103]: `09` is not an octal number
                help: a leading 0 makes a number octal; write `9`
            2:27: error[E0104]: `0x` has no hexadecimal digits
                help: write digits after `0x`, as in `0x1F`
            2:36: error[E0102]: 99999999999 is too large: the largest number is 2147483647
            4:8: warning[W0201]: LTSA ignores a minus directly before `#`
                help: write `0-#…` to get the negative number in both Rely and LTSA
            5:12: error[E0105]: this string has no closing quote
                help: a string ends with `"` on the same line
            6:6: error[E0101]: FSP does not use `ö`
                help: outside comments, use only ASCII letters, digits, `_` and the symbols of FSP
            6:16: error[E0101]: FSP does not use `“`
                help: outside comments, use only ASCII letters, digits, `_` and the symbols of FSP
            7:1: warning[W0102]: this comment is never closed
                help: end the comment with `*/`
        "#]],
    );
}
