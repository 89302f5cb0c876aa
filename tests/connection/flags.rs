//! Global flags against kubectl: the same flag, the same words.

use anyhow::{Result, ensure};

use crate::side_by_side::Place;

/// kubectl says more, which is the entries themselves: they may be secret.
#[tokio::test]
async fn two_entries_of_one_name_are_refused_as_kubectl_refuses_them() -> Result<()> {
    let Some(place) = Place::new("twice").await? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("config");
    let flag = format!("--kubeconfig={}", file.display());
    for list in ["clusters", "contexts", "users"] {
        std::fs::write(&file, format!("{list}: [{{name: a}}, {{name: b}}, {{name: a}}]"))?;
        let (kubectl, ds) = place.both(&["rollout", "status", "ds/agent", &flag])?;
        let begins = ds.stderr.trim_end();
        ensure!(
            ds.code == kubectl.code && begins.ends_with("in list") && kubectl.stderr.starts_with(begins),
            "{kubectl:?} and {ds:?}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn an_authority_that_is_not_to_be_asked_is_refused() -> Result<()> {
    let Some(place) = Place::new("insecure").await? else {
        return Ok(());
    };
    let authority = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tls/ca.pem");
    let authority = format!("--certificate-authority={authority}");
    let (kubectl, ds) = place.both(&[
        "rollout",
        "status",
        "ds/agent",
        "--insecure-skip-tls-verify",
        &authority,
    ])?;
    ensure!(
        ds.code == 1 && ds == kubectl && ds.stderr.contains("with the insecure flag is not allowed"),
        "{kubectl:?} and {ds:?}"
    );
    Ok(())
}

#[tokio::test]
async fn a_proxy_by_flag_is_used_as_kubectl_uses_it() -> Result<()> {
    let Some(place) = Place::new("proxy-flag").await? else {
        return Ok(());
    };
    for (flag, words) in [
        (
            "--proxy-url=http://127.0.0.1:1",
            "proxyconnect tcp: dial tcp 127.0.0.1:1: connect: connection refused",
        ),
        (
            "--proxy-url=ftp://127.0.0.1:1",
            "unsupported scheme \"ftp\", must be http, https, or socks5",
        ),
    ] {
        let (kubectl, ds) = place.both(&["rollout", "status", "ds/agent", flag])?;
        ensure!(ds.code == 1 && ds.stderr.contains(words), "{flag}: {ds:?}");
        // kubectl names the proxy while it asks for the kinds there are, and not when it has them in its cache.
        let refused = kubectl.stderr.contains(words) || kubectl.stderr.contains("was refused");
        ensure!(kubectl.code == 1 && refused, "{flag}: {kubectl:?}");
    }
    Ok(())
}
