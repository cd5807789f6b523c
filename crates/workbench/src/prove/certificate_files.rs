//! Where the certificates of proofs go: one file for each.

use std::path::{Path, PathBuf};

use rely_certify::Certificate;
use rely_evidence::{NoCertificate, with_vacuity};
use rely_io::files;
use rely_lts::{Context, System};
use rely_report::Failure;
use rely_report::view::ProofView;

/// Where certificates go.
pub(super) struct CertificateFiles<'a> {
    path: Option<&'a Path>,
    several: bool,
    taken: Vec<PathBuf>,
}

impl<'a> CertificateFiles<'a> {
    /// Nothing is written yet. If there are several, each has the name of its property in its own.
    pub(super) fn new(path: Option<&'a Path>, several: bool) -> Self {
        CertificateFiles { path, several, taken: Vec::new() }
    }

    /// Are certificates wanted?
    pub(super) fn wanted(&self) -> bool {
        self.path.is_some()
    }

    /// Writes the certificate of properties that hold at these places of a system; if they do so vacuously,
    /// this is claimed too.
    ///
    /// # Errors
    /// If it cannot be written, or contradicts the result.
    pub(super) fn write_held(
        &mut self,
        made: Result<Certificate, NoCertificate>,
        system: &System,
        places: &[usize],
        view: &mut ProofView,
        ctx: Context<'_>,
    ) -> Result<(), Failure> {
        let made = match made {
            Ok(certificate) if view.vacuous => with_vacuity(certificate, system, places, ctx),
            made => made,
        };
        self.write(made, view)
    }

    /// Writes the certificate of a result, or notes why there is none.
    ///
    /// # Errors
    /// If it cannot be written, or contradicts the result.
    pub(super) fn write(
        &mut self,
        made: Result<Certificate, NoCertificate>,
        view: &mut ProofView,
    ) -> Result<(), Failure> {
        let Some(path) = self.path else { return Ok(()) };
        match made {
            Ok(certificate) => {
                let path = if self.several { self.named(path, &view.property) } else { path.to_path_buf() };
                files::write(&path, |out| {
                    serde_json::to_writer(&mut *out, &certificate)?;
                    out.write_all(b"\n")
                })?;
                view.certificate = Some(path.display().to_string());
                self.taken.push(path);
                Ok(())
            }
            Err(NoCertificate::Contradiction) => Err(Failure::Internal(format!(
                "the evidence about {} contradicts the verdict",
                view.property
            ))),
            Err(why) => {
                view.notes.push(format!("no certificate was written: {why}"));
                Ok(())
            }
        }
    }

    /// `proof.json` for `SAFE` is `proof-SAFE.json`. Unusual characters are replaced, so that two may get the
    /// same name.
    fn named(&self, path: &Path, property: &str) -> PathBuf {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '.' { c } else { '_' };
        let word: String = property.chars().map(plain).collect();
        let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let ending = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
        let mut named = path.with_file_name(format!("{stem}-{word}{ending}"));
        for number in 2.. {
            if !self.taken.contains(&named) {
                break;
            }
            named = path.with_file_name(format!("{stem}-{word}-{number}{ending}"));
        }
        named
    }
}
