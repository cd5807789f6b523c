//! The façade of Rely: load a model, run a command, get view types.
