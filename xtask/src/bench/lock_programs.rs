//! Programs in C that take and give locks: of any size, right or with one missing unlock.

use std::fmt::Write as _;

/// A function for every lock.
const FUNCTIONS: usize = 8;

/// A program of about this many lines.
pub fn program(lines: usize, is_faulty: bool) -> String {
    let mut text = String::from("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n");
    let mut functions = 0;
    let mut calls = String::new();
    // The last lines are those of `main`, two for each function.
    while text.lines().count() + 2 * functions + 8 < lines {
        if functions % FUNCTIONS == 0 {
            lock(&mut text, functions / FUNCTIONS);
        }
        // The fault is in the last third.
        let faulty = is_faulty && text.lines().count() > lines * 2 / 3 && !text.contains("/* no unlock */");
        function(&mut text, functions, faulty);
        let _ = write!(calls, "      case {functions}: status = work{functions}(request);\n        break;\n");
        functions += 1;
    }
    text + "int main(void) {\n  int status = 0;\n  while (__VERIFIER_nondet_int()) {\n    int request = __VERIFIER_nondet_int();\n    \
            switch (__VERIFIER_nondet_int()) {\n"
        + &calls
        + "    }\n  }\n  return status;\n}\n"
}

fn lock(text: &mut String, n: usize) {
    let _ = write!(
        text,
        "static int lock{n}, users{n};\nstatic void take{n}(void) {{\n  if (lock{n} != 0) reach_error();\n  lock{n} = 1;\n}}\n\
         static void give{n}(void) {{\n  if (lock{n} != 1) reach_error();\n  lock{n} = 0;\n}}\n"
    );
}

/// One of four shapes; in each, the lock is free before and afterwards.
fn function(text: &mut String, n: usize, is_faulty: bool) {
    let k = n / FUNCTIONS;
    let limit = 3 + n % 5;
    let early = if is_faulty { "/* no unlock */".to_string() } else { format!("give{k}();") };
    let _ = write!(
        text,
        "static int work{n}(int request) {{\n  int status = __VERIFIER_nondet_int();\n  int held = 0;\n"
    );
    let _ = match n % 4 {
        0 => write!(
            text,
            "  take{k}();\n  if (request > {limit}) {{\n    if (status < 0) {{\n      {early}\n      return -{limit};\n    }}\n    \
             users{k} = users{k} + 1;\n  }} else {{\n    status = request + {n};\n  }}\n  held = 1;\n  \
             if (held) {{\n    give{k}();\n  }}\n"
        ),
        1 => write!(
            text,
            "  if (request == {limit} || status > {limit}) {{\n    take{k}();\n    held = 1;\n  }}\n  status = status ^ request;\n  \
             if (held == 1) {{\n    users{k} = users{k} - 1;\n    {early}\n  }}\n  if (status == {n}) {{\n    status = 0;\n  }}\n"
        ),
        2 => write!(
            text,
            "  take{k}();\n  switch (request) {{\n    case 1:\n      {early}\n      return 1;\n    case 2:\n      status = users{k};\n      \
             break;\n    default:\n      status = {limit};\n  }}\n  give{k}();\n"
        ),
        _ => write!(
            text,
            "  int tries = 0;\n  while (tries < {limit}) {{\n    take{k}();\n    tries = tries + 1;\n    status = status + request;\n    \
             if (status == {n}) {{\n      {early}\n      return tries;\n    }}\n    give{k}();\n  }}\n"
        ),
    };
    text.push_str("  return status;\n}\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_the_size_that_is_asked_for_and_at_most_one_fault() {
        for lines in [100, 300, 3_000] {
            for is_faulty in [false, true] {
                let text = program(lines, is_faulty);
                assert!(text.lines().count().abs_diff(lines) < 40, "{} for {lines}", text.lines().count());
                assert_eq!(text.matches("/* no unlock */").count(), usize::from(is_faulty));
                assert_eq!(text.matches('{').count(), text.matches('}').count());
            }
        }
    }
}
