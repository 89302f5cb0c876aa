//! What `crate::fuzz_test` gives to the readers of this layer.

use std::path::Path;

use super::{kubeconfig, recorded::Saved};

/// A snapshot file.
pub(crate) fn snapshot(text: &str) {
    if let Ok(saved) = Saved::parse(text) {
        let _ = (saved.taken(), saved.namespace());
    }
}

/// A kubeconfig, and the same again as the second of a list.
pub(crate) fn kubeconfig(text: &str) {
    let read = || kubeconfig::parse(text, Path::new("/folder")).ok();
    if let (Some(first), Some(second)) = (read(), read()) {
        let _ = first.merge(second);
    }
}
