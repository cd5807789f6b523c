//! The driver: events become C source.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use rely_llvm::ir::{GlobalId, Module};

use super::functions::{define_function, start};
use super::{Calls, Entry, PREFIX, REAL, has_body, has_value, library};
use crate::encode::is_modeled;
use crate::follow::{Bytes, Event, Fresh, Happening};
use crate::objects::{Object, ObjectKind};

/// Where the objects of the model are.
pub struct Objects<'a>(pub &'a [Object]);

impl Objects<'_> {
    /// The address of the object that contains an address; 0 if none does.
    fn base(&self, address: u64) -> u64 {
        let after = self.0.partition_point(|object| object.address <= address);
        let object = after.checked_sub(1).map(|at| &self.0[at]);
        object.filter(|object| address - object.address <= object.size).map_or(0, |object| object.address)
    }

    fn global_at(&self, address: u64) -> Option<GlobalId> {
        let found = self.0.binary_search_by_key(&address, |object| object.address).ok()?;
        match self.0[found].kind {
            ObjectKind::Global(id) => Some(id),
            _ => None,
        }
    }

    fn global(&self, id: GlobalId) -> Option<u64> {
        let kind = ObjectKind::Global(id);
        self.0.iter().find(|object| object.kind == kind).map(|object| object.address)
    }
}

const HEAD: &str = "\
struct piece { unsigned long long offset; unsigned long long size; unsigned long long value[2]; };
struct event { int kind; const char *name; unsigned long long low, high; const struct piece *pieces; unsigned long long n; unsigned long long delta; };
";

const BODY: &str = r#"
extern void *malloc(unsigned long);
extern void free(void *);
extern void _exit(int) __attribute__((noreturn));
extern long write(int, const void *, unsigned long);
static unsigned long long next_event;
static void say(const char *text) {
  unsigned long n = 0;
  while (text[n]) n++;
  if (write(1, text, n) < 0) _exit(105);
}
static void end(int code, const char *what, const char *name) __attribute__((noreturn));
static void end(int code, const char *what, const char *name) {
  say(what); say(" "); say(name); say("\n");
  _exit(code);
}
static int same(const char *a, const char *b) {
  while (*a && *a == *b) { a++; b++; }
  return *a == *b;
}
static const struct event *take(int kind, const char *name) {
  const struct event *e = &events[next_event];
  if (e->kind != kind || (kind == 1 && !same(e->name, name))) end(105, "diverged at", name);
  next_event++;
  return e;
}
static void fill_most(char *to, const struct event *e, unsigned long long most) {
  for (unsigned long long i = 0; i < e->n; i++)
    for (unsigned long long j = 0; j < e->pieces[i].size && e->pieces[i].offset + j < most; j++)
      to[e->pieces[i].offset + j] = (char)(e->pieces[i].value[j / 8] >> (8 * (j % 8)));
}
static void fill(char *to, const struct event *e) {
  fill_most(to, e, ~0ull);
}
static void writes(void **arguments, int n) {
  for (;;) {
    const struct event *e = &events[next_event];
    if (e->kind == 5) fill(seen[e->low], e);
    else if (e->kind == 7) { if (kept[e->low]) fill(kept[e->low], e); }
    else if (e->kind != 4) return;
    else if ((int)e->low < n && arguments[e->low]) {
      kept[e->high] = (char *)arguments[e->low] - e->delta;
      fill(kept[e->high], e);
    }
    next_event++;
  }
}
void __rely_volatile(unsigned long long at) {
  fill((char *)at, take(6, "volatile"));
}
void __rely_mapped(unsigned long long number) {
  const struct event *e = take(8, "a mapped call");
  if (e->low != number) end(105, "diverged at", "a mapped call");
  if (events[next_event].kind == 9) end(107, "violated by", e->name);
}
void __rely_local(unsigned long long at, unsigned long long size) {
  (void)size;
  fill((char *)at, take(2, "local"));
}
"#;

/// A program that is to be executed.
#[derive(Clone, Copy)]
pub struct World<'a> {
    /// The files; they share one driver.
    pub modules: &'a [&'a Module],
    /// Where executions begin.
    pub entry: Entry<'a>,
    /// All files as one.
    pub linked: &'a Module,
    /// Where the objects of the model are.
    pub objects: &'a Objects<'a>,
}

