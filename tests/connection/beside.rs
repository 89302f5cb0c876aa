//! Each of kubectl's global flags at servers that keep what they are sent, kubectl doing the same beside it.

use std::{collections::BTreeSet, path::Path};

use anyhow::{Context as _, Result, ensure};
use kubectl_ds::cli;
use tokio::{io::AsyncReadExt, net::TcpListener};

use super::{pair::Both, secure::file};

/// Headers that say who asks and how; each program has its own `User-Agent` and `Accept`.
const COMPARED: [&str; 4] = ["authorization", "accept-encoding", "host", "impersonate-"];

/// The first line, and the headers that are compared. A difference on purpose: kubectl tells the server too how long it waits.
fn essence(head: &str) -> BTreeSet<&str> {
    let mut lines = head.lines();
    let first = lines.next().unwrap_or_default();
    let first = first.split(['?', ' ']).nth(1).unwrap_or_default();
    let compared = lines.filter(|line| COMPARED.iter().any(|name| line.starts_with(name)));
    compared.chain([first]).collect()
}

#[tokio::test]
async fn each_global_flag_sends_what_kubectl_sends() -> Result<()> {
    let Some(both) = Both::new().await? else { return Ok(()) };
    let (ca, client) = (file("ca.pem"), file("client.pem"));
    let path = |flag: &str, file: &Path| format!("--{flag}={}", file.display());
    let authority = path("certificate-authority", &ca);
    let (certificate, key) = (path("client-certificate", &client), path("client-key", &client));
    let server = format!("--server=https://{}", both.other.address);
    let (config, cache) = (
        path("kubeconfig", &both.config()),
        path("cache-dir", &both.folder.path().join("cache")),
    );
    let basic = "authorization: basic dtpw";
    let rows: [(&[&str], &str, &str); 22] = [
        (&[], "main", "authorization: bearer one"),
        (&[&config], "main", "authorization: bearer one"),
        (&["--context=second"], "other", "authorization: bearer two"),
        (&["--cluster=other"], "other", "authorization: bearer one"),
        (&["--user=b"], "main", "authorization: bearer two"),
        (&[&server], "other", "authorization: bearer one"),
        (&["--token=three"], "main", "authorization: bearer three"),
        (&["--as=me"], "main", "impersonate-user: me"),
        (&["--as=me", "--as-uid=7"], "main", "impersonate-uid: 7"),
        (
            &["--as=me", "--as-group=g1", "--as-group=g2"],
            "main",
            "impersonate-group: g2",
        ),
        (
            &["--as=me", "--as-user-extra=scopes=a", "--as-user-extra=scopes=b"],
            "main",
            "impersonate-extra-scopes: b",
        ),
        (&["--user=c", "--username=u", "--password=p"], "main", basic),
        (&["--user=c", "--username=u"], "main", "authorization: basic dto="),
        (&["--disable-compression"], "main", "authorization"),
        (&[&cache], "main", "accept-encoding: gzip"),
        (&["--cluster=bare", &authority], "main", "authorization"),
        (
            &["--cluster=bare", "--insecure-skip-tls-verify"],
            "main",
            "authorization",
        ),
        (
            &["--cluster=named", "--tls-server-name=api.test"],
            "named",
            "authorization",
        ),
        (&["--cluster=asking", "--user=c", &certificate, &key], "asking", "host"),
        (&["--request-timeout=10s"], "main", "authorization"),
        (&["-n=elsewhere"], "main", "authorization"),
        (
            &[
                "--vmodule=a=1",
                "--log-flush-frequency=5s",
                "--profile=none",
                "--profile-output=x",
                "--match-server-version=false",
                "--warnings-as-errors",
                "-v=1",
            ],
            "main",
            "authorization",
        ),
    ];
    for (flags, at, with) in rows {
        let kubectl = both.kubectl(flags).await?;
        let theirs = both.seen();
        let ds = both.ds(flags).await?;
        let ours = both.seen();
        let what = format!("{flags:?}: {theirs:?} {kubectl:?} and {ours:?} {ds:?}");
        let (Some(first), Some(own)) = (theirs.last(), ours.first()) else {
            anyhow::bail!("nothing was sent: {what}");
        };
        ensure!(first.0 == at && own.0 == at, "another server: {what}");
        ensure!(essence(&first.1) == essence(&own.1), "{what}");
        ensure!(essence(&own.1).iter().any(|line| line.starts_with(with)), "{what}");
    }
    Ok(())
}

/// Our name and version, then system and machine as kubectl writes them.
#[tokio::test]
async fn the_user_agent_has_kubectls_shape() -> Result<()> {
    let Some(both) = Both::new().await? else { return Ok(()) };
    let agent = |seen: Vec<(&'static str, String)>| {
        let head = seen.into_iter().next_back()?.1;
        let line = head.lines().find_map(|line| line.strip_prefix("user-agent: "))?;
        Some(line.split(' ').map(str::to_owned).collect::<Vec<_>>())
    };
    both.kubectl(&[]).await?;
    let theirs = agent(both.seen()).context("kubectl's")?;
    both.ds(&[]).await?;
    let ours = agent(both.seen()).context("ours")?;
    ensure!(
        theirs[0].starts_with("kubectl/v") && theirs[1] == ours[1],
        "{theirs:?} and {ours:?}"
    );
    ensure!(
        ours[0] == concat!("kubectl-ds/v", env!("CARGO_PKG_VERSION")),
        "{ours:?}"
    );
    Ok(())
}

