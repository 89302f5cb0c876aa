//! What happens around each request: a time limit, a second try for reads, credentials of a plugin, a line for the
//! log, errors as data. One request as such is `transport`'s.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{Method, Request, Response, StatusCode, Uri};
use http_body_util::{BodyExt, Full};
use jiff::Timestamp;
use kube::client::Body;
use tokio::time::Instant;
use tower::{BoxError, Service, ServiceExt};

use super::answer::{self, Target};
use super::clock::Clock;
use super::config::{ConnectOptions, RequestLog};
use super::credentials::TokenFile;
use super::failure::{Cause, ConnectionError};
use super::plugin::Plugin;
use super::trace::{Trace, is_watch};
use super::transport::{AnswerBody, Sender};
use super::warning::Told;
use super::{cause, retry};

/// For a GET, LIST or PATCH without `--request-timeout`: kube has none and would hang for ever (case R11).
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// The service under `kube::Client`.
#[derive(Clone)]
pub(crate) struct Requests {
    sender: Sender,
    shared: Arc<Shared>,
}

struct Shared {
    server: Uri,
    /// `host:port` of the proxy.
    proxy: Option<String>,
    timeout: Option<Duration>,
    /// Whether the time limit was asked for; then the credential plugin's time counts too.
    asked: bool,
    trace: Trace,
    warnings: Option<RequestLog>,
    told: Told,
    plugin: Option<Plugin>,
    token_file: Option<TokenFile>,
    clock: Arc<Clock>,
    /// Whether the server ever answered.
    reached: AtomicBool,
}

impl Requests {
    pub(crate) fn new(
        sender: Sender,
        server: &Uri,
        proxy: Option<String>,
        (plugin, token_file): (Option<Plugin>, Option<TokenFile>),
        options: &ConnectOptions,
        clock: Arc<Clock>,
    ) -> Self {
        let timeout = options.request_timeout.unwrap_or(DEFAULT_TIMEOUT);
        let shared = Shared {
            server: server.clone(),
            proxy,
            timeout: (!timeout.is_zero()).then_some(timeout),
            asked: options.request_timeout.is_some(),
            trace: Trace::of(options),
            warnings: options.warnings.clone(),
            told: Told::default(),
            plugin,
            token_file,
            clock,
            reached: AtomicBool::new(false),
        };
        Self {
            sender,
            shared: Arc::new(shared),
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
        Box::pin(self.shared.clone().run(self.sender.clone(), request))
    }
}

impl Shared {
    /// Sends `request`, if it is a read again and again, until there is an answer worth returning or the time is up.
    async fn run(self: Arc<Self>, sender: Sender, request: Request<Body>) -> Result<Response<AnswerBody>, BoxError> {
        let mut deadline = self.timeout.and_then(|limit| Instant::now().checked_add(limit));
        let target = Target::of(request.method(), request.uri().path());
        // Only a read can be sent twice without doing something twice; a PATCH never is.
        let again = (request.method() == Method::GET).then(|| head(&request));
        let mut request = request;
        for tried in 0_u32.. {
            let result = self.attempt(&sender, request, &mut deadline).await;
            let wait = match &result {
                Ok(answer) => retry::after_answer(tried, answer.status(), answer.headers()),
                Err(error) => retry::after_failure(tried, &error.cause, self.reached.load(Ordering::Relaxed)),
            };
            // A server may ask for a wait that no clock can count.
            let end = |wait: Duration| Instant::now().checked_add(wait);
            let fits = |wait: Duration| deadline.is_none_or(|deadline| end(wait).is_some_and(|end| end < deadline));
            match (wait.filter(|wait| fits(*wait)), &again) {
                (Some(wait), Some(read)) => {
                    tokio::time::sleep(wait).await;
                    request = head(read).map(|()| Body::empty());
                }
                _ => return self.finish(result, &target).await,
            }
        }
        unreachable!("the loop above ends only by returning")
    }

    async fn attempt(
        &self,
        sender: &Sender,
        mut request: Request<Body>,
        deadline: &mut Option<Instant>,
    ) -> Result<Response<AnswerBody>, ConnectionError> {
        let start = Instant::now();
        let name = format!("{} {}", request.method(), self.url(request.uri()));
        let stream = is_watch(request.uri());
        let result = match self.authorize(&mut request, deadline).await {
            Ok(()) => self.send(sender, request, *deadline).await,
            Err(error) => Err(error),
        };
        let status = result
            .as_ref()
            .map_or_else(|_| "no answer".to_owned(), |answer| answer.status().to_string());
        let took = start.elapsed().as_millis();
        self.trace.line(&format!("{name} {status} in {took} milliseconds"));
        let result = match result {
            Ok(answer) => {
                let stream = stream && answer.status().is_success();
                let told = self.trace.answered(answer, stream).await;
                told.map_err(|error| self.because(error.as_ref()))
            }
            failed => failed,
        };
        if let Ok(answer) = &result {
            self.reached.store(true, Ordering::Relaxed);
            if let Some(warnings) = &self.warnings {
                let texts = self.told.new_in(answer.headers());
                texts.iter().for_each(|text| warnings.line(text));
            }
            if let (StatusCode::UNAUTHORIZED, Some(plugin)) = (answer.status(), &self.plugin) {
                plugin.forget();
            }
        }
        result
    }

