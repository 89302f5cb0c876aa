//! What happens around each request: a time limit, a second try for reads, a line for the log. One request as such is
//! `transport`'s.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use http::{Request, Response, Uri};
use kube::client::Body;
use tower::{BoxError, Service, ServiceExt};

use super::config::{ConnectOptions, RequestLog};
use super::transport::{AnswerBody, Sender};

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// The service under `kube::Client`.
#[derive(Clone)]
pub(crate) struct Requests {
    sender: Sender,
    timeout: Option<Duration>,
    log: Option<RequestLog>,
}

impl Requests {
    pub(crate) fn new(sender: Sender, _server: &Uri, options: &ConnectOptions) -> Self {
        let timeout = options.request_timeout.unwrap_or(DEFAULT_TIMEOUT);
        let log = options.log.clone().filter(|_| options.verbosity >= 6);
        Self {
            sender,
            timeout: (!timeout.is_zero()).then_some(timeout),
            log,
        }
    }
}

impl Service<Request<Body>> for Requests {
    type Response = Response<AnswerBody>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, BoxError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let Self { sender, timeout, log } = self.clone();
        Box::pin(async move {
            let name = format!("{} {}", request.method(), request.uri());
            let start = Instant::now();
            let sent = sender.oneshot(request);
            let answer = match timeout {
                Some(limit) => tokio::time::timeout(limit, sent)
                    .await
                    .map_err(BoxError::from)
                    .and_then(|answer| answer),
                None => sent.await,
            };
            if let Some(log) = log {
                let status = answer
                    .as_ref()
                    .map_or_else(|_| "failed".to_owned(), |answer| answer.status().to_string());
                log.line(&format!(
                    "{name} {status} in {} milliseconds",
                    start.elapsed().as_millis()
                ));
            }
            answer
        })
    }
}
