//! What real kubelets, containerd, CRI-O and Docker say about images, and what it means.

use serde_json::json;

use super::super::{
    code::{Blocks, Code, Severity},
    fixture_test::{World, pod, pod_event, revision, template},
};

const AT: &str = "2026-01-01T11:50:00Z";

fn waiting(reason: &str, message: &str) -> World {
    let mut world = World::healthy(3);
    world.state(1, AT, json!({"waiting": {"reason": reason, "message": message}}));
    world
}

#[test]
fn messages_of_runtimes_are_told_apart() {
    let cases = [
        (
            r#"rpc error: code = NotFound desc = failed to pull and unpack image "docker.io/library/agent:2": failed to resolve reference "docker.io/library/agent:2": docker.io/library/agent:2: not found"#,
            Code::ImageNotFound,
        ),
        (
            "rpc error: code = Unknown desc = reading manifest 2 in registry.test/agent: manifest unknown",
            Code::ImageNotFound,
        ),
        (
            "rpc error: code = Unknown desc = Error response from daemon: manifest for agent:2 not found: manifest unknown: manifest unknown",
            Code::ImageNotFound,
        ),
        (
            r#"rpc error: code = Unknown desc = reading manifest 2 in quay.io/x/agent: name unknown: repository not found"#,
            Code::ImageNotFound,
        ),
        (
            r#"failed to pull and unpack image "docker.io/x/agent:2": failed to resolve reference "docker.io/x/agent:2": pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed"#,
            Code::ImageAuth,
        ),
        (
            r#"failed to resolve reference "ghcr.io/x/agent:2": failed to authorize: failed to fetch anonymous token: unexpected status from GET request to https://ghcr.io/token?scope=x: 401 Unauthorized"#,
            Code::ImageAuth,
        ),
        (
            r#"failed to resolve reference "ghcr.io/x/agent:2": unexpected status from HEAD request to https://ghcr.io/v2/x/agent/manifests/2: 403 Forbidden"#,
            Code::ImageAuth,
        ),
        (
            "Error response from daemon: Get https://1.dkr.ecr.eu-west-1.amazonaws.com/v2/agent/manifests/2: no basic auth credentials",
            Code::ImageAuth,
        ),
        (
            r#"denied: Permission "artifactregistry.repositories.downloadArtifacts" denied on resource "projects/p""#,
            Code::ImageAuth,
        ),
        (
            "unable to retrieve auth token: invalid username/password: unauthorized: incorrect username or password",
            Code::ImageAuth,
        ),
        (
            r#"failed to do request: Head "https://registry.test/v2/agent/manifests/2": dial tcp: lookup registry.test on 10.96.0.10:53: no such host"#,
            Code::ImageRegistry,
        ),
        (
            r#"failed to authorize: failed to fetch anonymous token: Get "https://auth.docker.io/token": dial tcp 54.1.2.3:443: i/o timeout"#,
            Code::ImageRegistry,
        ),
        (
            r#"failed to do request: Head "https://registry.test/v2/": tls: failed to verify certificate: x509: certificate signed by unknown authority"#,
            Code::ImageRegistry,
        ),
        (
            r#"failed to do request: Head "https://registry.test/v2/": dial tcp 10.0.0.9:443: connect: connection refused"#,
            Code::ImageRegistry,
        ),
        (
            "unexpected status from HEAD request to https://registry.test/v2/agent/manifests/2: 503 Service Unavailable",
            Code::ImageRegistry,
        ),
        (
            "toomanyrequests: You have reached your unauthenticated pull rate limit. https://www.docker.com/increase-rate-limit",
            Code::ImageRegistry,
        ),
        (
            r#"failed to copy: httpReadSeeker: failed open: failed to do request: Get "https://x": net/http: TLS handshake timeout"#,
            Code::ImageRegistry,
        ),
        (
            r#"failed to pull and unpack image "docker.io/x/agent:2": no match for platform in manifest: not found"#,
            Code::ImagePlatform,
        ),
        (
            "no matching manifest for linux/arm64/v8 in the manifest list entries",
            Code::ImagePlatform,
        ),
        (
            r#"choosing image instance: no image found in image index for architecture "arm64", variant "v8", OS "linux""#,
            Code::ImagePlatform,
        ),
        (
            r#"image operating system "windows" cannot be used on this platform"#,
            Code::ImagePlatform,
        ),
        (
            r#"failed to extract layer: write /var/lib/containerd/x: no space left on device"#,
            Code::ImagePull,
        ),
        (
            r#"connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused""#,
            Code::ImagePull,
        ),
        ("mkdir /var/lib/containerd/x: permission denied", Code::ImagePull),
        ("something new", Code::ImagePull),
        ("", Code::ImagePull),
    ];
    for (message, code) in cases {
        let found = waiting("ErrImagePull", message).finding();
        assert_eq!(found.code, code, "{message}: {}", found.summary);
        assert_eq!((found.severity, found.blocks), (Severity::Error, Blocks::Budget));
        assert!(found.summary.starts_with("container main: "), "{}", found.summary);
        assert!(found.remedy.command.is_some());
        assert_eq!(found.since.map(|it| it.to_string()).as_deref(), Some(AT));
    }
}

