//! The file that a DaemonSet can be re-created from: written whole or not at all, never over another one, and on the disk
//! before anything is deleted. What stands in it is `domain::backup`'s.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::manifest;
use crate::{
    domain::{backup, daemonset::DaemonSet, json, manager::Manager, manager::managers},
    error::Failure,
    render::{clean::clean_line, yaml::yaml},
};

/// The line of the head that names the uid.
const UID: &str = "# uid: ";

/// A backup that was read.
#[derive(Debug)]
pub struct Saved {
    /// The uid of the DaemonSet that it was made of; empty where it does not say.
    pub uid: String,
    /// The manifest.
    pub set: DaemonSet,
}

/// Where the backup of a DaemonSet goes without `--backup`.
pub fn default_path(name: &str) -> PathBuf {
    PathBuf::from(format!("{name}.daemonset.yaml"))
}

/// Reads a backup of this DaemonSet, if the file is one.
pub fn read(path: &Path, namespace: &str, name: &str) -> Option<Saved> {
    let text = fs::read_to_string(path).ok()?;
    let objects = manifest::read(&[path.to_str()?.to_owned()], false).ok()?;
    let [object] = <[Value; 1]>::try_from(objects).ok()?;
    let set = DaemonSet::new(object);
    let kind = json::text(set.object(), &["kind"]) == "DaemonSet";
    let uid = text.lines().find_map(|line| line.strip_prefix(UID)).unwrap_or_default();
    (kind && set.name() == name && set.namespace() == namespace).then(|| Saved {
        uid: uid.to_owned(),
        set,
    })
}

/// Whether a backup of `set` can go to `path`: nothing is there, or it holds just this backup already, as after a run that
/// was interrupted.
///
/// # Errors
/// Another file is there, or there is no such folder.
pub fn check(path: &Path, set: &DaemonSet) -> Result<bool> {
    let folder = folder(path);
    if !folder.is_dir() {
        return Err(Failure::error(format!("the path \"{}\" does not exist", folder.display())).into());
    }
    if fs::symlink_metadata(path).is_err() {
        return Ok(false);
    }
    match read(path, set.namespace(), set.name()) {
        Some(saved) if saved.uid == set.uid() && saved.set.object() == &backup::manifest(set) => Ok(true),
        _ => {
            let words = format!(
                "{} is there already and is not a backup of {} as it is now: it is not overwritten; name another file \
                 with --backup",
                path.display(),
                set.qualified_name()
            );
            Err(Failure::error(words).into())
        }
    }
}

/// Writes the backup, reads it back, and returns when file and folder are on the disk. Only the user may read it: a
/// template can hold secrets.
///
/// # Errors
/// Another file is there, what the disk says, or a manifest that would not read back as it is. There is then no file.
pub fn write(path: &Path, set: &DaemonSet) -> Result<()> {
    let doing = || format!("writing the backup {}", path.display());
    if check(path, set)? {
        File::open(path).and_then(|file| file.sync_all()).with_context(doing)?;
        return sync(folder(path)).with_context(doing);
    }
    let text = text(set);
    let read_back: Option<Value> = serde_yaml::from_str(&text).ok();
    if read_back.as_ref() != Some(&backup::manifest(set)) {
        return Err(Failure::error("the backup would not read back as it is; nothing was deleted").into());
    }
    // Under a name of its own until it is complete; created for the user alone.
    let mut file = tempfile::NamedTempFile::new_in(folder(path)).with_context(doing)?;
    file.write_all(text.as_bytes()).with_context(doing)?;
    file.as_file().sync_all().with_context(doing)?;
    file.persist_noclobber(path)
        .map_err(|error| error.error)
        .with_context(doing)?;
    sync(folder(path)).with_context(doing)
}

fn text(set: &DaemonSet) -> String {
    let (name, namespace) = (set.qualified_name(), set.namespace());
    let mut head = format!(
        "# {name} of namespace {namespace}, as it was before it was deleted.\n{UID}{}\n",
        set.uid()
    );
    for manager in managers(set) {
        if let Manager::Owner { kind, name } = manager {
            let owner = format!("{kind}/{name}");
            head += &format!(
                "# Its owner, not named below since it may be gone by then: {}\n",
                clean_line(&owner)
            );
        }
    }
    head += "# To have it back, with its pods adopted as they are: kubectl create -f THIS_FILE\n";
    head + &yaml(&backup::manifest(set))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// A name in a folder is on the disk only when the folder is; where folders cannot be opened as files (Windows) there is
/// no such step.
fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn set(uid: &str, image: &str) -> DaemonSet {
        DaemonSet::new(json!({
            "metadata": {"name": "agent", "namespace": "ops", "uid": uid, "resourceVersion": "7",
                "ownerReferences": [{"kind": "Agent", "name": "main\n# x"}],
                "annotations": {"deprecated.daemonset.template.generation": "3"}},
            "spec": {"template": {"spec": {"containers": [{"name": "main", "image": image, "args": ["no", "1e3", "a\nb"]}]}}},
            "status": {"numberReady": 3}}))
    }

    #[test]
    fn it_is_complete_private_and_read_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("agent.daemonset.yaml");
        let set = set("u1", "a:1");
        assert!(!check(&path, &set).expect("free"));
        write(&path, &set).expect("written");
        let saved = read(&path, "ops", "agent").expect("a backup");
        assert_eq!(saved.uid, "u1");
        assert_eq!(saved.set.object(), &backup::manifest(&set));
        assert_eq!(
            saved.set.annotation("deprecated.daemonset.template.generation"),
            Some("3"),
            "D-25"
        );
        assert!(read(&path, "other", "agent").is_none() && read(&path, "ops", "other").is_none());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(&path).expect("metadata").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        assert_eq!(
            fs::read_dir(folder.path()).expect("a list").count(),
            1,
            "nothing else is left"
        );
    }

    #[test]
    fn another_file_is_never_overwritten_and_the_same_backup_is_used() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("f.yaml");
        write(&path, &set("u1", "a:1")).expect("written");
        write(&path, &set("u1", "a:1")).expect("the same one is there: an interrupted run goes on");
        let before = fs::read(&path).expect("readable");
        for other in [set("u2", "a:1"), set("u1", "a:2")] {
            let error = write(&path, &other).expect_err("another DaemonSet");
            assert!(error.to_string().contains("not overwritten"), "{error}");
        }
        assert_eq!(fs::read(&path).expect("readable"), before);
        let nowhere = write(&folder.path().join("none/f.yaml"), &set("u1", "a:1")).expect_err("no such folder");
        assert!(nowhere.to_string().contains("does not exist"), "{nowhere}");
    }

    /// Nor is what a link leads to, whether that is there or not.
    #[cfg(unix)]
    #[test]
    fn no_link_is_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("precious"), "precious").expect("written");
        for target in ["precious", "not-there"] {
            let link = folder.path().join(format!("link-to-{target}"));
            std::os::unix::fs::symlink(folder.path().join(target), &link).expect("a link");
            write(&link, &set("u1", "a:1")).expect_err("a link is there");
        }
        assert_eq!(
            fs::read_to_string(folder.path().join("precious")).expect("kept"),
            "precious"
        );
        assert!(!folder.path().join("not-there").exists());
    }
}
