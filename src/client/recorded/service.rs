//! The service under `kube::Client` that answers as an API server does, from saved objects.

use std::{
    future::{Ready, ready},
    sync::Arc,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header::CONTENT_TYPE};
use http_body_util::{BodyExt, Full};
use kube::client::Body;
use serde_json::{Value, json};
use tower::{BoxError, Service};

use super::{Saved, asked::Asked};
use crate::{client::transport::AnswerBody, domain::saved::NEIGHBOURS};

/// Saved objects in the place of a server.
#[derive(Clone)]
pub(crate) struct Recorded(Arc<Saved>);

impl Recorded {
    pub(crate) fn new(saved: Saved) -> Self {
        Self(Arc::new(saved))
    }

    /// The code and the body of the answer.
    fn answer(&self, request: &Request<Body>) -> (u16, Value) {
        if request.method() != Method::GET {
            return status(405, "MethodNotAllowed", "a snapshot cannot be changed");
        }
        let asked = match Asked::of(request.uri()) {
            None if request.uri().path().starts_with("/version") => {
                return status(404, "NotFound", "a snapshot does not say the version of the server");
            }
            None => return status(404, "NotFound", "the server could not find the requested resource"),
            Some(Err(why)) => return status(400, "BadRequest", &why),
            Some(Ok(asked)) if asked.watch => return status(405, "MethodNotAllowed", "a snapshot does not change"),
            Some(Ok(asked)) => asked,
        };
        let resource = asked.resource;
        let needed = match (resource.plural, &asked.namespace, &asked.name) {
            ("pods", None, None) if !asked.by_label() => NEIGHBOURS.to_owned(),
            _ => resource.qualified(),
        };
        if !self.0.read.contains(&needed) {
            return status(403, "Forbidden", &format!("the snapshot has no {needed}"));
        }
        let mut found = self.0.objects.get(&resource).into_iter().flat_map(|all| all.values());
        if let Some(name) = &asked.name {
            let found = found.find(|object| asked.takes(object) && object["metadata"]["name"] == **name);
            return match found {
                Some(object) => (200, object.clone()),
                None => {
                    let words = format!("{} \"{name}\" not found", resource.qualified());
                    let (code, mut status) = status(404, "NotFound", &words);
                    status["details"] = json!({"name": name, "group": resource.group(), "kind": resource.plural});
                    (code, status)
                }
            };
        }
        let items = found.filter(|object| asked.takes(object)).cloned().map(|mut object| {
            if let Some(members) = object.as_object_mut() {
                members.shift_remove("kind");
                members.shift_remove("apiVersion");
            }
            object
        });
        let list = json!({
            "kind": format!("{}List", resource.kind), "apiVersion": resource.version,
            "metadata": {"resourceVersion": ""}, "items": items.collect::<Vec<_>>(),
        });
        (200, list)
    }
}

impl Service<Request<Body>> for Recorded {
    type Response = Response<AnswerBody>;
    type Error = BoxError;
    type Future = Ready<Result<Self::Response, BoxError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let (code, body) = self.answer(&request);
        let body = Full::new(Bytes::from(body.to_string()));
        let mut answer = Response::new(body.map_err(|never| match never {}).boxed_unsync());
        *answer.status_mut() = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let json = http::HeaderValue::from_static("application/json");
        answer.headers_mut().insert(CONTENT_TYPE, json);
        ready(Ok(answer))
    }
}

/// An error as the server sends it.
fn status(code: u16, reason: &str, message: &str) -> (u16, Value) {
    let status = json!({
        "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
        "message": message, "reason": reason, "code": code,
    });
    (code, status)
}
