//! What belongs to what: the tree, written with a parenthesis around every operation.

use rely_fsp::ast::{
    Body, BodyKind, Comp, CompInner, CompKind, Definition, Domain, Expr, ExprKind, Formula, FormulaKind,
    Index, IndexKind, Label, LabelPart, LabelSet, Relabel,
};
use rely_fsp::{parse, render};

fn join<T>(items: &[T], separator: &str, write: impl Fn(&T) -> String) -> String {
    items.iter().map(write).collect::<Vec<_>>().join(separator)
}

fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Variable(name) | ExprKind::Constant(name) => name.text.to_string(),
        ExprKind::Label(l) => format!("'{}", label(l)),
        ExprKind::Count(l) => format!("#{}", label(l)),
        ExprKind::Nth(l, e) => format!("@({},{})", label(l), expr(e)),
        ExprKind::Unary(op, e) => format!("({op:?} {})", expr(e)),
        ExprKind::Binary(op, l, r) => format!("({} {op:?} {})", expr(l), expr(r)),
        ExprKind::Invalid => "?".to_owned(),
    }
}

fn set(s: &LabelSet) -> String {
    match s {
        LabelSet::Braces { elements, .. } => format!("{{{}}}", join(elements, ",", label)),
        LabelSet::Named(name) => format!("set {}", name.text),
    }
}

fn domain(d: &Domain) -> String {
    match d {
        Domain::Set(s) => set(s),
        Domain::Range(name) => format!("range {}", name.text),
        Domain::Interval(low, high) => format!("{}..{}", expr(low), expr(high)),
    }
}

fn index(i: &Index) -> String {
    match &i.kind {
        IndexKind::Bind { variable, domain: d } => format!("[{}:{}]", variable.text, domain(d)),
        IndexKind::Domain(d) => format!("[{}]", domain(d)),
        IndexKind::Value(e) => format!("[{}]", expr(e)),
    }
}

fn label(l: &Label) -> String {
    join(&l.parts, ".", |part| match part {
        LabelPart::Name(name) => name.text.to_string(),
        LabelPart::Set { set: s, minus: None } => set(s),
        LabelPart::Set { set: s, minus: Some(m) } => format!("({} - {})", set(s), set(m)),
        LabelPart::Index(i) => index(i),
    })
}

fn body(b: &Body) -> String {
    match &b.kind {
        BodyKind::If { condition, then, otherwise } => {
            let otherwise = otherwise.as_ref().map_or("-".to_owned(), |b| body(b));
            format!("if({}; {}; {otherwise})", expr(condition), body(then))
        }
        BodyKind::Choice(items) => {
            let items = join(items, " | ", |item| {
                let guard = item.guard.as_ref().map_or(String::new(), |g| format!("when {} ", expr(g)));
                format!("{guard}{} -> {}", join(&item.prefix, " -> ", label), body(&item.body))
            });
            format!("({items})")
        }
        BodyKind::Reference(r) => {
            let calls =
                join(&r.sequence, "", |c| format!("{}({});", c.name.text, join(&c.actuals, ",", expr)));
            format!("{calls}{}{}", r.target.text, join(&r.indices, "", |e| format!("[{}]", expr(e))))
        }
        BodyKind::Invalid => "?".to_owned(),
    }
}

fn relabel(r: &Relabel) -> String {
    match r {
        Relabel::Forall { indices, relabels, .. } => {
            format!("forall {} {{{}}}", join(indices, "", index), join(relabels, ",", relabel))
        }
        Relabel::Pair { new, old, .. } => format!("{}/{}", label(new), label(old)),
    }
}

fn comp(c: &Comp) -> String {
    match &c.kind {
        CompKind::If { condition, then, otherwise } => {
            let otherwise = otherwise.as_ref().map_or("-".to_owned(), |c| comp(c));
            format!("if({}; {}; {otherwise})", expr(condition), comp(then))
        }
        CompKind::Forall { indices, body } => format!("forall {} {}", join(indices, "", index), comp(body)),
        CompKind::Item { share, prefix, inner, relabels } => {
            let share = share.as_ref().map_or(String::new(), |l| format!("{}::", label(l)));
            let prefix = prefix.as_ref().map_or(String::new(), |l| format!("{}:", label(l)));
            let inner = match inner {
                CompInner::Call(c) => format!("{}({})", c.name.text, join(&c.actuals, ",", expr)),
                CompInner::Group(parts) => format!("({})", join(parts, " || ", comp)),
            };
            format!("{share}{prefix}{inner}/{{{}}}", join(relabels, ",", relabel))
        }
        CompKind::Invalid => "?".to_owned(),
    }
}

