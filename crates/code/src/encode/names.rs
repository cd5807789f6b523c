//! Functions from outside that are known by name.

use super::Encoder;
use super::state::Val;

/// External functions that only print, or only read what they are given.
pub(super) const HARMLESS: [&str; 39] = [
    "printf",
    "fprintf",
    "puts",
    "putchar",
    "putc",
    "fputc",
    "fputs",
    "vprintf",
    "vfprintf",
    "perror",
    "fflush",
    "printk",
    "strlen",
    "strcmp",
    "strncmp",
    "memcmp",
    "atoi",
    "atol",
    "abs",
    "labs",
    "isdigit",
    "isalpha",
    "isspace",
    "toupper",
    "tolower",
    "rand",
    "getpid",
    "pthread_mutex_init",
    "pthread_mutex_destroy",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "pthread_mutex_trylock",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "pthread_cond_init",
    "pthread_cond_destroy",
    "sleep",
    "usleep",
    "sched_yield",
];

/// Other functions of the C library and of POSIX: they write only what their arguments lead to, and call
/// nothing.
const LIBRARY: [&str; 64] = [
    "__errno_location",
    "__isoc99_scanf",
    "__isoc99_sscanf",
    "__isoc99_fscanf",
    "accept",
    "bind",
    "bzero",
    "clock",
    "clock_gettime",
    "close",
    "connect",
    "fclose",
    "feof",
    "ferror",
    "fgetc",
    "fgets",
    "fopen",
    "fread",
    "fscanf",
    "fseek",
    "ftell",
    "fwrite",
    "getc",
    "getchar",
    "getenv",
    "getline",
    "gettimeofday",
    "isalnum",
    "isupper",
    "islower",
    "isxdigit",
    "ispunct",
    "iscntrl",
    "isprint",
    "lseek",
    "memchr",
    "nanosleep",
    "open",
    "poll",
    "printf",
    "read",
    "recv",
    "recvfrom",
    "remove",
    "rename",
    "scanf",
    "select",
    "send",
    "sendto",
    "snprintf",
    "socket",
    "srand",
    "sscanf",
    "stat",
    "strchr",
    "strerror",
    "strrchr",
    "strstr",
    "strtol",
    "strtoul",
    "time",
    "unlink",
    "vsnprintf",
    "write",
];

/// A function of the C library or of POSIX.
pub(super) fn is_library(name: &str) -> bool {
    LIBRARY.contains(&name) || HARMLESS.contains(&name)
}

/// Functions that the encoder treats itself, also if they have a body.
pub fn is_modeled(name: &str) -> bool {
    is_error(name)
        || name.starts_with("__VERIFIER_nondet_")
        || matches!(
            name,
            "__VERIFIER_assume" | "__assert_fail" | "__assert" | "__assert_rtn" | "abort" | "exit" | "_exit"
        )
        || matches!(name, "malloc" | "calloc" | "realloc" | "free")
}

/// Functions without a body whose effect the encoder knows. If a call of one is an action, the call itself is
/// still executed.
pub fn has_effect(name: &str) -> bool {
    is_modeled(name) && !name.starts_with("__VERIFIER_nondet_")
        || matches!(name, "memcpy" | "memmove" | "memset" | "strcpy" | "_Exit" | "quick_exit")
}

pub(super) fn is_error(name: &str) -> bool {
    matches!(name, "__VERIFIER_error" | "reach_error")
}

impl Encoder<'_> {
    /// The text that is printed may ask for the number of characters, which is written through a pointer.
    pub(super) fn may_count(&mut self, name: &str, arguments: &[Val]) -> bool {
        let format = match name {
            "printf" | "printk" | "vprintf" => arguments.first(),
            "fprintf" | "vfprintf" => arguments.get(1),
            _ => return false,
        };
        let Some(Val::Bits(format)) = format else { return true };
        // `%5ln`: what is between the two is no letter that ends a directive.
        let counts = |text: String| {
            text.split('%').skip(1).any(|rest| {
                rest.trim_start_matches(|c: char| !c.is_alphabetic() || "hlqjzt".contains(c)).starts_with('n')
            })
        };
        self.text_of(Some(*format)).is_none_or(counts)
    }
}