#[test]
fn reasons_tell_what_no_message_needs_to() {
    let name = waiting(
        "InvalidImageName",
        r#"Failed to apply default image tag "a::b": couldn't parse image name"#,
    );
    assert_eq!(name.finding().code, Code::ImageName);
    let never = waiting(
        "ErrImageNeverPull",
        r#"Container image "agent:2" is not present with pull policy of Never"#,
    );
    assert!(never.finding().summary.contains("imagePullPolicy is Never"));
    assert_eq!(waiting("RegistryUnavailable", "").finding().code, Code::ImageRegistry);
    let signature = waiting(
        "SignatureValidationFailed",
        "image pull failed because the signature validation failed",
    );
    assert!(signature.finding().summary.contains("signature"));
    let short = r#"Failed to inspect image "": rpc error: code = Unknown desc = short name mode is enforcing, but image name agent:2 returns ambiguous list"#;
    assert_eq!(waiting("ImageInspectError", short).finding().code, Code::ImageName);
}

#[test]
fn the_cause_may_only_be_in_the_event_of_the_last_try() {
    let mut world = waiting("ImagePullBackOff", r#"Back-off pulling image "agent:2""#);
    world.events = vec![
        pod_event("n1", "Failed", "Error: ImagePullBackOff", "2026-01-01T11:59:50Z"),
        pod_event(
            "n1",
            "Failed",
            r#"Failed to pull image "agent:2": rpc error: code = NotFound desc = agent:2: not found"#,
            "2026-01-01T11:59:00Z",
        ),
        pod_event(
            "n1",
            "Failed",
            r#"Failed to pull image "agent:2": dial tcp: i/o timeout"#,
            "2026-01-01T11:40:00Z",
        ),
    ];
    let found = world.finding();
    assert_eq!(found.code, Code::ImageNotFound);
    assert_eq!(found.summary, "container main: image agent:2 not found");
    assert!(
        found.evidence.iter().any(|proof| proof.text.contains("not found")),
        "{found:?}"
    );
    assert_eq!(found.remedy.command.as_deref(), Some("kubectl ds undo agent -n fleet"));
}

#[test]
fn numbers_in_a_name_are_no_status_codes() {
    let mut world = waiting(
        "ErrImagePull",
        "manifest for shop/app-403:429 not found: manifest unknown",
    );
    world.pods[0]["spec"]["containers"][0]["image"] = "shop/app-403:429".into();
    let found = world.diagnosis().findings;
    assert_eq!(found[0].code, Code::ImageNotFound);
}

#[test]
fn an_init_container_is_named_as_one() {
    let mut world = World::healthy(2);
    world.state(1, AT, json!({"waiting": {"reason": "PodInitializing"}}));
    world.pods[0]["spec"]["initContainers"] = json!([{"name": "prep", "image": "prep:1"}]);
    world.pods[0]["status"]["initContainerStatuses"] = json!([{"name": "prep", "image": "prep:1", "imageID": "", "ready": false,
        "restartCount": 0, "state": {"waiting": {"reason": "ImagePullBackOff", "message": "Back-off pulling image \"prep:1\": ErrImagePull: manifest unknown"}}}]);
    assert_eq!(world.finding().summary, "init container prep: image prep:1 not found");
}

#[test]
fn an_old_pod_that_cannot_be_pulled_holds_nothing_up() {
    let mut world = World::healthy(2);
    world.pods[0] = pod("n1", 1);
    world.counters([1, 1, 1]);
    world.state(
        1,
        AT,
        json!({"waiting": {"reason": "ErrImagePull", "message": "manifest unknown"}}),
    );
    let found = world.diagnosis().findings;
    let found = found
        .iter()
        .find(|it| it.code == Code::ImageNotFound)
        .expect("it is found");
    assert_eq!(
        (found.severity, found.blocks),
        (Severity::Warning, Blocks::Nothing),
        "B-22, C02"
    );
}

#[test]
fn a_pull_that_the_kubelet_puts_off_passes() {
    assert_eq!(
        waiting("ErrImagePull", "pull QPS exceeded").finding().severity,
        Severity::Warning
    );
}

#[test]
fn the_way_back_leads_to_a_revision_that_works() {
    let mut world = waiting("ErrImagePull", "not found");
    world.revisions.push(revision(3, "newest"));
    world.set["spec"]["template"] = template("agent:3");
    world.set["metadata"]["annotations"]["deprecated.daemonset.template.generation"] = "3".into();
    let sick = &mut world.pods[0];
    sick["metadata"]["labels"]["controller-revision-hash"] = "newest".into();
    sick["metadata"]["labels"]["pod-template-generation"] = "3".into();
    sick["spec"]["containers"][0]["image"] = "agent:3".into();
    (world.pods[1], world.pods[2]) = (pod("n2", 1), pod("n3", 1));
    let found = world.diagnosis().findings;
    let found = found
        .iter()
        .find(|it| it.code == Code::ImageNotFound)
        .expect("it is found");
    let command = found.remedy.command.as_deref();
    assert_eq!(
        command,
        Some("kubectl ds undo agent -n fleet --to-revision=1"),
        "revision 2 never worked"
    );
}