fn formula(f: &Formula) -> String {
    let two = |op: &str, l: &Formula, r: &Formula| format!("({} {op} {})", formula(l), formula(r));
    match &f.kind {
        FormulaKind::Not(f) => format!("!{}", formula(f)),
        FormulaKind::Next(f) => format!("X {}", formula(f)),
        FormulaKind::Eventually(f) => format!("<>{}", formula(f)),
        FormulaKind::Always(f) => format!("[]{}", formula(f)),
        FormulaKind::And(all) => format!("({})", join(all, " && ", formula)),
        FormulaKind::Or(all) => format!("({})", join(all, " || ", formula)),
        FormulaKind::Until(l, r) => two("U", l, r),
        FormulaKind::WeakUntil(l, r) => two("W", l, r),
        FormulaKind::Implies(l, r) => two("->", l, r),
        FormulaKind::Iff(l, r) => two("<->", l, r),
        FormulaKind::Forall(i, f) => format!("forall {} {}", join(i, "", index), formula(f)),
        FormulaKind::Exists(i, f) => format!("exists {} {}", join(i, "", index), formula(f)),
        FormulaKind::Rigid(e) => format!("rigid {}", expr(e)),
        FormulaKind::Named { name, indices, actuals } => {
            format!("{}{}({})", name.text, join(indices, "", index), join(actuals, ",", expr))
        }
        FormulaKind::Action(l) => label(l),
        FormulaKind::Invalid => "?".to_owned(),
    }
}

/// The last definition of a correct model.
fn last(model: &str) -> String {
    let parsed = parse(model.as_bytes());
    let errors = parsed.diagnostics.iter().filter(|d| d.code.starts_with('E')).cloned().collect::<Vec<_>>();
    assert_eq!(render(&parsed.text, &errors), "", "{model}");
    match parsed.model.definitions.last().expect("a definition") {
        Definition::Const(d) => expr(&d.value),
        Definition::Range(d) => format!("{}..{}", expr(&d.low), expr(&d.high)),
        Definition::Set(d) => join(&d.elements, ",", label),
        Definition::Process(d) => {
            let locals = join(&d.locals, "", |l| {
                format!(
                    ", {}.{} = {}",
                    l.name.text,
                    l.label.as_ref().map_or(String::new(), label),
                    body(&l.body)
                )
            });
            let extension = d.extension.as_ref().map_or(String::new(), |s| format!(" + {}", set(s)));
            let relabels = join(&d.relabels, "", |r| format!(" / {}", relabel(r)));
            let hiding = d.hiding.as_ref().map_or(String::new(), |h| {
                format!(" {} {}", if h.interface { '@' } else { '\\' }, set(&h.set))
            });
            format!("{}{locals}{extension}{relabels}{hiding}", body(&d.body))
        }
        Definition::Composite(d) => {
            let priority = d
                .priority
                .as_ref()
                .map_or(String::new(), |p| format!(" {} {}", if p.high { "<<" } else { ">>" }, set(&p.set)));
            let hiding = d.hiding.as_ref().map_or(String::new(), |h| {
                format!(" {} {}", if h.interface { '@' } else { '\\' }, set(&h.set))
            });
            format!("{}{priority}{hiding}", comp(&d.body))
        }
        Definition::Assert(d) => formula(&d.formula),
        other => format!("{other:?}"),
    }
}

fn check(cases: &[(&str, &str)]) {
    for (model, expected) in cases {
        assert_eq!(last(model), *expected, "{model}");
    }
}

#[test]
fn expressions() {
    check(&[
        ("const N = 1+2*3-4", "((1 Add (2 Multiply 3)) Subtract 4)"),
        ("const N = 8/4/2%3", "(((8 Divide 4) Divide 2) Remainder 3)"),
        (
            "const N = (1||2&&3|4^5&6==7<8<<9+1)",
            "(1 Or (2 And (3 BitOr (4 BitXor (5 BitAnd (6 Equal (7 Less (8 ShiftLeft (9 Add 1)))))))))",
        ),
        ("const N = (1<2>=3!=4)", "(((1 Less 2) GreaterEqual 3) NotEqual 4)"),
        ("const N = (1>>2>>3)", "((1 ShiftRight 2) ShiftRight 3)"),
        ("const N = -1+-2", "((Minus 1) Add (Minus 2))"),
        ("const N = -(-M)*+3", "((Minus (Minus M)) Multiply (Plus 3))"),
        ("const N = (i<-1)", "(i Less (Minus 1))"),
        ("const N = !(a)+1", "((Not a) Add 1)"),
        ("const N = 010+0x1f+0X10+0+2147483647", "((((8 Add 31) Add 16) Add 0) Add 2147483647)"),
        ("set S={a} const N = #S+@({a,b},1)", "(#set S Add @({a,b},1))"),
        ("set S={a} const N = -#S", "(Minus #set S)"),
        ("const N = ('a.b[1]=='c)", "('a.b.[1] Equal 'c)"),
        ("const N = 1 ||S = P.", "P()/{}"),
        ("range R = -1..N+1", "(Minus 1)..(N Add 1)"),
    ]);
}

