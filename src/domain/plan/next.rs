//! The DaemonSet as it will be, and the patch that makes it so: a change of the template, a manifest, other limits, or
//! all of it together.

use serde_json::{Map, Value};

use super::what_if::WhatIf;
use crate::domain::{apply, change::Change, daemonset::DaemonSet};

/// What comes next.
#[derive(Debug, Clone, PartialEq)]
pub struct Next {
    /// The strategic merge patch that makes it so; `None` where nothing is to be changed.
    pub body: Option<String>,
    /// The object afterwards, as far as that can be told without a server.
    pub set: DaemonSet,
}

impl Next {
    /// The rollout that is under way.
    pub fn under_way(set: &DaemonSet) -> Self {
        Self {
            body: None,
            set: set.clone(),
        }
    }

    /// A change of the template.
    pub fn changed(set: &DaemonSet, change: &Change) -> Self {
        Self {
            body: change.effective.then(|| change.body.clone()),
            set: change.applied_to(set),
        }
    }

    /// The manifest applied; what it says of other things than the spec replaces no pod.
    pub fn applied(set: &DaemonSet, manifest: &Value) -> Self {
        let patch = apply::patch(set, manifest);
        Self {
            set: DaemonSet::new(apply::merged(set.object(), &patch)),
            body: Some(patch.to_string()),
        }
    }

    /// The same with other limits.
    ///
    /// # Errors
    /// What the API server would say of them.
    pub fn with(self, what_if: &WhatIf) -> Result<Self, String> {
        if !what_if.any() {
            return Ok(self);
        }
        let spec = what_if.spec(&self.set)?;
        let body = self.body.unwrap_or_else(|| "{}".to_owned());
        let mut patch: Map<String, Value> = serde_json::from_str(&body).map_err(|error| error.to_string())?;
        let members = patch.entry("spec").or_insert_with(|| Map::new().into());
        if let Some(members) = members.as_object_mut() {
            members.extend(spec);
        }
        Ok(Self {
            body: Some(Value::from(patch).to_string()),
            set: what_if.applied_to(&self.set)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::change;
    use serde_json::json;

    fn set() -> DaemonSet {
        DaemonSet::new(json!({"metadata": {"name": "agent", "uid": "u"}, "spec": {
            "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 1, "maxSurge": 0}},
            "template": {"spec": {"containers": [{"name": "main", "image": "a:1"}]}}}}))
    }

    #[test]
    fn one_patch_has_the_template_and_the_limits() {
        let set = set();
        let restart = change::restart(&set, "2026-01-01T00:00:00Z").expect("a change");
        let limits = WhatIf {
            max_unavailable: Some("50%".to_owned()),
            min_ready_seconds: Some(7),
            ..WhatIf::default()
        };
        let next = Next::changed(&set, &restart).with(&limits).expect("allowed");
        let body: Value = serde_json::from_str(&next.body.expect("something to send")).expect("JSON");
        let expected = json!({"metadata": {"uid": "u"}, "spec": {"minReadySeconds": 7,
            "template": {"metadata": {"annotations": {"kubectl.kubernetes.io/restartedAt": "2026-01-01T00:00:00Z"}}},
            "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": "50%", "maxSurge": 0}}}});
        assert_eq!(body, expected);
        assert_eq!(next.set.min_ready_seconds(), 7);
    }

    #[test]
    fn nothing_is_sent_for_what_is_under_way() {
        let next = Next::under_way(&set()).with(&WhatIf::default());
        assert_eq!(next, Ok(Next { body: None, set: set() }));
    }
}
