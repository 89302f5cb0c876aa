//! The containers of a pod, each with its state and its spec; init containers first, as they run.

use jiff::Timestamp;
use k8s_openapi::api::core::v1::{
    Container, ContainerStateRunning, ContainerStateTerminated, ContainerStateWaiting, ContainerStatus, Event, Pod,
};

use super::case::at;

/// One container.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    /// What it is.
    pub(super) kind: Kind,
    /// Its state.
    pub(super) status: &'a ContainerStatus,
    /// Its spec, where the pod has one of that name.
    pub(super) spec: Option<&'a Container>,
}

/// What a container is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Ends before the others start.
    Init,
    /// An init container that keeps running.
    Sidecar,
    /// One of `spec.containers`.
    Main,
}

/// All containers of the pod that have a state.
pub(super) fn parts(pod: &Pod) -> Vec<Part<'_>> {
    let (spec, status) = (pod.spec.as_ref(), pod.status.as_ref());
    let init = status.and_then(|status| status.init_container_statuses.as_deref());
    let main = status.and_then(|status| status.container_statuses.as_deref());
    let init_specs = spec
        .and_then(|spec| spec.init_containers.as_deref())
        .unwrap_or_default();
    let specs = spec.map(|spec| spec.containers.as_slice()).unwrap_or_default();
    let init = init.unwrap_or_default().iter().map(|status| {
        let spec = init_specs.iter().find(|spec| spec.name == status.name);
        let stays = spec.is_some_and(|spec| spec.restart_policy.as_deref() == Some("Always"));
        let kind = if stays { Kind::Sidecar } else { Kind::Init };
        Part { kind, status, spec }
    });
    let main = main.unwrap_or_default().iter().map(|status| Part {
        kind: Kind::Main,
        status,
        spec: specs.iter().find(|spec| spec.name == status.name),
    });
    init.chain(main).collect()
}

impl<'a> Part<'a> {
    /// `container NAME`, `init container NAME`, `sidecar container NAME`.
    pub(super) fn label(&self) -> String {
        let kind = match self.kind {
            Kind::Init => "init container",
            Kind::Sidecar => "sidecar container",
            Kind::Main => "container",
        };
        format!("{kind} {}", self.status.name)
    }

    /// The state waiting, if it is in that.
    pub(super) fn waiting(&self) -> Option<&'a ContainerStateWaiting> {
        self.status.state.as_ref()?.waiting.as_ref()
    }

    /// The state running, if it is in that.
    pub(super) fn running(&self) -> Option<&'a ContainerStateRunning> {
        self.status.state.as_ref()?.running.as_ref()
    }

    /// The state terminated, if it is in that.
    pub(super) fn terminated(&self) -> Option<&'a ContainerStateTerminated> {
        self.status.state.as_ref()?.terminated.as_ref()
    }

    /// How it ended the last time, the present state included.
    pub(super) fn last_end(&self) -> Option<&'a ContainerStateTerminated> {
        let last = || self.status.last_state.as_ref()?.terminated.as_ref();
        self.terminated().or_else(last)
    }

    /// When it started the last time, if it ever did.
    pub(super) fn started(&self) -> Option<Timestamp> {
        let running = self.running().and_then(|running| at(running.started_at.as_ref()));
        running.or_else(|| at(self.last_end()?.started_at.as_ref()))
    }

    /// The image that is asked for.
    pub(super) fn image(&self) -> &'a str {
        let asked = self.spec.and_then(|spec| spec.image.as_deref());
        asked.unwrap_or(&self.status.image)
    }

    /// Whether an event is about this container: by the field path, or by no field path at all.
    pub(super) fn meant_by(&self, event: &Event) -> bool {
        let path = event.involved_object.field_path.as_deref().unwrap_or_default();
        path.is_empty() || path.ends_with(&format!("{{{}}}", self.status.name))
    }
}
