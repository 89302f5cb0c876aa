//! Users of a kubeconfig, kubectl with them beside it: key formats, providers, credential plugins (cases R08, R09).

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::{pair::Both, secure::file};

fn key(name: &str) -> String {
    file("keys").join(format!("{name}.pem")).display().to_string()
}

#[tokio::test]
async fn keys_of_all_usual_formats_are_used() -> Result<()> {
    let Some(both) = Both::new().await? else { return Ok(()) };
    for name in [
        "rsa-pkcs1",
        "rsa-pkcs8",
        "ec-sec1",
        "ec-pkcs8",
        "ec-parameters",
        "ed-pkcs8",
    ] {
        let kind = name.split('-').next().unwrap_or_default();
        let certificate = format!("--client-certificate={}", key(&format!("{kind}-certificate")));
        let flags = ["--user=c", &certificate, &format!("--client-key={}", key(name))];
        let (kubectl, ds) = (both.kubectl(&flags).await?, both.ds(&flags).await?);
        ensure!(kubectl.code == 0 && ds.code == 0, "{name}: {kubectl:?} and {ds:?}");
        ensure!(both.seen().len() == 2, "{name}");
    }
    Ok(())
}

/// kubectl says less: that a certificate could not be loaded, and then what the server made of it.
#[tokio::test]
async fn a_key_that_cannot_be_used_is_refused_with_the_reason() -> Result<()> {
    let Some(both) = Both::new().await? else { return Ok(()) };
    for (certificate, name, reason) in [
        ("ec-certificate", "ec-encrypted", "it is encrypted"),
        ("rsa-certificate", "rsa-encrypted", "it is encrypted"),
        ("ec-certificate", "rsa-pkcs8", "private key does not match public key"),
        (
            "p521-certificate",
            "p521-sec1",
            "it must be RSA, ECDSA on P-256 or P-384, or Ed25519",
        ),
        ("ec-certificate", "ec-certificate", "no private key in PEM form in it"),
    ] {
        let flags = [
            "--user=c",
            &format!("--client-certificate={}", key(certificate)),
            &format!("--client-key={}", key(name)),
        ];
        let ds = both.ds(&flags).await?;
        let begin = format!("error: unable to use client-key {}: ", key(name));
        ensure!(
            ds.code == 1 && ds.stderr.starts_with(&begin) && ds.stderr.contains(reason),
            "{ds:?}"
        );
        ensure!(!ds.stderr.contains("BEGIN") && both.seen().is_empty(), "{name}");
    }
    Ok(())
}

/// The kubeconfig with one more user, who is the present one.
fn with(both: &Both, user: &Value) -> Result<()> {
    let text = both
        .kubeconfig()
        .replace("users: [", &format!("users: [{{name: d, user: {user}}}, "));
    std::fs::write(both.config(), text)?;
    Ok(())
}

#[tokio::test]
async fn providers_that_are_no_more_are_told_as_kubectl_tells_them() -> Result<()> {
    let Some(both) = Both::new().await? else { return Ok(()) };
    for (provider, words) in [
        (json!({ "name": "gcp" }), "The gcp auth plugin has been removed."),
        (json!({ "name": "azure" }), "The azure auth plugin has been removed."),
        (
            json!({ "name": "openstack" }),
            "no Auth Provider found for name \"openstack\"",
        ),
        (json!({ "name": "oidc", "config": {} }), "Must provide idp-issuer-url"),
    ] {
        with(&both, &json!({ "auth-provider": provider }))?;
        let (kubectl, ds) = (both.kubectl(&["--user=d"]).await?, both.ds(&["--user=d"]).await?);
        ensure!(kubectl.code == 1 && kubectl.stderr.contains(words), "{kubectl:?}");
        ensure!(
            ds.code == 1 && ds.stderr.starts_with(&format!("error: {words}")),
            "{ds:?}"
        );
    }
    Ok(())
}

/// What the plugin is told of the cluster is what kubectl tells it; what it answers is sent, and shown nowhere.
#[tokio::test]
async fn plugins_of_both_versions_are_told_and_believed_as_by_kubectl() -> Result<()> {
    let Some(both) = Both::new().await? else { return Ok(()) };
    let told = both.folder.path().join("told");
    for version in ["v1", "v1beta1"] {
        let version = format!("client.authentication.k8s.io/{version}");
        let answer = json!({ "kind": "ExecCredential", "apiVersion": version, "status": { "token": "hunter2" } });
        let script = format!(
            "printf %s \"$KUBERNETES_EXEC_INFO\" > {}; echo '{answer}'",
            told.display()
        );
        let exec = json!({
            "apiVersion": version, "command": "/bin/sh", "args": ["-c", script],
            "interactiveMode": "IfAvailable", "provideClusterInfo": true,
        });
        with(&both, &json!({ "exec": exec }))?;
        let mut infos = Vec::new();
        for own in [false, true] {
            let flags = ["--user=d", "-v=9"];
            let ran = if own {
                both.ds(&flags).await?
            } else {
                both.kubectl(&flags).await?
            };
            let seen = both.seen();
            ensure!(ran.code == 0 && seen.len() == 1, "{version}: {ran:?}");
            ensure!(seen[0].1.contains("authorization: bearer hunter2"), "{seen:?}");
            ensure!(
                !own || !format!("{}{}", ran.stdout, ran.stderr).contains("hunter2"),
                "{ran:?}"
            );
            let mut info: Value = serde_json::from_slice(&std::fs::read(&told)?)?;
            // In Go a member without a value may be there or not.
            if let Some(cluster) = info["spec"]["cluster"].as_object_mut() {
                cluster.retain(|_, value| !value.is_null() && value != &json!(false));
            }
            infos.push(info);
        }
        ensure!(
            infos[0] == infos[1] && infos[0]["spec"]["cluster"].is_object(),
            "{infos:?}"
        );
    }
    Ok(())
}
