//! Images that cannot be pulled: which, and why. What a message means is `image_fault`.

use k8s_openapi::api::core::v1::{Event, Pod};

use super::{
    case::{Case, proof},
    code::Code,
    finding::{Evidence, Finding, Heals, Remedy},
    image_fault::{Fault, fault},
    part::{Part, parts},
    said,
    scene::{self, Scene},
};

/// The reasons of a container that waits for its image and does not get it.
const REASONS: [&str; 7] = [
    "ErrImagePull",
    "ImagePullBackOff",
    "InvalidImageName",
    "ErrImageNeverPull",
    "RegistryUnavailable",
    "ImageInspectError",
    "SignatureValidationFailed",
];

/// Why an image of the pod cannot be pulled.
pub(super) fn find(scene: &Scene<'_>, pod: &Pod) -> Option<Finding> {
    let case = Case::new(scene, pod);
    parts(pod).iter().find_map(|part| unpulled(case, part))
}

/// Whether a container waits for an image that it does not get.
pub(super) fn waits(part: &Part<'_>) -> bool {
    let reason = part.waiting().and_then(|waiting| waiting.reason.as_deref());
    reason.is_some_and(|reason| REASONS.contains(&reason))
}

fn unpulled(case: Case<'_>, part: &Part<'_>) -> Option<Finding> {
    let waiting = part.waiting().filter(|_| waits(part))?;
    let reason = waiting.reason.as_deref().unwrap_or_default();
    let image = part.image();
    let message = waiting.message.as_deref().unwrap_or_default();
    // The message of ImagePullBackOff names no cause before Kubernetes 1.31; the event of the last try does.
    let event = case.newest(None, |event| failed_pull(event) && part.meant_by(event));
    let told = event.and_then(|event| event.message.as_deref()).unwrap_or_default();
    let (own, told) = (said::essential(message), said::essential(told));
    let cause = if own.is_empty() { &told } else { &own };
    let fault = fault(reason, cause, case.common(cause), image);
    let object = case.object();
    let field = match own.as_str() {
        "" => format!("{} waits: {reason}", part.label()),
        own => format!("{} waits: {reason}: {own}", part.label()),
    };
    let mut finding = case.finding(
        fault.code,
        format!("{}: {}", part.label(), fault.words),
        Evidence::field(&object, field),
        remedy(case, &fault, reason),
    );
    if fault.passes {
        finding = finding.warning();
        finding.heals = Heals::Itself { at: None };
    }
    let event = event.filter(|_| own.is_empty());
    let since = event.and_then(|event| super::case::at(event.first_timestamp.as_ref()).or(scene::seen(event)));
    let since = since.or_else(|| {
        case.since("ContainersReady", "False")
            .or_else(|| case.since("Ready", "False"))
    });
    Some(
        finding
            .since(since.or_else(|| case.created()))
            .also(event.map(|event| proof(event, object, &told))),
    )
}

/// An event that tells how a pull failed; `Error: ImagePullBackOff` with the same reason does not.
fn failed_pull(event: &Event) -> bool {
    let reason = event.reason.as_deref().unwrap_or_default();
    let message = event.message.as_deref().unwrap_or_default();
    match reason {
        "Failed" => message.to_lowercase().contains("pull") && !message.starts_with("Error: "),
        "InspectFailed" | "ErrImageNeverPull" => true,
        _ => false,
    }
}

fn remedy(case: Case<'_>, fault: &Fault, reason: &str) -> Remedy {
    let text = match fault.code {
        Code::ImageNotFound => "push the image, or set one that exists, or go back to the previous revision",
        Code::ImageAuth => {
            "give the pods a pull secret that may read the repository (imagePullSecrets), or correct the image"
        }
        Code::ImageRegistry if fault.limited => {
            "pull with an account (imagePullSecrets) or through a mirror, or wait until the registry answers again"
        }
        Code::ImageRegistry => {
            "make the registry reachable from the node (name, network, proxy, certificate), or use a mirror"
        }
        Code::ImageName => "set an image reference that can be read",
        Code::ImagePlatform => {
            "build the image for the platform of these nodes too, or keep the DaemonSet off them by a node selector"
        }
        _ if reason == "ErrImageNeverPull" => {
            "load the image on the node, or set imagePullPolicy to IfNotPresent so that it is pulled"
        }
        _ => "look at the events of the pod and at the container runtime of the node",
    };
    let back = matches!(
        fault.code,
        Code::ImageNotFound | Code::ImageName | Code::ImagePlatform | Code::ImageAuth
    );
    let command = case.back().filter(|_| back);
    Remedy::text(text).command(command.unwrap_or_else(|| case.describe()))
}

#[cfg(test)]
#[path = "images_test.rs"]
mod tests;
