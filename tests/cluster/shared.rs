//! The one cluster that all tests of a process share, and what happens where it cannot be had.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Cluster, Options, binaries::MODULES, build};

/// How many tests were skipped.
static SKIPPED: AtomicUsize = AtomicUsize::new(0);

impl Cluster {
    /// The shared cluster with three nodes, started by the first test that asks. `None` where there is no Go to build it
    /// with: the test returns and counts as skipped, which is said on standard error.
    ///
    /// A cluster named by `KUBECTL_DS_TEST_KUBECONFIG` is used as it is.
    ///
    /// # Panics
    /// If it does not start; and if it cannot be had while `CI` or `KUBECTL_DS_REQUIRE_CLUSTER` is set.
    pub fn shared() -> Option<&'static Cluster> {
        static SHARED: OnceLock<Result<Cluster, String>> = OnceLock::new();
        if !can_be_had() {
            skip();
            return None;
        }
        let shared = SHARED.get_or_init(|| {
            let started = match variable("KUBECTL_DS_TEST_KUBECONFIG") {
                Some(file) => Cluster::existing(PathBuf::from(file)),
                None => Cluster::start(Options {
                    nodes: 3,
                    ..Options::default()
                }),
            };
            started.map_err(|error| format!("{error:#}"))
        });
        match shared {
            Ok(cluster) => Some(cluster),
            Err(error) => panic!("the control plane for tests: {error}"),
        }
    }

    /// A cluster for one test alone, otherwise like the shared one: `None` where it cannot be had. Never one that the user
    /// named.
    ///
    /// # Panics
    /// As [`Cluster::shared`].
    pub fn own(options: Options) -> Option<Cluster> {
        if !can_be_started() {
            skip();
            return None;
        }
        let started = Cluster::start(options);
        Some(started.unwrap_or_else(|error| panic!("the control plane for this test: {error:#}")))
    }
}

fn variable(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Is there a cluster, or what one is started with?
fn can_be_had() -> bool {
    variable("KUBECTL_DS_TEST_KUBECONFIG").is_some() || can_be_started()
}

/// Are there binaries, or a Go to build them with?
fn can_be_started() -> bool {
    variable("KUBEBUILDER_ASSETS").is_some() || build::has_go() || build::nothing_missing(&MODULES)
}

fn skip() {
    let reason = build::NO_GO;
    let required = ["CI", "KUBECTL_DS_REQUIRE_CLUSTER"]
        .into_iter()
        .find(|name| variable(name).is_some());
    if let Some(variable) = required {
        panic!("{reason}; with {variable} set a test may not be skipped");
    }
    let count = SKIPPED.fetch_add(1, Ordering::Relaxed) + 1;
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    build::say(&format!("\n*** SKIPPED {test}: {reason}. {count} skipped so far. ***"));
}
