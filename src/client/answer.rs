//! Answers that are errors but carry no `Status`: a proxy's page, a load balancer's text. client-go words these by the
//! code (`NewGenericServerResponse`), and so does this module, so that everybody above sees one kind of error.

use http::{Method, StatusCode};
use kube::core::Status;
use kube::core::response::{StatusCause, StatusDetails};

/// What a request was about, read from its path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Target {
    verb: String,
    group: String,
    resource: String,
    name: String,
}

impl Target {
    /// `/apis/GROUP/VERSION[/namespaces/NS]/RESOURCE[/NAME]` or the same below `/api/v1`; anything else has no
    /// resource.
    pub(crate) fn of(method: &Method, path: &str) -> Self {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let (group, rest) = match parts.as_slice() {
            ["apis", group, _version, rest @ ..] => (*group, rest),
            ["api", _version, rest @ ..] => ("", rest),
            _ => ("", [].as_slice()),
        };
        let rest = match rest {
            ["namespaces", _namespace, rest @ ..] if !rest.is_empty() => rest,
            rest => rest,
        };
        Self {
            verb: method.as_str().to_ascii_lowercase(),
            group: group.to_owned(),
            resource: rest.first().map(|name| (*name).to_owned()).unwrap_or_default(),
            name: rest.get(1).map(|name| (*name).to_owned()).unwrap_or_default(),
        }
    }

    fn words(&self) -> String {
        let Self {
            verb,
            group,
            resource,
            name,
        } = self;
        let dot = if group.is_empty() { "" } else { "." };
        match (resource.as_str(), name.as_str()) {
            ("", _) => String::new(),
            (_, "") => format!(" ({verb} {resource}{dot}{group})"),
            _ => format!(" ({verb} {resource}{dot}{group} {name})"),
        }
    }
}

/// `body` as the `Status` it is, else one made from the code.
pub(crate) fn status(code: StatusCode, body: &[u8], target: &Target) -> Status {
    if let Ok(status) = serde_json::from_slice::<serde_json::Value>(body)
        && status.get("kind").and_then(serde_json::Value::as_str) == Some("Status")
        && let Ok(status) = serde_json::from_value::<Status>(status)
    {
        return status;
    }
    let text = words_of(&String::from_utf8_lossy(body));
    let (reason, message) = generic(code.as_u16(), &text);
    let details = StatusDetails {
        name: target.name.clone(),
        group: target.group.clone(),
        kind: target.resource.clone(),
        uid: String::new(),
        causes: vec![StatusCause {
            reason: "UnexpectedServerResponse".to_owned(),
            message: text,
            field: String::new(),
        }],
        retry_after_seconds: 0,
    };
    Status {
        code: code.as_u16(),
        reason: reason.to_owned(),
        message: message + &target.words(),
        details: Some(details),
        ..Status::failure("", "")
    }
}

fn generic(code: u16, text: &str) -> (&'static str, String) {
    let (reason, message) = match code {
        400 => ("BadRequest", "the server rejected our request for an unknown reason"),
        401 => (
            "Unauthorized",
            "the server has asked for the client to provide credentials",
        ),
        403 => ("Forbidden", if text.is_empty() { "unknown" } else { text }),
        404 => ("NotFound", "the server could not find the requested resource"),
        405 => (
            "MethodNotAllowed",
            "the server does not allow this method on the requested resource",
        ),
        406 if text.is_empty() => (
            "NotAcceptable",
            "the server was unable to respond with a content type that the client supports",
        ),
        406 => ("NotAcceptable", text),
        409 => ("Conflict", "the server reported a conflict"),
        415 => ("UnsupportedMediaType", if text.is_empty() { "unknown" } else { text }),
        422 => (
            "Invalid",
            "the server rejected our request due to an error in our request",
        ),
        429 => (
            "TooManyRequests",
            "the server has received too many requests and has asked us to try again later",
        ),
        503 => (
            "ServiceUnavailable",
            "the server is currently unable to handle the request",
        ),
        504 => (
            "Timeout",
            "the server was unable to return a response in the time allotted, but may still be processing the request",
        ),
        500.. => {
            let message = format!("an error on the server (\"{text}\") has prevented the request from succeeding");
            return ("InternalError", message);
        }
        _ => {
            let message =
                format!("the server responded with the status code {code} but did not return more information");
            return ("", message);
        }
    };
    (reason, message.to_owned())
}

/// At most 200 letters of a body on one line, without markup: enough to recognise who spoke.
fn words_of(body: &str) -> String {
    let mut plain = String::new();
    let mut in_tag = false;
    let page = body.trim_start().starts_with('<');
    for letter in body.chars().take(4000) {
        match letter {
            '<' if page => in_tag = true,
            '>' if in_tag => {
                in_tag = false;
                plain.push(' ');
            }
            _ if in_tag => {}
            _ => plain.push(letter),
        }
    }
    let line: Vec<&str> = plain.split_whitespace().collect();
    line.join(" ").chars().take(200).collect()
}

#[cfg(test)]
#[path = "answer_test.rs"]
mod tests;