    /// Puts a credential into the request. The time that a plugin takes for it counts only where a limit was asked for: the
    /// one that we have by default is for the server.
    async fn authorize(
        &self,
        request: &mut Request<Body>,
        deadline: &mut Option<Instant>,
    ) -> Result<(), ConnectionError> {
        if let Some(plugin) = &self.plugin {
            let start = Instant::now();
            let until = deadline.filter(|_| self.asked);
            let credential = plugin.credential(until).await.map_err(|cause| self.failed(cause))?;
            if !self.asked {
                *deadline = deadline.and_then(|deadline| deadline.checked_add(start.elapsed()));
            }
            if let Some(token) = credential.token {
                request.headers_mut().insert(AUTHORIZATION, token);
            }
        }
        if let Some(file) = &self.token_file {
            request.headers_mut().insert(AUTHORIZATION, file.authorization());
        }
        Ok(())
    }

    async fn send(
        &self,
        sender: &Sender,
        request: Request<Body>,
        deadline: Option<Instant>,
    ) -> Result<Response<AnswerBody>, ConnectionError> {
        let sent = async {
            let (stream, begun) = (is_watch(request.uri()), Timestamp::now());
            let answer = sender
                .clone()
                .oneshot(request)
                .await
                .map_err(|error| self.because(error.as_ref()))?;
            self.clock.answered(answer.headers(), begun, Timestamp::now());
            // A watch goes on for as long as it likes; anything else must be here whole within the time limit.
            if stream && answer.status().is_success() {
                Ok(answer)
            } else {
                self.whole(answer).await
            }
        };
        match deadline {
            Some(deadline) => tokio::time::timeout_at(deadline, sent).await.unwrap_or_else(|_| {
                let limit = self.timeout.and_then(|limit| u64::try_from(limit.as_millis()).ok());
                Err(self.failed(Cause::TimedOut(limit)))
            }),
            None => sent.await,
        }
    }

    async fn whole(&self, answer: Response<AnswerBody>) -> Result<Response<AnswerBody>, ConnectionError> {
        let (head, body) = answer.into_parts();
        let body = body
            .collect()
            .await
            .map_err(|error| self.because(error.as_ref()))?
            .to_bytes();
        Ok(Response::from_parts(
            head,
            Full::new(body).map_err(|never| match never {}).boxed_unsync(),
        ))
    }

    /// Turns an answer that is an error into kube's error, whatever its body is.
    async fn finish(
        &self,
        result: Result<Response<AnswerBody>, ConnectionError>,
        target: &Target,
    ) -> Result<Response<AnswerBody>, BoxError> {
        let answer = result?;
        let code = answer.status();
        let page = answer
            .headers()
            .get(CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
        if code.is_success() {
            return if page {
                Err(self.failed(Cause::WebPage).into())
            } else {
                Ok(answer)
            };
        }
        let body = answer.into_body().collect().await?.to_bytes();
        Err(Box::new(kube::Error::Api(Box::new(answer::status(
            code, &body, target,
        )))))
    }

    fn because(&self, error: &(dyn std::error::Error + 'static)) -> ConnectionError {
        self.failed(cause::of(
            error,
            self.server.host().unwrap_or_default(),
            self.proxy.as_deref(),
        ))
    }

    fn failed(&self, cause: Cause) -> ConnectionError {
        ConnectionError {
            server: host_and_port(&self.server),
            cause,
        }
    }

    fn url(&self, request: &Uri) -> String {
        let base = self.server.path().trim_end_matches('/');
        let path = request.path_and_query().map_or("", |path| path.as_str());
        format!(
            "{}://{}{base}{path}",
            self.server.scheme_str().unwrap_or("https"),
            host_and_port(&self.server)
        )
    }
}

/// `host:port` as it was written, without a user or password that somebody put in the URL.
pub(crate) fn host_and_port(server: &Uri) -> String {
    let authority = server.authority().map_or("", |authority| authority.as_str());
    authority.rsplit('@').next().unwrap_or_default().to_owned()
}

fn head<T>(request: &Request<T>) -> Request<()> {
    let mut copy = Request::new(());
    *copy.method_mut() = request.method().clone();
    *copy.uri_mut() = request.uri().clone();
    copy.headers_mut().clone_from(request.headers());
    copy
}
