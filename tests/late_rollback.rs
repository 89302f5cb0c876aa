//! A rollback that falls into an outage: it is made as soon as the server is there again, and if that is never, it is said
//! that it was not made.

use std::{
    fs,
    io::Write,
    sync::{Arc, Mutex},
    time::Duration,
};

use anyhow::{Context as _, Result, bail, ensure};
use kubectl_ds::{
    cli::{self, Verb},
    command::{
        context::{Context, Output},
        set_image,
    },
    domain::target::Spelling,
    error::Exit,
};
use serde_json::json;

use crate::{
    cluster::eventually,
    gate::Gate,
    side_by_side::{Place, binary, manifest},
};

const GOOD: &str = "registry.test/agent:1";
const BAD: &str = "registry.test/agent:never-ready";
const SOON: Duration = Duration::from_secs(30);

async fn place(prefix: &str) -> Result<Option<(Place, Gate)>> {
    let Some(place) = Place::new(prefix).await? else {
        return Ok(None);
    };
    place.send("create", &manifest("agent", GOOD, &json!({})))?;
    place.rolled_out("agent")?;
    let gate = Gate::new(&place).await?;
    Ok(Some((place, gate)))
}

fn image(place: &Place) -> Result<String> {
    let object = place.object("ds/agent")?;
    let image = object["spec"]["template"]["spec"]["containers"][0]["image"].as_str();
    Ok(image.context("no image")?.to_owned())
}

/// Waits until the change is on the server, which the program then no longer reaches.
async fn cut_off(place: &Place, gate: &mut Gate) -> Result<()> {
    let ask = || async { image(place) };
    eventually("the bad image", SOON, ask, |image| image == BAD).await?;
    gate.close().await;
    Ok(())
}

#[tokio::test]
async fn an_outage_over_the_deadline_only_delays_a_rollback() -> Result<()> {
    let Some((place, mut gate)) = place("late").await? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let config = gate.kubeconfig(folder.path(), None)?;
    let (out, err) = (folder.path().join("out"), folder.path().join("err"));
    let image_flag = format!("main={BAD}");
    let arguments = [
        "set-image",
        "agent",
        &image_flag,
        "--rollback-on-failure",
        "--timeout=3s",
    ];
    let mut command = place.command(&binary(), &arguments);
    command.env("KUBECONFIG", config);
    command.stdout(fs::File::create(&out)?).stderr(fs::File::create(&err)?);
    let mut child = command.spawn()?;
    cut_off(&place, &mut gate).await?;
    let told = || async { Ok(fs::read_to_string(&err)?) };
    eventually("the deadline passes and a try fails", SOON, told, |text| {
        text.contains("trying again for 300 s")
    })
    .await?;
    ensure!(
        child.try_wait()?.is_none() && image(&place)? == BAD,
        "nothing can have been done"
    );
    gate.open().await?;
    let status = tokio::task::spawn_blocking(move || child.wait());
    let status = tokio::time::timeout(SOON, status).await.context("still running")???;
    let (out, err) = (fs::read_to_string(&out)?, fs::read_to_string(&err)?);
    ensure!(status.code() == Some(4) && image(&place)? == GOOD, "{status} {err}");
    ensure!(out.ends_with("daemonset.apps/agent rolled back\n"), "{out}");
    let events = [
        "error: timed out waiting for the condition\n",
        "agent: the rollout has not finished; going back to the template from before:\n",
        "was refused - did you specify the right host or port?\ntrying again for 300 s\n",
    ];
    let places: Vec<_> = events.iter().map(|event| err.find(event)).collect();
    ensure!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "each in its turn: {err}"
    );
    ensure!(!err.contains("NOT rolled back"), "{err}");
    Ok(())
}

/// What a program writes, to be read meanwhile.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    fn text(&self) -> String {
        let bytes = self.0.lock().map(|bytes| bytes.clone()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0
            .lock()
            .map_err(|_| std::io::Error::other("poisoned"))?
            .extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The verb runs in this process, so that its five minutes of patience can pass at once.
#[tokio::test]
async fn a_server_that_stays_away_leaves_a_line_to_paste() -> Result<()> {
    let Some((place, mut gate)) = place("away").await? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let config = gate.kubeconfig(folder.path(), None)?;
    let line = format!(
        "kubectl-ds set-image agent main={BAD} --rollback-on-failure --timeout=3s --context kubectl-ds -n {} --kubeconfig {}",
        place.namespace(),
        config.display()
    );
    let line: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let Ok(cli) = cli::parse("kubectl ds", &line) else {
        bail!("{line:?} cannot be read")
    };
    let Verb::SetImage(arguments) = cli.verb else {
        bail!("another verb")
    };
    let (out, err) = (Kept::default(), Kept::default());
    let mut context = Context::new(
        cli.global.connect_options(),
        "kubectl ds".to_owned(),
        Spelling::Own,
        Output::new(Box::new(out.clone())),
        Output::new(Box::new(err.clone())),
    );
    let outage = async {
        cut_off(&place, &mut gate).await?;
        let told = || async { Ok(err.text()) };
        eventually("the deadline passes and a try fails", SOON, told, |text| {
            text.contains("trying again for 300 s")
        })
        .await?;
        tokio::time::pause();
        std::future::pending::<Result<()>>().await
    };
    let exit = tokio::select! {
        exit = set_image::run(arguments, &mut context) => exit?,
        ended = outage => return ended,
    };
    let (out, err) = (out.text(), err.text());
    ensure!(
        exit == Exit::Error && !out.contains("rolled back"),
        "{exit:?} {out} {err}"
    );
    let Some((_, last)) = err.trim_end().rsplit_once('\n') else {
        bail!("no lines: {err}")
    };
    let undo = last
        .strip_prefix("agent: NOT rolled back: 'kubectl ds ")
        .and_then(|rest| rest.strip_suffix("' goes back"))
        .with_context(|| err.clone())?;
    ensure!(image(&place)? == BAD);
    let words: Vec<_> = undo.split(' ').collect();
    let pasted = std::process::Command::new(binary())
        .args(words)
        .env("KUBECONFIG", place.cluster().kubeconfig())
        .output()?;
    ensure!(pasted.status.success() && image(&place)? == GOOD, "{undo}: {pasted:?}");
    Ok(())
}
