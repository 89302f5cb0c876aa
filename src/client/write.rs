//! Sends a change. Only patches: a PUT of a typed object would lose fields that are newer than this program (C-3, R13).

use kube::{
    Error,
    api::{Patch, PatchParams, ValidationDirective},
};
use serde_json::value::RawValue;

use super::{
    Cluster,
    read::{collection, segment},
};
use crate::domain::daemonset::DaemonSet;

/// How a patch is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PatchOptions {
    /// The server checks and answers, and keeps nothing (`dryRun=All`).
    pub dry_run: bool,
    /// An unknown or doubled field is an error and not a warning.
    pub strict: bool,
    /// Who is noted as the owner of the changed fields.
    pub field_manager: Option<String>,
}

impl Cluster {
    /// Sends a strategic merge patch for one DaemonSet, once: a change is repeated only by who planned it.
    ///
    /// # Errors
    /// As the server answers; 409 when the object is no longer the one that the patch's `resourceVersion` names.
    pub async fn patch_daemonset(
        &self,
        namespace: &str,
        name: &str,
        body: String,
        options: &PatchOptions,
    ) -> Result<DaemonSet, Error> {
        let params = PatchParams {
            dry_run: options.dry_run,
            field_manager: options.field_manager.clone(),
            field_validation: options.strict.then_some(ValidationDirective::Strict),
            ..PatchParams::default()
        };
        // As raw text: the body reaches the server byte for byte.
        let body = RawValue::from_string(body).map_err(Error::SerdeError)?;
        let request = kube::core::Request::new(collection("apps/v1", Some(namespace), "daemonsets"))
            .patch(&segment(name), &params, &Patch::Strategic(body))
            .map_err(Error::BuildRequest)?;
        let text = self.client().request_text(request).await?;
        serde_json::from_str(&text)
            .map(DaemonSet::new)
            .map_err(Error::SerdeError)
    }
}
