//! Terms over bit vectors, and an incremental solver for them.
