//! Answers without a `Status` (case R19).

use super::*;

const DAEMONSET: &str = "/apis/apps/v1/namespaces/default/daemonsets/x";

/// Recorded from kubectl 1.37.2 against a server that answers with these codes and a web page.
#[test]
fn an_answer_without_a_status_gets_kubectls_words_for_its_code() {
    let target = Target::of(&Method::GET, DAEMONSET);
    for (code, reason, message) in [
        (
            400,
            "BadRequest",
            "the server rejected our request for an unknown reason (get daemonsets.apps x)",
        ),
        (
            401,
            "Unauthorized",
            "the server has asked for the client to provide credentials (get daemonsets.apps x)",
        ),
        (403, "Forbidden", "it went wrong (get daemonsets.apps x)"),
        (
            404,
            "NotFound",
            "the server could not find the requested resource (get daemonsets.apps x)",
        ),
        (
            409,
            "Conflict",
            "the server reported a conflict (get daemonsets.apps x)",
        ),
        (
            429,
            "TooManyRequests",
            "the server has received too many requests and has asked us to try again later (get daemonsets.apps x)",
        ),
        (
            502,
            "InternalError",
            "an error on the server (\"it went wrong\") has prevented the request from succeeding \
             (get daemonsets.apps x)",
        ),
        (
            503,
            "ServiceUnavailable",
            "the server is currently unable to handle the request (get daemonsets.apps x)",
        ),
        (
            418,
            "",
            "the server responded with the status code 418 but did not return more information \
             (get daemonsets.apps x)",
        ),
    ] {
        let code = StatusCode::from_u16(code).expect("a code");
        let status = status(code, b"<html>\n<body><b>it went</b> wrong</body></html>", &target);
        assert_eq!((status.reason.as_str(), status.message.as_str()), (reason, message));
    }
}

#[test]
fn a_status_is_kept_as_it_is() {
    let body = br#"{"kind":"Status","code":404,"reason":"NotFound","message":"daemonsets.apps \"x\" not found"}"#;
    let status = status(StatusCode::NOT_FOUND, body, &Target::default());
    assert_eq!(status.message, "daemonsets.apps \"x\" not found");
}

#[test]
fn a_path_says_what_a_request_is_about() {
    let words = |method, path| Target::of(&method, path).words();
    assert_eq!(words(Method::PATCH, DAEMONSET), " (patch daemonsets.apps x)");
    assert_eq!(words(Method::GET, "/api/v1/nodes"), " (get nodes)");
    assert_eq!(
        words(Method::GET, "/api/v1/namespaces/kube-system"),
        " (get namespaces kube-system)"
    );
    assert_eq!(words(Method::GET, "/api/v1/namespaces/a/pods/p/log"), " (get pods p)");
    assert_eq!(words(Method::GET, "/version"), "");
}
