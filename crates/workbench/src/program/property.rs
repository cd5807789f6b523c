//! Properties over the actions of a program: which automata, and what the mapping makes of calls.

use rely_code::encode::Program;
use rely_code::engine::{self, Answer};
use rely_code::mapping::{Bound, Mapping};
use rely_code::property::{Automaton, occurrence};
use rely_io::Control;
use rely_llvm::Module;
use rely_monitor::{Kind, VIOLATED};
use rely_report::Failure;
use rely_report::view::{DiagnosticView, SeverityKind};
use sha2::{Digest, Sha256};

use super::component::{ComponentName, VOLATILE_MEMORY, driver_bound, read_mapping};
use crate::monitor::{TableOptions, read_table};

/// Properties and the mapping that they are about.
pub(super) struct Observed {
    /// The file of the mapping.
    pub map: String,
    /// The mapping, bound to the program.
    pub bound: Bound,
    /// The properties.
    pub automata: Vec<Automaton>,
    /// Actions of properties that never happen.
    pub warnings: Vec<DiagnosticView>,
    /// The texts that the verdicts depend on, with their digests.
    pub sources: Vec<(String, String)>,
}

impl Observed {
    /// Reads properties, `FILE:NAME`, and the mapping of a program.
    ///
    /// # Errors
    /// If a file cannot be read, a name is not that of a property, or the mapping does not fit.
    pub fn read(
        properties: &[String],
        map: Option<&str>,
        file: &str,
        entry: Option<&str>,
        module: &Module,
        control: &Control,
    ) -> Result<Observed, Failure> {
        let name = ComponentName {
            file: file.to_string(),
            entry: None,
            map: map.map(str::to_string),
            read_map: None,
        };
        let (map, text, findings) = read_mapping(&name, control)?;
        let mapping = Mapping::read(&text).map_err(&findings)?;
        let bound = mapping.bind(module, entry).map_err(&findings)?;
        let digest = |text: &str| hexadecimal(text.as_bytes());
        let mut observed = Observed {
            sources: vec![(map.clone(), digest(&text))],
            map,
            bound,
            automata: Vec::new(),
            warnings: Vec::new(),
        };
        for word in properties {
            observed.add(word, control)?;
        }
        Ok(observed)
    }

    fn add(&mut self, word: &str, control: &Control) -> Result<(), Failure> {
        let source = read_table(word, &TableOptions::default(), control)?;
        let table = source.table.table();
        let name = table.name().to_string();
        if table.kind() != Kind::Property {
            let message = format!("`{name}` is not a property");
            let help = "declare it with `property`, or name a property: FILE:NAME";
            return Err(Failure::in_file("E1083", source.file, message).help(help));
        }
        if self.automata.iter().any(|own| own.name == name) {
            let message = format!("`{name}` is given twice, or two properties have this name");
            return Err(Failure::in_file("E1083", source.file, message));
        }
        let position = |action: &str| self.bound.actions.iter().position(|own| own == action);
        let missing: Vec<String> =
            table.actions().filter(|action| position(action).is_none()).map(|a| format!("`{a}`")).collect();
        if missing.len() == table.actions().len() {
            let message = format!("no rule of {} gives an action of `{name}`", self.map);
            let help = format!(
                "the actions of the property are {}; those of the mapping are {}",
                rely_report::prose::some(&missing, 8),
                rely_report::prose::some(&self.bound.actions, 8)
            );
            return Err(Failure::in_file("E1083", source.file, message).help(help));
        }
        if !missing.is_empty() {
            self.warnings.push(DiagnosticView {
                code: "W1083".to_string(),
                severity: SeverityKind::Warning,
                message: format!(
                    "no rule of {} gives {}: for `{name}`, {} never happen{}",
                    self.map,
                    rely_report::prose::list(&missing),
                    if missing.len() == 1 { "this action" } else { "these actions" },
                    if missing.len() == 1 { "s" } else { "" },
                ),
                file: Some(self.map.clone()),
                line: None,
                column: None,
                end_line: None,
                end_column: None,
                help: None,
            });
        }
        let row = |state: u32| {
            let actions =
                table.actions().filter_map(|action| Some((position(action)?, table.action(action)?)));
            let next = |action| Some(table.step(state, action)).filter(|&next| next != VIOLATED);
            actions.map(|(own, action)| (own as u32, next(action))).collect()
        };
        let next = (0..table.n_states()).map(row).collect();
        self.automata.push(Automaton { name: name.clone(), next });
        let description = format!("{:?} {:?}", table.actions().collect::<Vec<_>>(), table.next());
        self.sources
            .push((format!("property {name} of {}", source.file), hexadecimal(description.as_bytes())));
        Ok(())
    }
}

impl Observed {
    /// What a reader should know.
    pub fn notes(&self, driven: bool, module: &Module) -> Vec<String> {
        let mut notes = vec![format!(
            "the actions are those of {}; mapped functions without a body change only what the mapping says",
            self.map
        )];
        if self.bound.volatile_memory {
            notes.push(VOLATILE_MEMORY.to_string());
        }
        if driven {
            let names =
                self.bound.entries.iter().map(|id| format!("`{}`", module.functions[id.index()].name));
            let names = rely_report::prose::some(&names.collect::<Vec<_>>(), 8);
            notes.push(match self.bound.driven {
                true => format!("a driver calls {names} in any order, forever, with any arguments"),
                false => format!("a driver calls {names} once, with any arguments"),
            });
            notes.extend(driver_bound(module, self.bound.objects));
        }
        notes
    }
}

/// Does an action of a property ever happen? Nothing if it is not decided.
pub(super) fn occurs(mut program: Program, automaton: &Automaton, control: &Control) -> Option<bool> {
    let Some(number) = occurrence(&mut program, automaton) else { return Some(false) };
    let outcome = engine::decide(&mut program.blocks, &engine::Options::default(), control.context());
    let answer = outcome.checks.iter().find(|check| check.number == number).map(|check| &check.answer);
    match answer {
        Some(Answer::Unsafe(_)) => Some(true),
        Some(Answer::Unknown(_)) => None,
        Some(Answer::Safe(_)) | None => Some(false),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
