//! Damaged models.
