//! Probes on one line (semantics F-7).

use serde_json::Value;

use super::go;
use crate::domain::json;

/// What a probe does and its thresholds, e.g. `tcp-socket :9 delay=0s timeout=1s period=10s successThreshold=1
/// failureThreshold=3`.
pub(super) fn probe(probe: &Value) -> String {
    let int = |name| json::int(probe, &[name]);
    let (delay, timeout, period) = (int("initialDelaySeconds"), int("timeoutSeconds"), int("periodSeconds"));
    let (success, failure) = (int("successThreshold"), int("failureThreshold"));
    format!(
        "{} delay={delay}s timeout={timeout}s period={period}s successThreshold={success} failureThreshold={failure}",
        action(probe)
    )
}

fn action(probe: &Value) -> String {
    let has = |name| json::at(probe, &[name]);
    if let Some(exec) = has("exec") {
        format!("exec {}", go::list(exec, &["command"]))
    } else if let Some(get) = has("httpGet") {
        let (host, port) = (json::text(get, &["host"]), go::int_or_string(get, &["port"]));
        let authority = match (host, port.as_str()) {
            (host, "") => host.to_owned(),
            (host, port) if host.contains(':') => format!("[{host}]:{port}"),
            (host, port) => format!("{host}:{port}"),
        };
        let scheme = json::text(get, &["scheme"]).to_lowercase();
        format!("http-get {}", go::url(&scheme, &authority, json::text(get, &["path"])))
    } else if let Some(socket) = has("tcpSocket") {
        format!(
            "tcp-socket {}:{}",
            json::text(socket, &["host"]),
            go::int_or_string(socket, &["port"])
        )
    } else if let Some(grpc) = has("grpc") {
        format!(
            "grpc <pod>:{} {}",
            json::int(grpc, &["port"]),
            json::text(grpc, &["service"])
        )
    } else {
        "unknown".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_action_and_none() {
        let action = |value| super::action(&value);
        assert_eq!(action(json!({"exec": {"command": ["cat", "/ok"]}})), "exec [cat /ok]");
        let get = json!({"httpGet": {"scheme": "HTTPS", "host": "::1", "port": "web", "path": "/x"}});
        assert_eq!(action(get), "http-get https://[::1]:web/x");
        assert_eq!(action(json!({"tcpSocket": {"port": 9}})), "tcp-socket :9");
        assert_eq!(action(json!({"grpc": {"port": 99, "service": ""}})), "grpc <pod>:99 ");
        assert_eq!(action(json!({})), "unknown");
    }

    #[test]
    fn thresholds_have_the_words_of_1_37() {
        let text = probe(
            &json!({"tcpSocket": {"port": 9}, "initialDelaySeconds": 3, "timeoutSeconds": 1,
            "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 4}),
        );
        assert_eq!(
            text, "tcp-socket :9 delay=3s timeout=1s period=10s successThreshold=1 failureThreshold=4",
            "F-7"
        );
    }
}
