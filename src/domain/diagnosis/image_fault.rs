//! What the message of a failed image pull means.

use super::{code::Code, said};
use crate::domain::image;

/// Why an image cannot be pulled.
pub(super) struct Fault {
    /// The stable name.
    pub(super) code: Code,
    /// In a clause that is the same on every node.
    pub(super) words: String,
    /// Whether the registry answers, only not so often.
    pub(super) limited: bool,
    /// Whether it passes by itself soon.
    pub(super) passes: bool,
}

/// The runtime of the node is the one that does not answer, not the registry.
const RUNTIME: [&str; 4] = ["dial unix", "containerd.sock", "crio.sock", "cri-dockerd.sock"];
const DISK: [&str; 2] = ["no space left on device", "disk quota exceeded"];
const PLATFORM: [&str; 8] = [
    "no match for platform",
    "no matching manifest for",
    "cannot be used on this platform",
    "does not match the specified platform",
    "no image found in manifest list for",
    "no image found in image index for",
    "does not provide the specified platform",
    "unsupported platform",
];
const RATE: [&str; 4] = [
    "toomanyrequests",
    "429 too many requests",
    "pull rate limit",
    "rate limit exceeded",
];
/// What keeps a registry from being reached, and how to say it.
const NETWORK: [(&str, &str); 20] = [
    ("no such host", "no such host"),
    ("server misbehaving", "no answer from the name server"),
    ("temporary failure in name resolution", "no answer from the name server"),
    ("x509", "its certificate is not trusted"),
    ("tls: ", "TLS fails"),
    ("tls handshake", "TLS handshake timed out"),
    ("server gave http response to https client", "it speaks HTTP, not HTTPS"),
    ("connection refused", "connection refused"),
    ("connection reset", "connection reset"),
    ("no route to host", "no route to host"),
    ("network is unreachable", "network is unreachable"),
    ("proxyconnect", "the proxy cannot be reached"),
    ("i/o timeout", "timed out"),
    ("client.timeout", "timed out"),
    ("request canceled while waiting", "timed out"),
    ("deadline exceeded", "timed out"),
    ("dial tcp", "no connection"),
    ("unexpected eof", "connection breaks off"),
    (": eof", "connection breaks off"),
    ("registry is unavailable", "it does not answer"),
];
const SERVER: [&str; 6] = [
    "internal server error",
    "bad gateway",
    "service unavailable",
    "gateway timeout",
    "gateway time-out",
    "unexpected http status: 5",
];
const AUTH: [&str; 13] = [
    "unauthorized",
    "401",
    "403",
    "forbidden",
    "authentication required",
    "authorization failed",
    "authorization token",
    "insufficient_scope",
    "no basic auth credentials",
    "pull access",
    "not authorized",
    "invalid username/password",
    "denied",
];
const ABSENT: [&str; 8] = [
    "manifest unknown",
    "manifest_unknown",
    "name unknown",
    "name_unknown",
    "not found",
    "does not exist",
    "no such image",
    "repository name not known",
];

/// Reads the reason of the waiting container and the cause, as far as one is known; `common` is the cause where it is the same
/// for every pod.
pub(super) fn fault(reason: &str, cause: &str, common: Option<&str>, image: &str) -> Fault {
    // Names may contain anything, `app-403:429` for one.
    let text = cause.to_lowercase().replace(&image.to_lowercase(), "");
    let text = text.replace("permission denied", "");
    let repository = image::repository(image);
    let registry = repository.split('/').next().unwrap_or_default();
    let (code, words) = match reason {
        "InvalidImageName" => (Code::ImageName, format!("\"{image}\" is no valid image reference")),
        "ErrImageNeverPull" => (
            Code::ImagePull,
            format!("image {image} is not on the node, and imagePullPolicy is Never"),
        ),
        "SignatureValidationFailed" => (
            Code::ImagePull,
            format!("the signature of image {image} is not accepted"),
        ),
        _ if text.contains("short name mode is enforcing") || text.contains("short-name") => (
            Code::ImageName,
            format!("image {image} has no registry in its name, and the node does not guess one"),
        ),
        _ if said::any(&text, &RUNTIME) => (
            Code::ImagePull,
            format!("image {image} cannot be pulled: the container runtime does not answer"),
        ),
        _ if said::any(&text, &DISK) => (
            Code::ImagePull,
            format!("image {image} cannot be pulled: no space left on the node"),
        ),
        _ if text.contains("pull qps exceeded") => (
            Code::ImagePull,
            format!("image {image} waits: the kubelet pulls many images at once"),
        ),
        _ if said::any(&text, &PLATFORM) => (
            Code::ImagePlatform,
            format!("image {image} has no variant for the platform of the node"),
        ),
        _ if said::any(&text, &RATE) => (
            Code::ImageRegistry,
            format!("registry {registry} limits the rate of pulls"),
        ),
        _ => match NETWORK.iter().find(|(fragment, _)| text.contains(fragment)) {
            Some((_, how)) => (
                Code::ImageRegistry,
                format!("image {image}: registry {registry} cannot be reached: {how}"),
            ),
            None if said::any(&text, &SERVER) => (
                Code::ImageRegistry,
                format!("image {image}: registry {registry} has an error of its own"),
            ),
            None if said::any(&text, &AUTH) => (
                Code::ImageAuth,
                format!("image {image}: registry {registry} refuses access"),
            ),
            None if said::any(&text, &ABSENT) => (Code::ImageNotFound, format!("image {image} not found")),
            None if reason == "RegistryUnavailable" => (
                Code::ImageRegistry,
                format!("image {image}: registry {registry} cannot be reached"),
            ),
            None => (Code::ImagePull, unknown(image, common)),
        },
    };
    Fault {
        code,
        words,
        limited: code == Code::ImageRegistry && said::any(&text, &RATE),
        passes: text.contains("pull qps exceeded"),
    }
}

fn unknown(image: &str, cause: Option<&str>) -> String {
    match cause {
        None => format!("image {image} cannot be pulled"),
        Some(cause) => format!("image {image} cannot be pulled: {cause}"),
    }
}
