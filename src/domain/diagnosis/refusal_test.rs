//! The messages are those of real API servers.

use super::{super::code::Code, refusal};

#[test]
fn the_kind_of_a_refusal_is_read_from_its_words() {
    let cases = [
        (
            r#"Error creating: pods "agent-x7f2q" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0"#,
            Code::QuotaExceeded,
            "quota q is exceeded: requested: pods=1, used: pods=0, limited: pods=0",
        ),
        (
            r#"Error creating: pods "agent-" is forbidden: failed quota: q: must specify limits.cpu for: main"#,
            Code::QuotaExceeded,
            "quota q: must specify limits.cpu for: main",
        ),
        (
            "(combined from similar events): Error creating: insufficient quota to match these scopes: [{PriorityClass In \
             [system-node-critical system-cluster-critical]}]",
            Code::QuotaExceeded,
            "no quota of the namespace admits such pods: scopes [{PriorityClass In [system-node-critical \
             system-cluster-critical]}]",
        ),
        (
            r#"Error creating: pods "agent-x" is forbidden: violates PodSecurity "restricted:latest": hostPath volumes (volume "v")"#,
            Code::PodSecurity,
            r#"pod security restricted:latest is violated: hostPath volumes (volume "v")"#,
        ),
        (
            r#"Error creating: pods "agent-x" is forbidden: unable to validate against any security context constraint: [provider restricted-v2: Forbidden]"#,
            Code::PodSecurity,
            "no security constraint admits the pods: unable to validate against any security context constraint: [provider \
             restricted-v2: Forbidden]",
        ),
        (
            r#"Error creating: admission webhook "policy.test" denied the request: no latest tags"#,
            Code::WebhookDenied,
            "webhook policy.test refuses new pods: no latest tags",
        ),
        (
            r#"Error creating: Internal error occurred: failed calling webhook "inject.test": failed to call webhook: connection refused"#,
            Code::WebhookDenied,
            "webhook inject.test cannot be called: failed to call webhook: connection refused",
        ),
        (
            r#"Error creating: pods "agent-x" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no"#,
            Code::WebhookDenied,
            "an admission policy refuses new pods: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no",
        ),
        (
            r#"Error creating: pods "agent-" is forbidden: error looking up service account fleet/agent: serviceaccount "agent" not found"#,
            Code::CreationRefused,
            "service account agent does not exist",
        ),
        (
            r#"Error creating: pods "agent-" is forbidden: no PriorityClass with name high was found"#,
            Code::CreationRefused,
            "priority class high does not exist",
        ),
        (
            r#"Error creating: pods "agent-x" is forbidden: unable to create new content in namespace fleet because it is being terminated"#,
            Code::CreationRefused,
            "the namespace is being deleted",
        ),
        (
            r#"Error creating: Pod "agent-x" is invalid: spec.x: Invalid value"#,
            Code::CreationRefused,
            "new pods are refused: spec.x: Invalid value",
        ),
        ("", Code::CreationRefused, "new pods are refused: "),
    ];
    for (message, code, summary) in cases {
        let found = refusal(message, "fleet");
        assert_eq!((found.code, found.summary.as_str()), (code, summary), "{message}");
        assert!(found.remedy.command.is_some(), "{message}");
    }
}

#[test]
fn a_long_text_is_cut_between_characters() {
    let found = refusal(&format!("Error creating: {}", "ä".repeat(1000)), "fleet");
    assert!(found.summary.ends_with("ä…"));
}