#[test]
fn labels() {
    check(&[
        ("set S = {a.b, a[1], a.[1], a.1, a.-1, [2].b}", "a.b,a.[1],a.[1],a.[1],a.[-1],[2].b"),
        (
            "range R=0..1 set T={a} set S = {a[R][T][i:R][j:T][k:0..1][0..2]}",
            "a.[range R].[set T].[i:range R].[j:set T].[k:0..1].[0..2]",
        ),
        (
            "set T={a} set S = {T, T.T, {a,{b}}.c, T\\{a}.b, {a}\\T}",
            "set T,set T.set T,{a,{b}}.c,(set T - {a}).b,({a} - set T)",
        ),
    ]);
}

#[test]
fn processes() {
    check(&[
        ("P = (a -> b -> P | when (i>0) c -> STOP).", "(a -> b -> P | when (i Greater 0) c -> STOP)"),
        ("P = if 1 then if 2 then A else B.", "if(1; if(2; A; B); -)"),
        ("P = if 1 then A else if 2 then B else C.", "if(1; A; if(2; B; C))"),
        ("P = A(1,'x);B;C[1][i+1].", "A(1,'x);B();C[1][(i Add 1)]"),
        ("P = (a -> (b -> P | c -> P) | d -> P).", "(a -> (b -> P | c -> P) | d -> P)"),
        ("P = Q, Q[i:0..1] = P, R.{a} = P.", "Q, Q.[i:0..1] = P, R.{a} = P"),
        ("set S={a} P = (S -> S.b -> P)+S/{x/S}\\S.", "(set S -> set S.b -> P) + set S / x/set S \\ set S"),
        (
            "P = (a->P)/{x/y, forall[i:0..1] {a[i]/b[i]}}@{a}.",
            "(a -> P) / x/y / forall [i:0..1] {a.[i]/b.[i]} @ {a}",
        ),
        ("P = (when x {a,b} -> P | [1] -> P).", "(when x {a,b} -> P | [1] -> P)"),
    ]);
}

#[test]
fn composites() {
    check(&[
        (
            "||S = (a:P || {a,b}::Q(1) || a::b:R || ()).",
            "(a:P()/{} || {a,b}::Q(1)/{} || a::b:R()/{} || ()/{})/{}",
        ),
        ("||S = (P || Q)/{a/b} >> {c} \\ {d}.", "(P()/{} || Q()/{})/{a/b} >> {c} \\ {d}"),
        ("||S = P/{a/b} << {c} @ {d}.", "P()/{a/b} << {c} @ {d}"),
        ("||S = if 1 then if 2 then A else B.", "if(1; if(2; A()/{}; B()/{}); -)"),
        ("||S = (forall[i:0..1] p[i]:P(i) || Q).", "(forall [i:0..1] p.[i]:P(i)/{} || Q()/{})/{}"),
        ("set A={a} ||S = A:P.", "set A:P()/{}"),
        ("||S = [i:0..1]:(P || Q).", "[i:0..1]:(P()/{} || Q()/{})/{}"),
    ]);
}

#[test]
fn formulas() {
    check(&[
        ("assert A = (a -> b || c)", "((a -> b) || c)"),
        ("assert A = (p U q && r)", "(p U (q && r))"),
        ("assert A = (a && b && c || d)", "((a && b && c) || d)"),
        ("assert A = (a || b W c || d)", "(a || (b W c) || d)"),
        ("assert A = []<>!X a", "[]<>!X a"),
        ("assert A = ([]a -> <>b)", "([]a -> <>b)"),
        ("assert A = forall[i:0..1] []F[i]", "forall [i:0..1] []F[i]()"),
        ("assert A = (exists[i:0..1] F[i] && G(i))", "(exists [i:0..1] F[i]() && G(i))"),
        ("assert A = (rigid (1<2) <-> {a,b})", "(rigid (1 Less 2) <-> {a,b})"),
        ("assert A = a ||S = P.", "P()/{}"),
        ("assert A = a U = (x -> U).", "(x -> U)"),
        ("assert A = (X(a && b) U W_(1))", "(X (a && b) U W_(1))"),
    ]);
}
