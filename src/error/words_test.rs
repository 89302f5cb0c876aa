//! The words of `report`, compared with what kubectl 1.32 and 1.37 print for the same answers.

use serde_json::{Value, json};

use super::*;

fn api_error(status: Value) -> anyhow::Error {
    let status: Status = serde_json::from_value(status).expect("a Status");
    anyhow::Error::new(kube::Error::Api(Box::new(status)))
}

fn text(error: &anyhow::Error) -> String {
    report(error).text
}

/// Semantics E-1, case R19: recorded from both kubectls with a server that gives these answers.
#[test]
fn an_answer_of_the_api_is_worded_as_kubectl_does() {
    let details = |causes: Value| json!({"name": "x", "group": "apps", "kind": "DaemonSet", "causes": causes});
    for (status, expected) in [
        (
            json!({"code": 401, "reason": "Unauthorized", "message": "Unauthorized"}),
            "error: You must be logged in to the server (Unauthorized)",
        ),
        (
            json!({"code": 403, "reason": "Forbidden", "message": "daemonsets.apps \"x\" is forbidden: User \"u\" cannot"}),
            "Error from server (Forbidden): daemonsets.apps \"x\" is forbidden: User \"u\" cannot",
        ),
        (
            json!({"code": 404, "reason": "NotFound", "message": "daemonsets.apps \"x\" not found"}),
            "Error from server (NotFound): daemonsets.apps \"x\" not found",
        ),
        (
            json!({"code": 409, "reason": "Conflict", "message": "Operation cannot be fulfilled"}),
            "Error from server (Conflict): Operation cannot be fulfilled",
        ),
        (
            json!({"code": 422, "reason": "Invalid", "message": "m", "details":
                details(json!([{"message": "Required value", "field": "spec.a"}]))}),
            "The DaemonSet \"x\" is invalid: spec.a: Required value",
        ),
        (
            json!({"code": 422, "reason": "Invalid", "message": "m", "details": details(json!([
                {"message": "Required value", "field": "spec.a"},
                {"message": "Bad", "field": "spec.b"},
                {"message": "Bad", "field": "spec.b"}]))}),
            "The DaemonSet \"x\" is invalid: \n* spec.a: Required value\n* spec.b: Bad",
        ),
        (
            json!({"code": 422, "reason": "Invalid", "message": "m", "details": details(json!([]))}),
            "The DaemonSet \"x\" is invalid",
        ),
        (
            json!({"code": 422, "reason": "Invalid", "message": "something"}),
            "The request is invalid: something",
        ),
        (
            json!({"code": 429, "reason": "TooManyRequests", "message": "too many requests, please try again later"}),
            "Error from server (TooManyRequests): too many requests, please try again later",
        ),
        (
            json!({"code": 500, "reason": "InternalError", "message": "Internal error occurred: etcd"}),
            "Error from server (InternalError): Internal error occurred: etcd",
        ),
        (
            json!({"code": 500, "message": "plain words"}),
            "Error from server: plain words",
        ),
    ] {
        let report = report(&api_error(status));
        assert_eq!((report.text.as_str(), report.exit), (expected, Exit::Error));
    }
}

#[test]
fn a_failed_connection_is_worded_as_kubectl_does() {
    let server = "10.0.0.1:6443".to_owned();
    for (cause, expected) in [
        (
            Cause::Refused,
            "The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?",
        ),
        (
            Cause::UnknownHost("api.invalid".into()),
            "Unable to connect to the server: dial tcp: lookup api.invalid: no such host",
        ),
        (
            Cause::TimedOut(Some(2000)),
            "Unable to connect to the server: context deadline exceeded (no answer from 10.0.0.1:6443 within 2s)",
        ),
        (Cause::Closed, "Unable to connect to the server: EOF"),
        (
            Cause::Tls("remote error: tls: x".into()),
            "Unable to connect to the server: remote error: tls: x",
        ),
        (
            Cause::WebPage,
            "error: 10.0.0.1:6443 answered with a web page, not as a Kubernetes API server",
        ),
    ] {
        // As it arrives: below kube's error, and below what a command adds.
        let error = ConnectionError {
            server: server.clone(),
            cause,
        };
        let error = anyhow::Error::new(kube::Error::Service(Box::new(error))).context("while reading");
        assert_eq!(text(&error), expected);
    }
}

#[test]
fn a_configuration_that_cannot_be_used_is_worded_as_kubectl_does() {
    for (error, expected) in [
        (
            ConfigError::plain("stat /x: no such file or directory"),
            "error: stat /x: no such file or directory",
        ),
        (
            ConfigError::ContextNotFound("zz".into()),
            "Error in configuration: context was not found for specified context: zz",
        ),
        (
            ConfigError::Several(vec!["a".into(), "b".into()]),
            "Error in configuration: \n* a\n* b",
        ),
    ] {
        assert_eq!(text(&error.into()), expected);
    }
}

#[test]
fn several_failures_are_a_line_each_and_the_worst_exit_counts() {
    let not_found = json!({"code": 404, "reason": "NotFound", "message": "daemonsets.apps \"x\" not found"});
    let late = Failure::new(Exit::Unfinished, "timed out");
    let error = anyhow::Error::new(Failures(vec![
        api_error(not_found),
        late.into(),
        Failure::error("other").into(),
    ]));
    let expected = "Error from server (NotFound): daemonsets.apps \"x\" not found\ntimed out\nother";
    assert_eq!(
        report(&error),
        Report {
            text: expected.to_owned(),
            exit: Exit::Unfinished
        }
    );
    let alone = anyhow::Error::new(Failures(vec![Failure::error("one").into()]));
    assert_eq!(text(&alone), "error: one");
}

#[test]
fn a_plain_error_has_the_prefix_once() {
    assert_eq!(
        text(&Failure::error("no rollout history found for daemonset \"x\"").into()),
        "error: no rollout history found for daemonset \"x\""
    );
    assert_eq!(text(&Failure::error("error: already").into()), "error: already");
    let io = anyhow::Error::new(std::io::Error::other("disk full")).context("cannot write snapshot");
    assert_eq!(text(&io), "error: cannot write snapshot: disk full");
}

/// Case R16: also the server's own messages.
#[test]
fn text_of_the_server_cannot_reach_the_terminal() {
    let status = json!({"code": 500, "reason": "X\u{1b}[2K", "message": "a\r\u{9b}31m\u{202e}b\nc"});
    assert_eq!(
        text(&api_error(status)),
        "Error from server (X^[[2K): a\\r\\u009b31m\\u202eb\nc"
    );
}
