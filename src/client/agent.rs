//! The `User-Agent` of every request: by it an audit log tells who it was, as it does for kubectl.

use http::HeaderValue;

/// `kubectl-ds/v0.1.0 (linux/amd64)`: client-go's shape and its names of systems, without a commit.
pub(crate) fn user_agent() -> Option<HeaderValue> {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let machine = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "x86" => "386",
        other => other,
    };
    let version = env!("CARGO_PKG_VERSION");
    HeaderValue::try_from(format!("kubectl-ds/v{version} ({system}/{machine})")).ok()
}