/// C source that defines everything that comes from outside, for one execution.
///
/// With `property`, the execution ends with the last mapped call. Nothing if C cannot say what the driver of
/// a library does.
pub fn driver(world: &World<'_>, events: &[Event], mapped: &Calls, property: bool) -> Option<String> {
    let World { modules, entry, linked, objects } = *world;
    // The last call of an execution that violates a property is the end.
    let last = events.iter().rposition(|event| matches!(event.what, Happening::Mapped(..)));
    let (events, violates) = match last {
        Some(last) if property => (&events[..=last], true),
        _ => (events, false),
    };
    let mut out = String::from(HEAD);
    let (mut list, mut data) = (String::new(), String::new());
    let mut n_data = 0;
    let mut arguments: BTreeMap<u32, u128> = BTreeMap::new();
    let mut globals: BTreeMap<u64, &[Bytes]> = BTreeMap::new();
    let mut call: Option<&[Option<u128>]> = None;
    let (mut seen, mut kept): (Vec<&str>, Vec<u64>) = (Vec::new(), Vec::new());
    for event in events {
        let mut blob = |bytes: &[Bytes], base: u64, data: &mut String| -> String {
            if bytes.is_empty() {
                return "0, 0".to_string();
            }
            let _ = write!(data, "static const struct piece p{n_data}[] = {{");
            for one in bytes {
                let (low, high) = (one.value as u64, (one.value >> 64) as u64);
                let offset = one.address.wrapping_sub(base);
                let _ = write!(data, "{{{offset}ull,{},{{{low}ull,{high}ull}}}},", one.size);
            }
            data.push_str("};\n");
            n_data += 1;
            format!("p{}, {}", n_data - 1, bytes.len())
        };
        match &event.what {
            Happening::Input(function, value, _) => {
                let (low, high) = (*value as u64, (*value >> 64) as u64);
                let _ = writeln!(list, "{{1, \"{function}\", {low}ull, {high}ull, 0, 0}},");
            }
            Happening::Argument(number, value, _) => {
                arguments.insert(*number, *value);
            }
            Happening::Outside(function, given, results) => {
                let name = &linked.functions[function.index()].name;
                if REAL.contains(&&**name) {
                    call = None;
                    continue;
                }
                call = Some(given);
                let (low, high) = (
                    results.first().copied().unwrap_or_default(),
                    results.get(1).copied().unwrap_or_default(),
                );
                let high = if results.len() > 1 { high as u64 } else { (low >> 64) as u64 };
                let _ = writeln!(list, "{{1, \"{name}\", {}ull, {high}ull, 0, 0}},", low as u64);
            }
            Happening::Fresh(Fresh::Local, bytes) => {
                let base = bytes.first().map_or(0, |first| objects.base(first.address));
                let pieces = blob(bytes, base, &mut data);
                let _ = writeln!(list, "{{2, \"local\", 0, 0, {pieces}}},");
            }
            Happening::Fresh(Fresh::Allocated(address), bytes) => {
                let pieces = blob(bytes, *address, &mut data);
                let _ = writeln!(list, "{{3, \"allocation\", {}, 0, {pieces}}},", u64::from(*address != 0));
            }
            Happening::Fresh(Fresh::Outside, bytes) => {
                let Some(given) = call.take() else { continue };
                let mut written = BTreeSet::new();
                // What is reached directly through an argument is written relative to it.
                for (number, value) in given.iter().enumerate() {
                    let Some(address) = value.map(|value| value as u64) else { continue };
                    let base = objects.base(address);
                    if base == 0 || !written.insert(base) {
                        continue;
                    }
                    let own: Vec<Bytes> =
                        bytes.iter().copied().filter(|one| objects.base(one.address) == base).collect();
                    if !own.is_empty() {
                        // The function may keep the pointer, and write through it when another one is called.
                        let slot = kept.iter().position(|known| *known == base).unwrap_or_else(|| {
                            kept.push(base);
                            kept.len() - 1
                        });
                        let (pieces, delta) = (blob(&own, base, &mut data), address - base);
                        let _ = writeln!(list, "{{4, \"write\", {number}, {slot}, {pieces}, {delta}}},");
                    }
                }
                // Variables that other modules can see are written by name.
                let bases: BTreeSet<u64> = bytes.iter().map(|one| objects.base(one.address)).collect();
                for base in bases.difference(&written) {
                    if let Some(slot) = kept.iter().position(|known| known == base) {
                        let own: Vec<Bytes> =
                            bytes.iter().copied().filter(|one| objects.base(one.address) == *base).collect();
                        let pieces = blob(&own, *base, &mut data);
                        let _ = writeln!(list, "{{7, \"write\", {slot}, 0, {pieces}}},");
                        continue;
                    }
                    let Some(id) = objects.global_at(*base) else { continue };
                    let global = &linked.globals[id.index()];
                    if global.internal {
                        continue;
                    }
                    let number = seen.iter().position(|name| *name == global.name).unwrap_or_else(|| {
                        seen.push(&global.name);
                        seen.len() - 1
                    });
                    let own: Vec<Bytes> =
                        bytes.iter().copied().filter(|one| objects.base(one.address) == *base).collect();
                    let pieces = blob(&own, *base, &mut data);
                    let _ = writeln!(list, "{{5, \"write\", {number}, 0, {pieces}}},");
                }
            }
            Happening::Fresh(Fresh::Volatile, bytes) => {
                let pieces = blob(bytes, 0, &mut data);
                let _ = writeln!(list, "{{6, \"volatile\", 0, 0, {pieces}}},");
            }
            Happening::Fresh(Fresh::Global, bytes) => {
                if let Some(first) = bytes.first() {
                    globals.insert(objects.base(first.address), bytes);
                }
            }
            Happening::Mapped(function, when, _) => {
                let name = &linked.functions[function.index()].name;
                if let Some(number) = mapped.number(name, *when) {
                    let _ = writeln!(list, "{{8, \"{name}\", {number}ull, 0, 0, 0}},");
                }
            }
            Happening::Line | Happening::Assign(..) | Happening::Enter(_) | Happening::Leave(_) => {}
        }
    }
    out.push_str(&data);
    if violates {
        list.push_str("{9, \"the property\", 0, 0, 0, 0},\n");
    }
    let _ = writeln!(out, "static const struct event events[] = {{\n{list}{{0, \"the end\", 0, 0, 0, 0}}}};");
    // A label, since the name may be one that C has already.
    let mut table = Vec::new();
    for (number, name) in seen.iter().enumerate() {
        let own = linked.global_names.get(*name).map(|id| &linked.globals[id.index()]);
        let defined = own.is_some_and(|global| global.initializer.is_some());
        let label = if defined { name.to_string() } else { format!("{PREFIX}{name}") };
        let _ = writeln!(out, "extern char g{number}[] __asm__(\"{label}\");");
        table.push(format!("g{number}"));
    }
    table.push("0".to_string());
    let _ = writeln!(out, "static char *kept[{}];", kept.len() + 1);
    let _ = writeln!(out, "static char *const seen[] = {{{}}};", table.join(", "));
    out.push_str(BODY);
    // Each function from outside once, whatever files declare it.
    let mut defined = BTreeSet::new();
    for module in modules {
        for function in &module.functions {
            let name = &*function.name;
            let outside = function.blocks.is_empty() || is_modeled(name);
            let elsewhere = has_body(linked, name) && !is_modeled(name);
            let outside = outside && !name.starts_with("llvm.") && !REAL.contains(&name);
            if outside && !elsewhere && defined.insert(name.to_string()) {
                define_function(&mut out, function, module);
            }
        }
        for global in &module.globals {
            let elsewhere = has_value(linked, &global.name);
            if global.initializer.is_none() && !elsewhere && defined.insert(format!("@{}", global.name)) {
                let size = module.size_of(&global.ty).unwrap_or(8).clamp(1, 1 << 24);
                let mut content = vec![0_u8; size as usize];
                let base =
                    linked.global_names.get(&global.name).and_then(|&id| objects.global(id)).unwrap_or(0);
                for one in globals.get(&base).copied().unwrap_or_default() {
                    for byte in 0..one.size {
                        if let Some(place) = content.get_mut((one.address - base + byte) as usize) {
                            *place = (one.value >> (8 * byte)) as u8;
                        }
                    }
                }
                while content.len() > 1 && content.last() == Some(&0) {
                    content.pop();
                }
                let bytes: Vec<String> = content.iter().map(u8::to_string).collect();
                let _ = writeln!(
                    out,
                    "unsigned char {PREFIX}{}[{size}] __attribute__((aligned(16))) = {{{}}};",
                    global.name,
                    bytes.join(",")
                );
            }
        }
    }
    match entry {
        Entry::Function(name) => start(&mut out, linked, name, &arguments),
        Entry::Driver(id) => out.push_str(&library::start(linked, id, mapped)?),
    }
    Some(out)
}