#[tokio::test]
async fn what_does_not_connect_does_not_with_kubectl_either() -> Result<()> {
    let Some(both) = Both::new().await? else { return Ok(()) };
    let silent = TcpListener::bind("127.0.0.1:0").await?;
    let mute = format!("--server=http://{}", silent.local_addr()?);
    let rows: [&[&str]; 8] = [
        &["--cluster=bare"],
        &["--cluster=named"],
        &["--cluster=named", "--tls-server-name=no.test"],
        &["--context=none"],
        &["--cluster=none"],
        &["--user=none"],
        &["--token=a", "--username=u", "--password=p"],
        &["--request-timeout=1s", &mute],
    ];
    for flags in rows {
        let (kubectl, ds) = (both.kubectl(flags).await?, both.ds(flags).await?);
        ensure!(kubectl.code == 1 && ds.code == 1, "{flags:?}: {kubectl:?} and {ds:?}");
        ensure!(both.seen().is_empty(), "{flags:?}: something was sent");
        // A configuration that cannot be read at all would prove nothing.
        ensure!(!ds.stderr.contains("loading config file"), "{ds:?}");
    }
    Ok(())
}

#[tokio::test]
async fn a_proxy_is_asked_for_the_server_as_kubectl_asks_it() -> Result<()> {
    let Some(both) = Both::new().await? else { return Ok(()) };
    let proxy = TcpListener::bind("127.0.0.1:0").await?;
    let flag = format!("--proxy-url=http://u:p%40ss@{}", proxy.local_addr()?);
    let mut asked = Vec::new();
    for own in [false, true] {
        let taken = async {
            let (mut socket, _) = proxy.accept().await?;
            let mut buffer = vec![0; 4096];
            let length = socket.read(&mut buffer).await?;
            let head = String::from_utf8_lossy(&buffer[..length]).to_lowercase();
            let wanted = |line: &&str| line.starts_with("connect ") || line.starts_with("proxy-authorization");
            Ok::<BTreeSet<String>, anyhow::Error>(head.lines().filter(wanted).map(str::to_owned).collect())
        };
        let flags = [flag.as_str(), "--request-timeout=20s"];
        let ran = async {
            if own {
                both.ds(&flags).await
            } else {
                both.kubectl(&flags).await
            }
        };
        tokio::select! {
            lines = taken => asked.push(lines?),
            ran = ran => anyhow::bail!("ended without the proxy: {ran:?}"),
        }
    }
    ensure!(asked[0] == asked[1] && asked[0].len() == 2, "{asked:?}");
    Ok(())
}

/// A flag that a new kubectl has, and we have not, is noticed here.
#[tokio::test]
async fn every_flag_of_kubectl_options_is_one_of_ours() -> Result<()> {
    let Some(both) = Both::new().await? else { return Ok(()) };
    let listed = both
        .run(both.place.cluster().kubectl(), &["options"], &[])
        .await?
        .stdout;
    let theirs: BTreeSet<&str> = listed
        .lines()
        .filter(|line| line.trim_start().starts_with('-'))
        .filter_map(|line| line.split_once("--")?.1.split('=').next())
        .collect();
    ensure!(theirs.len() > 25 && theirs.contains("namespace"), "{listed}");
    let tree = cli::tree("kubectl ds");
    let ours: BTreeSet<&str> = tree
        .get_arguments()
        .filter(|argument| argument.is_global_set())
        .filter_map(|argument| argument.get_long())
        .collect();
    let missing: Vec<_> = theirs.difference(&ours).collect();
    ensure!(missing.is_empty(), "{missing:?}");
    Ok(())
}

#[tokio::test]
async fn no_level_of_detail_shows_a_credential() -> Result<()> {
    let Some(both) = Both::new().await? else { return Ok(()) };
    for level in ["1", "6", "7", "8", "9", "10"] {
        let level = format!("-v={level}");
        for flags in [
            &["--token=hunter2", level.as_str()][..],
            &["--user=c", "--username=hunter1", "--password=hunter2", level.as_str()],
        ] {
            let ran = both.ds(flags).await?;
            let text = format!("{}{}", ran.stdout, ran.stderr);
            // The password in base64, with the name before it, would begin so.
            ensure!(
                !text.contains("hunter2") && !text.contains("aHVudGVy"),
                "{level}: {text}"
            );
            ensure!(
                ran.stderr.contains("/version 200 OK in ") == (level != "-v=1"),
                "{text}"
            );
            let seven = !matches!(level.as_str(), "-v=1" | "-v=6");
            ensure!(ran.stderr.contains("authorization: <masked>") == seven, "{text}");
        }
    }
    Ok(())
}
