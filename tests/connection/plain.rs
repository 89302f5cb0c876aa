//! Over plain HTTP, against a scripted API server: headers, retries, time limits, compression, the log.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use http::Request;
use kubectl_ds::client::Cluster;
use kubectl_ds::client::config::{ConnectOptions, RequestLog};
use kubectl_ds::error;
use serde_json::json;
use wiremock::matchers::{header, header_exists, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

pub(crate) const DAEMONSET: &str = "/apis/apps/v1/namespaces/default/daemonsets/x";

/// Options for `server` alone, independent of the kubeconfig of whoever runs the tests.
pub(crate) fn options(server: &str) -> ConnectOptions {
    let empty = if cfg!(windows) { "NUL" } else { "/dev/null" };
    ConnectOptions {
        kubeconfig: Some(empty.into()),
        server: Some(server.to_owned()),
        ..ConnectOptions::default()
    }
}

pub(crate) async fn get(options: &ConnectOptions) -> Result<String, String> {
    send(options, "GET", DAEMONSET, "").await
}

async fn send(options: &ConnectOptions, verb: &str, path: &str, body: &str) -> Result<String, String> {
    let result: anyhow::Result<String> = async {
        let cluster = Cluster::connect(options).await?;
        let request = Request::builder()
            .method(verb)
            .uri(path)
            .body(body.as_bytes().to_vec())?;
        Ok(cluster.client().request_text(request).await?)
    }
    .await;
    result.map_err(|error| error::report(&error).text)
}

fn object() -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({"kind": "DaemonSet"}))
}

#[tokio::test]
async fn impersonation_is_sent_as_headers() {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .and(path(DAEMONSET))
        .and(header("impersonate-user", "me"))
        .and(header("impersonate-uid", "7"))
        .and(header("impersonate-extra-scopes%2fa", "b"))
        .respond_with(object())
        .expect(1)
        .mount(&server)
        .await;
    let options = ConnectOptions {
        as_user: Some("me".to_owned()),
        as_uid: Some("7".to_owned()),
        as_groups: vec!["g1".to_owned(), "g2".to_owned()],
        as_user_extra: vec!["scopes/a=b".to_owned()],
        ..options(&server.uri())
    };
    get(&options).await.expect("an answer");
    let sent = server.received_requests().await.expect("recorded");
    let groups: Vec<_> = sent[0].headers.get_all("impersonate-group").iter().collect();
    assert_eq!(groups, ["g1", "g2"]);
}

#[tokio::test]
async fn a_token_is_not_sent_without_tls() {
    let server = MockServer::start().await;
    Mock::given(header_exists("authorization"))
        .respond_with(ResponseTemplate::new(400))
        .expect(0)
        .mount(&server)
        .await;
    Mock::given(path(DAEMONSET)).respond_with(object()).mount(&server).await;
    let options = ConnectOptions {
        token: Some("hunter2".to_owned()),
        ..options(&server.uri())
    };
    get(&options).await.expect("an answer");
}

