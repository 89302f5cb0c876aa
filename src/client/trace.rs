//! What `-v` tells of requests: from 6 on a line for each, from 7 on the headers that were sent, from 8 on those that came
//! back and the bodies, cut, from 9 on more of them. Never a secret: headers are shown by name, of bodies what
//! `domain::redact` leaves.

use futures::FutureExt;
use http::{HeaderMap, Request, Response, Uri};
use http_body_util::{BodyExt, Full};
use kube::client::Body;
use serde_json::Value;
use tower::BoxError;

use super::config::{ConnectOptions, RequestLog};
use super::transport::AnswerBody;
use crate::domain::redact::Redaction;

/// Headers whose values are no secret; those of impersonation besides. Of all others only the name is shown.
const SHOWN: [&str; 16] = [
    "accept",
    "accept-encoding",
    "audit-id",
    "cache-control",
    "content-encoding",
    "content-length",
    "content-type",
    "date",
    "retry-after",
    "server",
    "transfer-encoding",
    "user-agent",
    "vary",
    "warning",
    "x-kubernetes-pf-flowschema-uid",
    "x-kubernetes-pf-prioritylevel-uid",
];

/// Members whose values are a secret wherever they stand.
const SECRET: [&str; 6] = [
    "token",
    "password",
    "clientKeyData",
    "client-key-data",
    "id-token",
    "refresh-token",
];

const MASK: &str = "<masked>";

/// Who is told, and how much. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Trace {
    log: Option<RequestLog>,
    level: u8,
}

impl Trace {
    pub(crate) fn of(options: &ConnectOptions) -> Self {
        Self {
            log: options.log.clone().filter(|_| options.verbosity >= 6),
            level: options.verbosity,
        }
    }

    /// One line from level 6 on.
    pub(crate) fn line(&self, text: &str) {
        if let Some(log) = &self.log {
            log.line(text);
        }
    }

    /// The request as it goes out.
    pub(crate) fn sent(&self, request: &Request<Body>) {
        if self.level < 7 {
            return;
        }
        self.line("Request Headers:");
        self.headers(request.headers());
        // Every body of ours is whole before it is sent.
        let copy = request.body().try_clone().filter(|_| self.level >= 8);
        if let Some(Ok(bytes)) = copy.and_then(|body| body.collect_bytes().now_or_never())
            && !bytes.is_empty()
        {
            self.body("Request Body", &bytes);
        }
    }

    /// The answer as it came, which is handed on: `stream` is one that goes on, of which nothing is kept back.
    ///
    /// # Errors
    /// A body that breaks off.
    pub(crate) async fn answered(
        &self,
        answer: Response<AnswerBody>,
        stream: bool,
    ) -> Result<Response<AnswerBody>, BoxError> {
        if self.level < 8 || self.log.is_none() {
            return Ok(answer);
        }
        self.line("Response Headers:");
        self.headers(answer.headers());
        let (head, body) = answer.into_parts();
        let body = if stream {
            let trace = self.clone();
            body.map_frame(move |frame| {
                if let Some(data) = frame.data_ref() {
                    // An event may begin in one part and end in the next: what is secret in it could not be told.
                    trace.line(&format!("Response Body: {} bytes of a watch", data.len()));
                }
                frame
            })
            .boxed_unsync()
        } else {
            let bytes = body.collect().await?.to_bytes();
            self.body("Response Body", &bytes);
            Full::new(bytes).map_err(|never| match never {}).boxed_unsync()
        };
        Ok(Response::from_parts(head, body))
    }

    fn headers(&self, headers: &HeaderMap) {
        for (name, value) in headers {
            let shown = SHOWN.contains(&name.as_str()) || name.as_str().starts_with("impersonate-");
            let text = if shown && !value.is_sensitive() {
                String::from_utf8_lossy(value.as_bytes())
            } else {
                MASK.into()
            };
            self.line(&format!("    {name}: {text}"));
        }
    }

    fn body(&self, what: &str, bytes: &[u8]) {
        let Ok(mut value) = serde_json::from_slice::<Value>(bytes) else {
            return self.line(&format!("{what}: {} bytes that are no JSON", bytes.len()));
        };
        Redaction::default().apply(&mut value);
        mask(&mut value);
        let text = value.to_string();
        let limit = match self.level {
            ..=8 => 1024,
            9 => 10_240,
            _ => usize::MAX,
        };
        match text.char_indices().nth(limit) {
            Some((end, _)) => self.line(&format!(
                "{what}: {} [truncated {} bytes]",
                &text[..end],
                text.len() - end
            )),
            None => self.line(&format!("{what}: {text}")),
        }
    }
}

/// Whether the answer to it goes on for as long as it likes.
pub(crate) fn is_watch(uri: &Uri) -> bool {
    uri.query()
        .is_some_and(|query| query.split('&').any(|pair| matches!(pair, "watch=true" | "watch=1")))
}

/// Takes out what looks like a secret's data, tokens and passwords, and what a JSON patch puts where secrets may stand.
fn mask(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(mask),
        Value::Object(members) => {
            let place = members.get("path").and_then(Value::as_str).unwrap_or_default();
            let patched = ["/env", "/annotations", "/data", "/args", "/command"]
                .iter()
                .any(|part| place.contains(part));
            for (name, value) in members.iter_mut() {
                let texts = |value: &Value| {
                    value
                        .as_object()
                        .is_some_and(|all| all.values().all(|each| each.is_string() || each.is_null()))
                };
                let secret = match name.as_str() {
                    // A revision's is a template.
                    "data" | "stringData" | "binaryData" => texts(value),
                    "value" => patched,
                    name => SECRET.contains(&name) && value.is_string(),
                };
                if secret {
                    *value = MASK.into();
                } else {
                    mask(value);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
#[path = "trace_test.rs"]
mod tests;
