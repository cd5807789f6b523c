//! FSP: lexer, tree, diagnostics, elaboration to components.