/// Case R11. The limit covers the retries too.
#[tokio::test]
async fn a_server_that_never_answers_is_given_up_in_time() {
    let server = MockServer::start().await;
    Mock::given(path(DAEMONSET))
        .respond_with(object().set_delay(Duration::from_secs(60)))
        .mount(&server)
        .await;
    let options = ConnectOptions {
        request_timeout: Some(Duration::from_millis(300)),
        ..options(&server.uri())
    };
    let start = Instant::now();
    let text = get(&options).await.expect_err("no answer");
    let expected = format!(
        "Unable to connect to the server: context deadline exceeded (no answer from {} within 300ms)",
        server.address()
    );
    assert_eq!(text, expected);
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn a_read_is_tried_again_when_the_server_says_later() {
    let server = MockServer::start().await;
    let later = ResponseTemplate::new(429).insert_header("retry-after", "1");
    Mock::given(path(DAEMONSET))
        .respond_with(later)
        .up_to_n_times(1)
        .expect(1)
        .mount(&server)
        .await;
    Mock::given(path(DAEMONSET))
        .respond_with(ResponseTemplate::new(503))
        .up_to_n_times(1)
        .expect(1)
        .mount(&server)
        .await;
    Mock::given(path(DAEMONSET))
        .respond_with(object())
        .expect(1)
        .mount(&server)
        .await;
    let start = Instant::now();
    get(&options(&server.uri())).await.expect("an answer in the end");
    assert!(
        start.elapsed() >= Duration::from_secs(1),
        "Retry-After was not waited for"
    );
}

/// A wait beyond the end of time is none that fits.
#[tokio::test]
async fn a_wait_that_no_clock_can_count_is_not_begun() {
    let server = MockServer::start().await;
    let never = ResponseTemplate::new(429).insert_header("retry-after", u64::MAX.to_string());
    Mock::given(path(DAEMONSET))
        .respond_with(never)
        .expect(1)
        .mount(&server)
        .await;
    let text = get(&options(&server.uri())).await.expect_err("too late");
    assert!(text.contains("TooManyRequests"), "{text}");
}

#[tokio::test]
async fn a_change_is_never_sent_twice() {
    let server = MockServer::start().await;
    Mock::given(method("PATCH"))
        .and(path(DAEMONSET))
        .respond_with(ResponseTemplate::new(503).insert_header("retry-after", "0"))
        .expect(1)
        .mount(&server)
        .await;
    let text = send(&options(&server.uri()), "PATCH", DAEMONSET, "{}")
        .await
        .expect_err("refused");
    assert_eq!(
        text,
        "Error from server (ServiceUnavailable): the server is currently unable to handle the request \
         (patch daemonsets.apps x)"
    );
}

/// A read that goes on failing ends with the server's own error, with a web page as its body too (case R19).
#[tokio::test]
async fn trouble_that_stays_is_reported_after_a_few_tries() {
    let server = MockServer::start().await;
    let page = ResponseTemplate::new(503).set_body_raw("<html>\u{1b}[2J<b>down</b></html>", "text/html");
    Mock::given(path(DAEMONSET))
        .respond_with(page)
        .expect(5)
        .mount(&server)
        .await;
    let text = get(&options(&server.uri())).await.expect_err("an error");
    assert_eq!(
        text,
        "Error from server (ServiceUnavailable): the server is currently unable to handle the request \
         (get daemonsets.apps x)"
    );
}

#[tokio::test]
async fn a_login_page_is_not_taken_for_an_answer() {
    let server = MockServer::start().await;
    let page = ResponseTemplate::new(200).set_body_raw("<html>log in</html>", "text/html; charset=utf-8");
    Mock::given(path(DAEMONSET))
        .respond_with(page)
        .expect(1)
        .mount(&server)
        .await;
    let text = get(&options(&server.uri())).await.expect_err("an error");
    assert_eq!(
        text,
        format!(
            "error: {} answered with a web page, not as a Kubernetes API server",
            server.address()
        )
    );
}

#[tokio::test]
async fn answers_are_asked_for_compressed_unless_that_is_turned_off() {
    for (disable_compression, expected) in [(false, Some("gzip")), (true, None)] {
        let server = MockServer::start().await;
        Mock::given(path(DAEMONSET)).respond_with(object()).mount(&server).await;
        get(&ConnectOptions {
            disable_compression,
            ..options(&server.uri())
        })
        .await
        .expect("an answer");
        let sent = server.received_requests().await.expect("recorded");
        let asked = sent[0]
            .headers
            .get("accept-encoding")
            .and_then(|value| value.to_str().ok());
        assert_eq!(asked, expected);
    }
}

#[tokio::test]
async fn a_server_below_a_path_is_asked_below_that_path() {
    let server = MockServer::start().await;
    Mock::given(path(format!("/k8s/clusters/c-1{DAEMONSET}")))
        .respond_with(object())
        .expect(1)
        .mount(&server)
        .await;
    get(&options(&format!("{}/k8s/clusters/c-1/", server.uri())))
        .await
        .expect("an answer");
}

#[tokio::test]
async fn the_log_has_a_line_for_each_try_from_verbosity_6_on() {
    for (verbosity, expected) in [(5, vec![]), (6, vec!["500 Internal Server Error", "200 OK"])] {
        let server = MockServer::start().await;
        let trouble = ResponseTemplate::new(500);
        Mock::given(path(DAEMONSET))
            .respond_with(trouble)
            .up_to_n_times(1)
            .mount(&server)
            .await;
        Mock::given(path(DAEMONSET)).respond_with(object()).mount(&server).await;
        let seen = Arc::new(Mutex::new(Vec::new()));
        let keep = seen.clone();
        let log = RequestLog::new(move |line| keep.lock().expect("not poisoned").push(line.to_owned()));
        let options = ConnectOptions {
            verbosity,
            log: Some(log),
            ..options(&server.uri())
        };
        get(&options).await.expect("an answer");
        let seen = seen.lock().expect("not poisoned");
        assert_eq!(seen.len(), expected.len(), "{seen:?}");
        for (line, status) in seen.iter().zip(expected) {
            let start = format!("GET {}{DAEMONSET} {status} in ", server.uri());
            assert!(line.starts_with(&start) && line.ends_with(" milliseconds"), "{line}");
        }
    }
}

#[tokio::test]
async fn nobody_listening_is_said_at_once_in_kubectls_words() {
    let address = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.local_addr().expect("an address")
    };
    let start = Instant::now();
    let text = get(&options(&format!("http://{address}"))).await.expect_err("refused");
    assert_eq!(
        text,
        format!("The connection to the server {address} was refused - did you specify the right host or port?")
    );
    assert!(start.elapsed() < Duration::from_secs(1));
    let text = get(&options("https://no-such-host.invalid"))
        .await
        .expect_err("unknown");
    assert_eq!(
        text,
        "Unable to connect to the server: dial tcp: lookup no-such-host.invalid: no such host"
    );
}
