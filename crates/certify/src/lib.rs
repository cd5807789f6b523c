//! Independent checker of certificates.
