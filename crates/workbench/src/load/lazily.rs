//! Targets in which components of C need not be exact.

use rely_io::Control;
use rely_lts::Lts;
use rely_report::Failure;

use super::imports::Probed;
use super::{FileImports, Kind, Loaded, Target};
use crate::lazy::LazyComponents;

impl Loaded {
    /// A target for questions that abstractions can answer; only `crate::lazy` may use it.
    pub(crate) fn lazy_target(
        &self,
        name: Option<&str>,
        components: &LazyComponents,
        control: &Control,
    ) -> Result<Target, Failure> {
        let imports = FileImports { code: Some(components), ..self.imports(control) };
        match &self.kind {
            Kind::Lts { .. } => self.target(name, control),
            Kind::Fsp { .. } => self.fsp_target(name, &imports, control),
        }
    }

    /// The same with another transition system in the place of a component.
    pub(crate) fn probed_target(
        &self,
        name: Option<&str>,
        components: &LazyComponents,
        probe: (&str, &Lts),
        control: &Control,
    ) -> Result<Target, Failure> {
        let imports = FileImports { code: Some(components), ..self.imports(control) };
        self.fsp_target(name, &Probed { imports, probe }, control)
    }
}
