//! Exec plugins that fail, and tokens that expire (case R09).

use super::*;

const V1: &str = "client.authentication.k8s.io/v1";

fn shell(script: &str, mode: ExecInteractiveMode) -> Plugin {
    let config = ExecConfig {
        api_version: Some(V1.to_owned()),
        command: Some("sh".to_owned()),
        args: Some(vec!["-c".to_owned(), script.to_owned()]),
        env: Some(vec![
            [("name", "EXTRA"), ("value", "e")]
                .map(|(k, v)| (k.to_owned(), v.to_owned()))
                .into(),
        ]),
        interactive_mode: Some(mode),
        ..ExecConfig::default()
    };
    Plugin::new(config, None)
}

async fn failure(plugin: &Plugin) -> String {
    match plugin.credential(None).await {
        Err(Cause::Credentials(text)) => text,
        Err(other) => format!("{other:?}"),
        Ok(_) => "a credential".to_owned(),
    }
}

/// Case R09: every text was compared with kubectl's; none holds what the plugin wrote.
#[tokio::test]
async fn a_plugin_that_fails_is_told_in_kubectls_words_without_its_output() {
    for (script, expected) in [
        ("echo hunter2; exit 3", "exec: executable sh failed with exit code 3"),
        ("echo hunter2: [", "decoding stdout: neither JSON nor YAML"),
        ("echo hunter2", "decoding stdout: not an ExecCredential"),
        (
            "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1beta1\"}'",
            "exec plugin is configured to use API version client.authentication.k8s.io/v1, plugin returned version \
             client.authentication.k8s.io/v1beta1",
        ),
        (
            "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\"}'",
            "exec plugin didn't return a status field",
        ),
        (
            "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\",\"status\":{}}'",
            "exec plugin didn't return a token or cert/key pair",
        ),
    ] {
        let text = failure(&shell(script, ExecInteractiveMode::Never)).await;
        assert_eq!(text, format!("getting credentials: {expected}"));
    }
}

#[tokio::test]
async fn a_plugin_that_is_not_installed_says_how_to_install_it() {
    let config = ExecConfig {
        api_version: Some(V1.to_owned()),
        command: Some("no-such-plugin".to_owned()),
        install_hint: Some("brew install it\n".to_owned()),
        interactive_mode: Some(ExecInteractiveMode::Never),
        ..ExecConfig::default()
    };
    let text = failure(&Plugin::new(config, None)).await;
    assert!(
        text.starts_with("getting credentials: exec: executable no-such-plugin not found\n"),
        "{text}"
    );
    assert!(text.ends_with("\n\nbrew install it"), "{text}");
}

#[tokio::test]
async fn a_token_is_kept_until_it_expires_or_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let count = folder.path().join("count");
    let script = |expiry: &str| {
        format!(
            "echo x >> {0}; n=$(wc -l < {0} | tr -d ' '); test -n \"$KUBERNETES_EXEC_INFO\" || exit 1; cat > /dev/null; \
             printf 'kind: ExecCredential\\napiVersion: {V1}\\nstatus: {{token: \"'$EXTRA$n'\"{expiry}}}\\n'",
            count.display()
        )
    };
    let next = async |plugin: &Plugin| {
        let credential = plugin.credential(None).await;
        let credential = credential.map_err(|cause| format!("{cause:?}")).expect("a credential");
        credential.token.expect("a token").to_str().expect("text").to_owned()
    };
    let lasting = shell(&script(""), ExecInteractiveMode::Never);
    assert_eq!([next(&lasting).await, next(&lasting).await], ["Bearer e1", "Bearer e1"]);
    lasting.forget();
    assert_eq!(next(&lasting).await, "Bearer e2");
    let soon = (Timestamp::now() + SignedDuration::from_secs(5)).to_string();
    let brief = shell(
        &script(&format!(", expirationTimestamp: \"{soon}\"")),
        ExecInteractiveMode::Never,
    );
    assert_eq!([next(&brief).await, next(&brief).await], ["Bearer e3", "Bearer e4"]);
}

/// Others go on while it runs, and whoever no longer waits for it ends it, with all that it has started.
#[cfg(unix)]
#[tokio::test]
async fn a_plugin_that_hangs_stops_nobody_else_and_ends_with_who_waits() {
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().expect("a folder");
    let child = folder.path().join("child");
    let script = format!("sleep 600 & echo $! > {0}.new; mv {0}.new {0}; wait", child.display());
    let plugin = shell(&script, ExecInteractiveMode::Never);
    let begun = Instant::now();
    let number = tokio::select! {
        _ = plugin.credential(None) => panic!("it has ended"),
        number = async {
            loop {
                match std::fs::read_to_string(&child) {
                    Ok(number) => break number,
                    Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
                }
            }
        } => number,
    };
    let stat = format!("/proc/{}/stat", number.trim());
    let runs = || std::fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z "));
    while runs() {
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "the plugin's child still runs"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let until = tokio::time::Instant::now() + Duration::from_millis(50);
    let Err(Cause::Credentials(text)) = plugin.credential(Some(until)).await else {
        panic!("it hangs")
    };
    assert_eq!(text, "getting credentials: exec: executable sh did not end in time");
}
