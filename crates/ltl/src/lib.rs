//! Fluent linear temporal logic: formulas, automata, the processes they describe.
