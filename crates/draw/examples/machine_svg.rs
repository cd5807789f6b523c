//! Draws a machine as SVG: `cargo run -p rely-draw --example machine_svg > door.svg`.

use rely_draw::{MachineOptions, machine, write_svg};
use rely_lts::{Actions, LtsBuilder, StateId};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A door that can be opened, closed and locked; forcing the locked door is an error.
    let actions = Actions::new();
    let mut builder = LtsBuilder::new(&actions);
    let [open, closed, locked] = [builder.add_state()?, builder.add_state()?, builder.add_state()?];
    for (from, action, to) in [
        (open, "close", closed),
        (closed, "open", open),
        (closed, "lock", locked),
        (locked, "unlock", closed),
        (locked, "force", StateId::ERROR),
    ] {
        builder.add_transition(from, actions.intern(action), to);
    }
    let door = builder.finish(open)?;
    let options = MachineOptions {
        name: "DOOR".to_string(),
        state_names: Some(["open", "closed", "locked"].map(|name| Some(name.to_string())).to_vec()),
        ..MachineOptions::default()
    };
    print!("{}", write_svg(&machine(&door, &options).scene()));
    Ok(())
}
