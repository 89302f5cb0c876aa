//! How much is told at which level, and what never is.

use std::sync::{Arc, Mutex};

use http::HeaderValue;
use serde_json::json;

use super::*;

fn trace(level: u8) -> (Trace, Arc<Mutex<Vec<String>>>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let keep = seen.clone();
    let log = RequestLog::new(move |line| keep.lock().expect("not poisoned").push(line.to_owned()));
    let options = ConnectOptions {
        log: Some(log),
        verbosity: level,
        ..ConnectOptions::default()
    };
    (Trace::of(&options), seen)
}

fn request(body: &Value) -> Request<Body> {
    Request::builder()
        .header("accept", "application/json")
        .header("authorization", "Bearer hunter2")
        .header("impersonate-user", "me")
        .header("x-own", "hunter2")
        .body(Body::from(body.to_string().into_bytes()))
        .expect("a request")
}

fn answer(body: &str) -> Response<AnswerBody> {
    let mut answer = Response::new(
        Full::new(body.to_owned().into())
            .map_err(|never| match never {})
            .boxed_unsync(),
    );
    answer
        .headers_mut()
        .insert("set-cookie", HeaderValue::from_static("hunter2"));
    answer
}

async fn told(level: u8, body: &Value, stream: bool) -> String {
    let (trace, seen) = trace(level);
    trace.sent(&request(body));
    let passed = trace
        .answered(answer(&body.to_string()), stream)
        .await
        .expect("an answer");
    let passed = passed.into_body().collect().await.expect("a body").to_bytes();
    assert_eq!(passed, body.to_string(), "the answer is handed on as it came");
    let seen = seen.lock().expect("not poisoned");
    seen.join("\n")
}

#[tokio::test]
async fn the_higher_the_level_the_more_is_told() {
    let body = json!({ "kind": "DaemonSet", "long": "x".repeat(3000) });
    assert_eq!(told(6, &body, false).await, "");
    let seven = told(7, &body, false).await;
    assert!(
        seven.starts_with("Request Headers:\n    accept: application/json\n"),
        "{seven}"
    );
    assert!(
        seven.contains("impersonate-user: me") && !seven.contains("Body"),
        "{seven}"
    );
    let eight = told(8, &body, false).await;
    assert!(
        eight.contains("Response Headers:") && eight.contains("Request Body: {"),
        "{eight}"
    );
    assert_eq!(eight.matches("[truncated ").count(), 2, "{eight}");
    assert!(!told(9, &body, false).await.contains("truncated"));
}

#[tokio::test]
async fn no_level_tells_a_secret() {
    for body in [
        json!({ "kind": "Secret", "data": { "a": "hunter2" }, "stringData": { "b": "hunter2" } }),
        json!({ "kind": "SecretList", "items": [{ "data": { "a": "hunter2" } }] }),
        json!({ "status": { "token": "hunter2" }, "password": "hunter2" }),
        json!({ "spec": { "containers": [{ "env": [{ "name": "A", "value": "hunter2" }], "args": ["--token=hunter2"] }] } }),
        json!({ "metadata": { "annotations": { "a": "hunter2" } } }),
        json!([{ "op": "replace", "path": "/spec/containers/0/env/0/value", "value": "hunter2" }]),
    ] {
        for level in [7, 8, 9, 10, 255] {
            for stream in [false, true] {
                let text = told(level, &body, stream).await;
                assert!(!text.contains("hunter2"), "-v={level}: {text}");
                assert!(text.contains("authorization: <masked>"), "{text}");
            }
        }
    }
    let (trace, seen) = trace(10);
    trace.answered(answer("hunter2"), false).await.expect("an answer");
    assert!(!seen.lock().expect("not poisoned").join("\n").contains("hunter2"));
}

#[tokio::test]
async fn a_revision_is_told_but_for_what_is_secret_in_it() {
    let body = json!({ "kind": "ControllerRevision", "data": { "spec": { "template": { "image": "agent:1" } } } });
    assert!(told(8, &body, false).await.contains("agent:1"));
}
