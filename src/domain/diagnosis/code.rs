//! The stable names of what can be found, how bad it is, and what it holds up.

use serde::Serialize;

/// What was found. Its name in JSON and in words is in kebab case and never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The registry knows no such image or tag.
    ImageNotFound,
    /// The registry wants credentials, or refuses those it got.
    ImageAuth,
    /// The registry cannot be reached.
    ImageRegistry,
    /// The image reference cannot be read.
    ImageName,
    /// The image has no variant for the node's platform.
    ImagePlatform,
    /// An image cannot be pulled, for a reason not told apart.
    ImagePull,
    /// A container ends again and again.
    CrashLoop,
    /// A container was killed for using too much memory.
    OutOfMemory,
    /// An init container does not end well.
    InitContainer,
    /// A ConfigMap, a Secret or a key of one is missing.
    ConfigError,
    /// A container cannot be made or started, for another reason.
    ContainerError,
    /// A readiness, liveness or startup probe fails.
    ProbeFailing,
    /// A container runs and is not ready, without a sign of why.
    NotReady,
    /// A readiness gate of the pod is not met.
    ReadinessGate,
    /// A volume cannot be mounted.
    VolumeMount,
    /// The pod's sandbox or network cannot be made.
    Sandbox,
    /// A pod starts, within the time that is normal.
    Starting,
    /// A pod is ready, and minReadySeconds are not over.
    MinReadySeconds,
    /// The node has too little free of a resource.
    InsufficientResources,
    /// The node runs as many pods as it may.
    TooManyPods,
    /// A host port is taken on the node.
    HostPort,
    /// Pod affinity or anti-affinity keeps the pod from its node.
    PodAffinity,
    /// A topology spread constraint keeps the pod from its node.
    TopologySpread,
    /// A volume keeps the pod from its node.
    Volume,
    /// The pod carries a taint's refusal: the scheduler sees a taint that the controller did not.
    UntoleratedTaint,
    /// The pod's own node selector or affinity, e.g. one added at admission, keeps it from its node.
    NodeSelector,
    /// A scheduling gate has not been removed.
    SchedulingGate,
    /// No scheduler serves the pod's schedulerName.
    NoScheduler,
    /// A pod waits for the scheduler, within the time that is normal or for a reason not told apart.
    Unscheduled,
    /// The node is not ready.
    NodeNotReady,
    /// The node has stopped answering.
    NodeUnreachable,
    /// The node of a pod does not exist any more.
    NodeGone,
    /// A pod is terminating, within its grace period.
    Terminating,
    /// A pod is terminating, its grace period is over.
    TerminationOverdue,
    /// A terminating pod is held by a finalizer.
    HeldByFinalizer,
    /// A pod has failed; the controller deletes it after a backoff.
    PodFailed,
    /// A pod was evicted.
    PodEvicted,
    /// The kubelet rejected a pod.
    KubeletRejected,
    /// A quota refuses new pods.
    QuotaExceeded,
    /// Pod security refuses new pods.
    PodSecurity,
    /// A webhook or policy refuses new pods.
    WebhookDenied,
    /// New pods are refused, for a reason not told apart.
    CreationRefused,
    /// An eligible node has no pod yet, within the time that is normal.
    NotCreated,
    /// The controller has not observed the present spec.
    NotObserved,
    /// An eligible node has had no pod for minutes and none is refused.
    ControllerStuck,
    /// Nodes that are not available use up the budget, so that healthy ones wait.
    BudgetUsedUp,
    /// A surge pod needs a host port that the old pod on its node holds.
    SurgeHostPort,
    /// Strategy OnDelete: old pods wait for somebody to delete them.
    OnDelete,
    /// Pods run on nodes that are no longer eligible; a rollout removes them for good.
    Misscheduled,
    /// Pods count as up to date and run another template.
    OutdatedTemplate,
    /// Another controller selects the same pods.
    SelectorShared,
    /// Somebody puts the template back, or rewrites it again and again.
    TemplateContested,
    /// Admission changed pods in a way that matters.
    ChangedAtAdmission,
    /// A node's clock is ahead.
    ClockAhead,
    /// A node has more pods than it should.
    ExcessPods,
    /// Pods or revisions without an owner match the selector and will be adopted.
    Adoption,
    /// No node is eligible.
    NoEligibleNode,
    /// The DaemonSet is being deleted.
    BeingDeleted,
}

/// How much a finding matters. A healthy or merely slow rollout has nothing above `Info`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know; passes by itself.
    Info,
    /// Needs a look; holds nothing up yet.
    Warning,
    /// Somebody must act.
    Error,
}

/// What a finding holds up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Blocks {
    /// Nothing.
    Nothing,
    /// These nodes only, which are not counted or not available.
    Node,
    /// It uses up a part of the budget, so that other nodes may wait.
    Budget,
    /// All that is left of the rollout.
    Rollout,
}

impl Code {
    /// Whether it says what other findings lead to: of a single pod or node, those are told first.
    pub fn consequence(self) -> bool {
        matches!(self, Self::BudgetUsedUp | Self::OnDelete)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialize(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_written_as_in_json() {
        assert_eq!(Code::ImageNotFound.to_string(), "image-not-found");
        assert_eq!(serde_json::json!(Code::OnDelete), "on-delete");
    }
}
