//! Components from C programs.

pub mod actions;
pub mod blocks;
pub mod component;
pub mod driver;
pub mod encode;
pub mod engine;
pub mod follow;
pub mod graph;
pub mod mapping;
pub mod objects;
pub mod opinion;
pub mod pointers;
pub mod property;
pub mod propositions;
pub mod replay;
pub mod threads;
pub mod values;
