//! Components from C programs.

pub mod actions;
pub mod blocks;
pub mod component;
pub mod encode;
pub mod engine;
pub mod graph;
pub mod objects;
pub mod product;
