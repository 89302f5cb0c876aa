//! Admission policies and webhooks that concern the namespace of one situation.

use std::time::Duration;

use anyhow::Result;
use kube::api::PostParams;
use serde_json::{Value, json};

use super::objects::api;
use super::stage::Stage;
use crate::cluster::eventually;

const GROUP: &str = "admissionregistration.k8s.io/v1";

impl Stage<'_> {
    /// Every new pod is changed by this expression, an apply configuration in CEL.
    pub async fn mutate(&self, expression: &str) -> Result<()> {
        let change = json!({"patchType": "ApplyConfiguration",
            "applyConfiguration": {"expression": format!("Object{{{expression}}}")}});
        self.change_pods(change).await
    }

    /// Every new pod is changed by this expression, a list of JSON patches in CEL.
    pub async fn mutate_by_patch(&self, expression: &str) -> Result<()> {
        self.change_pods(json!({"patchType": "JSONPatch", "jsonPatch": {"expression": expression}}))
            .await
    }

    async fn change_pods(&self, change: Value) -> Result<()> {
        let spec = json!({"matchConstraints": self.new_pods(), "mutations": [change], "reinvocationPolicy": "Never",
            "failurePolicy": "Fail"});
        self.policy("MutatingAdmissionPolicy", spec, json!({})).await
    }

    /// No new pod is admitted for which this expression is false.
    pub async fn deny(&self, expression: &str, message: &str) -> Result<()> {
        let rule = json!([{"expression": expression, "message": message}]);
        let spec = json!({"matchConstraints": self.new_pods(), "validations": rule, "failurePolicy": "Fail"});
        self.policy(
            "ValidatingAdmissionPolicy",
            spec,
            json!({"validationActions": ["Deny"]}),
        )
        .await
    }

    async fn policy(&self, kind: &str, spec: Value, binding: Value) -> Result<()> {
        let name = self.namespace();
        let object = |kind: String, spec: Value| json!({"apiVersion": GROUP, "kind": kind, "metadata": {"name": name}, "spec": spec});
        self.create(&object(kind.to_owned(), spec)).await?;
        let mut bound = json!({"policyName": name});
        bound
            .as_object_mut()
            .into_iter()
            .for_each(|bound| bound.extend(binding.as_object().cloned().unwrap_or_default()));
        self.create(&object(format!("{kind}Binding"), bound)).await?;
        // A policy works some time after it was made, and nothing says when.
        self.until_pods_are_changed(kind).await
    }

    /// No new pod is admitted since nobody listens where the webhook is.
    pub async fn broken_webhook(&self) -> Result<()> {
        let rules = self.new_pods();
        let webhook = json!({
            "name": "pods.policy.test", "clientConfig": {"url": "https://127.0.0.1:1/validate"}, "sideEffects": "None",
            "admissionReviewVersions": ["v1"], "failurePolicy": "Fail", "timeoutSeconds": 2,
            "rules": rules["resourceRules"], "namespaceSelector": rules["namespaceSelector"],
        });
        let object = json!({"apiVersion": GROUP, "kind": "ValidatingWebhookConfiguration",
            "metadata": {"name": self.namespace()}, "webhooks": [webhook]});
        self.create(&object).await?;
        self.until_pods_are_changed("webhook").await
    }

    fn new_pods(&self) -> Value {
        json!({
            "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": self.namespace()}},
            "resourceRules": [{"apiGroups": [""], "apiVersions": ["v1"], "resources": ["pods"], "operations": ["CREATE"]}],
        })
    }

    /// Waits until admission does to a pod what it does not do by itself: refuses it, or changes it.
    async fn until_pods_are_changed(&self, what: &str) -> Result<()> {
        let pods = api(&self.client, "v1", "Pod", Some(self.namespace()));
        let mut pod = self.tenant("probe", 1, &json!({}));
        pod["spec"]["containers"][0]["image"] = json!("registry.test/agent:1");
        pod["spec"]["nodeName"] = Value::Null;
        let (object, dry) = (
            serde_json::from_value(pod.clone())?,
            PostParams {
                dry_run: true,
                ..PostParams::default()
            },
        );
        let ask = || async {
            Ok(match pods.create(&dry, &object).await {
                Ok(made) => {
                    let made = serde_json::to_value(made)?;
                    let spec = |field: &str| made["spec"][field].clone();
                    let containers = spec("containers").as_array().map_or(0, Vec::len);
                    containers != 1
                        || !spec("nodeSelector").is_null()
                        || made["spec"]["containers"][0]["image"] != pod["spec"]["containers"][0]["image"]
                }
                Err(_) => true,
            })
        };
        eventually(
            &format!("{}: {what}", self.name),
            Duration::from_secs(60),
            ask,
            |changed| *changed,
        )
        .await
        .map(drop)
    }
}
