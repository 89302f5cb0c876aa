//! Why the API server does not take a pod: the words of quotas, pod security, webhooks and policies, read from an event's
//! message or from an answer.

use super::{code::Code, finding::Remedy};
use crate::domain::shell;

/// A refusal, told in a clause that names no pod.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Which kind.
    pub code: Code,
    /// In a clause.
    pub summary: String,
    /// What to do.
    pub remedy: Remedy,
}

/// The longest text of somebody else's that a summary repeats, in characters.
const LONGEST: usize = 240;

/// Reads the message of a `FailedCreate` event, or of the error that it repeats.
pub fn refusal(message: &str, namespace: &str) -> Refusal {
    let message = message
        .strip_prefix("(combined from similar events): ")
        .unwrap_or(message);
    let message = message.strip_prefix("Error creating: ").unwrap_or(message);
    let said = shortened(nameless(message));
    let read = quota(message, namespace)
        .or_else(|| security(message, &said, namespace))
        .or_else(|| webhook(message, &said))
        .or_else(|| other(message, namespace));
    read.unwrap_or_else(|| Refusal {
        code: Code::CreationRefused,
        summary: format!("new pods are refused: {said}"),
        remedy: Remedy::text("make what the API server objects to true, or take it out of the template").command(
            shell::command(
                "kubectl -n {} get events --field-selector reason=FailedCreate",
                &[namespace],
            ),
        ),
    })
}

fn quota(message: &str, namespace: &str) -> Option<Refusal> {
    let refused = |summary: String, text: &str, command: String| Refusal {
        code: Code::QuotaExceeded,
        summary,
        remedy: Remedy::text(text).command(command),
    };
    let show = || shell::command("kubectl -n {} get quota", &[namespace]);
    let describe = |name: &str| match shell::name(name) {
        Some(name) => shell::command("kubectl -n {} describe quota {}", &[namespace, name]),
        None => show(),
    };
    if let Some(rest) = after(message, "exceeded quota: ") {
        let (name, amounts) = rest.split_once(", ").unwrap_or((rest, ""));
        let summary = format!("quota {name} is exceeded: {}", shortened(amounts));
        let describe = describe(name);
        return Some(refused(
            summary,
            "raise the quota, or make room in the namespace",
            describe,
        ));
    }
    if let Some(rest) = after(message, "failed quota: ") {
        let (name, wanted) = rest.split_once(": ").unwrap_or((rest, ""));
        let summary = format!("quota {name}: {}", shortened(wanted));
        let describe = describe(name);
        return Some(refused(
            summary,
            "give every container what the quota asks for",
            describe,
        ));
    }
    let scopes = after(message, "insufficient quota to match these scopes: ")?;
    let summary = format!(
        "no quota of the namespace admits such pods: scopes {}",
        shortened(scopes)
    );
    let text =
        "add a ResourceQuota with that scope to the namespace, as system priority classes need outside kube-system";
    Some(refused(summary, text, show()))
}

fn security(message: &str, said: &str, namespace: &str) -> Option<Refusal> {
    let refused = |summary: String, text: &str, command: String| Refusal {
        code: Code::PodSecurity,
        summary,
        remedy: Remedy::text(text).command(command),
    };
    if let Some(rest) = after(message, "violates PodSecurity ") {
        let (level, what) = rest.split_once(": ").unwrap_or((rest, ""));
        let level = level.trim_matches('"');
        return Some(refused(
            format!("pod security {level} is violated: {}", shortened(what)),
            "take it out of the template, or let the namespace run such pods if it is meant for node agents",
            shell::command(
                "kubectl label namespace {} pod-security.kubernetes.io/enforce=privileged --overwrite",
                &[namespace],
            ),
        ));
    }
    let constraint = [
        "security context constraint",
        "pod security policy",
        "PodSecurityPolicy",
    ];
    constraint.iter().any(|words| message.contains(words)).then(|| {
        refused(
            format!("no security constraint admits the pods: {said}"),
            "let the pods' service account use a constraint that admits them",
            "kubectl get scc".to_owned(),
        )
    })
}

fn webhook(message: &str, said: &str) -> Option<Refusal> {
    let refused = |summary: String, text: &str, command: &str| Refusal {
        code: Code::WebhookDenied,
        summary,
        remedy: Remedy::text(text).command(command),
    };
    let configurations = "kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations";
    if let Some(rest) = after(message, "failed calling webhook ") {
        let (name, why) = rest.split_once(": ").unwrap_or((rest, ""));
        let name = name.trim_matches('"');
        return Some(refused(
            format!("webhook {name} cannot be called: {}", shortened(why)),
            "bring the webhook's own pods back, or exempt the namespace from it",
            configurations,
        ));
    }
    if let Some(rest) = after(message, "admission webhook ") {
        let (name, why) = rest.split_once(" denied the request").unwrap_or((rest, ""));
        let name = name.trim_matches('"');
        let why = why.trim_start_matches([':', ' ']);
        return Some(refused(
            format!("webhook {name} refuses new pods: {}", shortened(why)),
            "change what the webhook objects to, or exempt the namespace from it",
            configurations,
        ));
    }
    message.contains("ValidatingAdmissionPolicy").then(|| {
        refused(
            format!("an admission policy refuses new pods: {said}"),
            "change what the policy objects to, or exempt the namespace from it",
            "kubectl get validatingadmissionpolicies,validatingadmissionpolicybindings",
        )
    })
}

fn other(message: &str, namespace: &str) -> Option<Refusal> {
    let refused = |summary: String, text: &str, command: String| Refusal {
        code: Code::CreationRefused,
        summary,
        remedy: Remedy::text(text).command(command),
    };
    if message.contains("error looking up service account") {
        let name = after(message, "serviceaccount \"").and_then(|rest| rest.split('"').next());
        let name = name.unwrap_or_default();
        return Some(refused(
            format!("service account {name} does not exist"),
            "create the service account, or name another one in the template",
            match shell::name(name) {
                Some(name) => shell::command("kubectl -n {} create serviceaccount {}", &[namespace, name]),
                None => shell::command("kubectl -n {} get serviceaccounts", &[namespace]),
            },
        ));
    }
    if let Some(rest) = after(message, "no PriorityClass with name ") {
        let name = rest.split(' ').next().unwrap_or_default();
        return Some(refused(
            format!("priority class {name} does not exist"),
            "create the priority class, or name another one in the template",
            "kubectl get priorityclasses".to_owned(),
        ));
    }
    message.contains("because it is being terminated").then(|| {
        refused(
            "the namespace is being deleted".to_owned(),
            "nothing is created there any more; create the DaemonSet in another namespace",
            shell::command("kubectl get namespace {} -o yaml", &[namespace]),
        )
    })
}

fn after<'m>(message: &'m str, words: &str) -> Option<&'m str> {
    message.split_once(words).map(|(_, rest)| rest)
}

/// Without `pods "NAME" is forbidden: `, in which the name is that of a pod that never was.
fn nameless(message: &str) -> &str {
    let of_pod = message.starts_with("pods \"") || message.starts_with("Pod \"");
    let ends = ["\" is forbidden: ", "\" is invalid: "];
    let rest = ends.iter().filter(|_| of_pod).find_map(|end| after(message, end));
    rest.unwrap_or(message)
}

fn shortened(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
#[path = "refusal_test.rs"]
mod tests;
