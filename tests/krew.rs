//! krew: the manifest by krew's own rules, the archive that the release script makes, and both installed by the real krew.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::{
    cluster::{
        Binaries,
        binaries::KREW,
        build::{NO_GO, has_go, nothing_missing, say},
    },
    side_by_side::{Place, binary, manifest},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn run(command: &mut Command) -> Result<String> {
    let Output { status, stdout, stderr } = command.output().with_context(|| format!("{command:?}"))?;
    let (stdout, stderr) = (String::from_utf8(stdout)?, String::from_utf8(stderr)?);
    ensure!(status.success(), "{command:?}: {stdout}{stderr}");
    Ok(stdout)
}

fn read(file: &Path) -> Result<Value> {
    Ok(serde_yaml::from_str(&fs::read_to_string(file)?)?)
}

fn text<'a>(value: &'a Value, pointer: &str) -> Result<&'a str> {
    value
        .pointer(pointer)
        .and_then(Value::as_str)
        .with_context(|| format!("no {pointer}"))
}

/// `linux-amd64` and so on.
fn platform(entry: &Value) -> Result<String> {
    let label = |name: &str| text(entry, &format!("/selector/matchLabels/{name}"));
    Ok(format!("{}-{}", label("os")?, label("arch")?))
}

#[test]
fn the_manifest_agrees_with_everything_else() -> Result<()> {
    let manifest = read(&root().join("krew-manifest.yaml"))?;
    let version = concat!("v", env!("CARGO_PKG_VERSION"));
    ensure!(
        text(&manifest, "/spec/version")? == version,
        "the version is that of Cargo.toml"
    );
    let changes = fs::read_to_string(root().join("CHANGELOG.md"))?;
    ensure!(changes.contains(&version[1..]), "CHANGELOG.md knows {version}");
    ensure!(
        text(&manifest, "/spec/shortDescription")?.len() <= 50,
        "reviewers ask for that (anchors 4.2)"
    );
    ensure!(
        text(&manifest, "/spec/description")?
            .lines()
            .all(|line| line.len() <= 80)
    );
    ensure!(root().join("LICENSE").is_file(), "krew knows no other name");
    let homepage = text(&manifest, "/spec/homepage")?;
    let mut platforms = BTreeSet::new();
    for entry in manifest["spec"]["platforms"].as_array().context("no platforms")? {
        let platform = platform(entry)?;
        let archive = format!("{homepage}/releases/download/{version}/kubectl-ds-{platform}.tar.gz");
        ensure!(text(entry, "/uri")? == archive, "{archive}");
        let suffix = if platform.starts_with("windows") { ".exe" } else { "" };
        ensure!(text(entry, "/bin")? == format!("kubectl-ds{suffix}"));
        platforms.insert(platform);
    }
    // The same platforms are built.
    let workflow = read(&root().join(".github/workflows/release.yaml"))?;
    let built = workflow
        .pointer("/jobs/build/strategy/matrix/include")
        .and_then(Value::as_array);
    let named = |target: &str| {
        let arch = if target.starts_with("aarch64") {
            "arm64"
        } else {
            "amd64"
        };
        let os = ["linux", "darwin", "windows"]
            .into_iter()
            .find(|os| target.contains(os));
        format!("{}-{arch}", os.unwrap_or("?"))
    };
    let built = built
        .context("no matrix")?
        .iter()
        .map(|entry| Ok(named(text(entry, "/target")?)));
    ensure!(built.collect::<Result<BTreeSet<_>>>()? == platforms, "{platforms:?}");
    Ok(())
}

/// Runs the release script on the program under test, as the plugin `name`.
fn release(name: &str, dist: &Path) -> Result<(PathBuf, PathBuf)> {
    run(Command::new(root().join("release/build.sh"))
        .env("DIST", dist)
        .env("BINARY", binary())
        .env("PLUGIN", name)
        .env_remove("GITHUB_REPOSITORY"))?;
    let archives = fs::read_dir(dist)?.filter_map(|entry| Some(entry.ok()?.path()));
    let archive = archives
        .into_iter()
        .find(|file| file.extension().is_some_and(|extension| extension == "gz"));
    // krew's check wants the file to be called as the plugin.
    let manifest = dist.join(format!("{name}.yaml"));
    fs::copy(dist.join("krew-manifest.yaml"), &manifest)?;
    Ok((manifest, archive.context("no archive")?))
}

