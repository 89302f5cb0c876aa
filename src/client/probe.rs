//! Asks the server whether it would take a pod, without making one.

use http::Request;
use kube::{Error, api::PostParams};
use serde_json::Value;

use super::{Cluster, read::collection};
use crate::domain::{daemonset::DaemonSet, json, node_terms, probe, probe::Probe};
use k8s_openapi::api::core::v1::Node;

impl Cluster {
    /// Lets the server check, and not keep, the pod that the controller would make for a node (C17). Sent once; admission
    /// sees it as any other creation.
    ///
    /// # Errors
    /// Where no answer comes. A refusal is an answer.
    pub async fn probe(&self, set: &DaemonSet, node: &Node, hash: Option<&str>) -> Result<Probe, Error> {
        let name = node.metadata.name.as_deref().unwrap_or_default();
        let params = PostParams {
            dry_run: true,
            ..PostParams::default()
        };
        let body = probe::pod(set, name, hash).to_string().into_bytes();
        let request: Request<Vec<u8>> = kube::core::Request::new(collection("v1", Some(set.namespace()), "pods"))
            .create(&params, body)
            .map_err(Error::BuildRequest)?;
        match self.client().request_text(request).await {
            Ok(text) => {
                let made: Value = serde_json::from_str(&text).map_err(Error::SerdeError)?;
                let spec = json::at(&made, &["spec"]).unwrap_or(&Value::Null);
                let labels = node_terms::labels(spec, node).into_iter();
                let objections = labels.map(|label| format!("nodeSelector {label}"));
                Ok(Probe::Accepted {
                    objections: objections.collect(),
                })
            }
            // Quotas and policies refuse with the same status as missing rights do.
            Err(Error::Api(status)) if status.code == 403 && status.message.contains("cannot create resource") => {
                Ok(Probe::NotAllowed {
                    message: status.message,
                })
            }
            Err(Error::Api(status))
                if (400..500).contains(&status.code) && !matches!(status.code, 401 | 404 | 405 | 429) =>
            {
                Ok(Probe::Refused {
                    code: status.code,
                    reason: status.reason.clone(),
                    message: status.message,
                })
            }
            // A webhook that cannot be reached or does not answer in time.
            Err(Error::Api(status)) if status.code >= 500 && status.message.contains("webhook") => Ok(Probe::Refused {
                code: status.code,
                reason: status.reason.clone(),
                message: status.message,
            }),
            Err(error) => Err(error),
        }
    }
}