#[tokio::test]
async fn krew_accepts_installs_and_kubectl_runs_it() -> Result<()> {
    if !has_go() && !nothing_missing(&KREW) {
        ensure!(std::env::var_os("CI").is_none(), NO_GO);
        say(&format!("\n*** SKIPPED krew: {NO_GO} ***"));
        return Ok(());
    }
    let Some(place) = Place::new("krew").await? else {
        return Ok(());
    };
    place.send("apply", &self::manifest("agent", "registry.test/agent:1", &json!({})))?;
    let krew = Binaries::krew()?;
    for (name, words) in [("ds", "kubectl ds"), ("daemonset-rollout", "kubectl daemonset-rollout")] {
        let folder = tempfile::tempdir()?;
        let (manifest, archive) = release(name, &folder.path().join("dist"))?;
        let checksum = fs::read_to_string(archive.with_extension("gz.sha256"))?;
        let checksum = checksum.split(' ').next().unwrap_or_default();
        let platforms = read(&manifest)?;
        let filled = platforms["spec"]["platforms"].as_array().into_iter().flatten();
        let filled: Vec<_> = filled.filter(|entry| entry["sha256"] == checksum).collect();
        ensure!(filled.len() == 1, "one archive, one checksum: {platforms}");
        run(Command::new(krew.path("validate-krew-manifest"))
            .args(["-skip-install", "-manifest"])
            .arg(&manifest))?;

        let krew_root = folder.path().join("krew");
        let mut install = Command::new(krew.path("krew"));
        install
            .arg("install")
            .arg(format!("--manifest={}", manifest.display()))
            .arg(format!("--archive={}", archive.display()))
            .env("KREW_ROOT", &krew_root)
            .env("KREW_NO_UPGRADE_CHECK", "1");
        run(&mut install)?;
        let mut stored = BTreeSet::new();
        for entry in fs::read_dir(krew_root.join(format!("store/{name}/v{}", env!("CARGO_PKG_VERSION"))))? {
            stored.insert(entry?.file_name().to_string_lossy().into_owned());
        }
        ensure!(
            stored == ["LICENSE", "completions", "kubectl-ds"].map(str::to_owned).into(),
            "{stored:?}"
        );

        let bin = krew_root.join("bin");
        symlink(place.cluster().kubectl(), bin.join("kubectl"))?;
        let mut path = bin.as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let config = place.cluster().kubeconfig();
        let kubectl = |arguments: &[&str]| {
            run(Command::new(bin.join("kubectl"))
                .args(arguments)
                .env("PATH", &path)
                .env("KUBECONFIG", config))
        };
        let version = kubectl(&[name, "version", "--client"])?;
        ensure!(
            version.starts_with(concat!(
                "Client Version: v",
                env!("CARGO_PKG_VERSION"),
                "\nClient Path: /"
            )),
            "R04: {version}"
        );
        let status = kubectl(&[
            name,
            "rollout",
            "status",
            "ds/agent",
            "-n",
            place.namespace(),
            "--timeout=120s",
        ])?;
        ensure!(status.ends_with("successfully rolled out\n"), "{status}");
        ensure!(kubectl(&[name, "--help"])?.contains(&format!("Usage: {words} ")));

        // Completion, by the very line of the manifest's caveats.
        let caveats = text(&platforms, "/spec/caveats")?.to_owned();
        let line = caveats
            .lines()
            .find(|line| line.contains("ln -s"))
            .context("no ln -s")?;
        run(Command::new("sh").args(["-c", line]).env("KREW_ROOT", &krew_root))?;
        let ask = || kubectl(&["__complete", name, "status", "-n", place.namespace(), ""]);
        // On a busy machine a second may be too short for an answer.
        let offered = (0..10)
            .map(|_| ask())
            .find(|printed| printed.as_ref().is_ok_and(|it| it == "agent\n:4\n"));
        ensure!(offered.is_some(), "{:?}", ask());
    }
    Ok(())
}
