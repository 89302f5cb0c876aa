//! Where the control plane's binaries are: the ignored folder keyed by version, or a folder that the user names.
//! How they are made is `build`'s part.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// A Go module of `modules/` and the commands that are built from it.
pub struct Module {
    /// Its folder under `modules/`.
    pub folder: &'static str,
    /// The module that its go.mod pins; the version is read there.
    path: &'static str,
    /// Name of the binary and Go package.
    pub commands: &'static [(&'static str, &'static str)],
    /// Link-time variables that carry the version.
    pub version_variables: &'static [&'static str],
}

/// Quick ones first, so that a broken set-up is seen early.
pub const MODULES: [Module; 3] = [
    Module {
        folder: "etcd",
        path: "go.etcd.io/etcd/server/v3",
        commands: &[("etcd", "go.etcd.io/etcd/server/v3")],
        version_variables: &[],
    },
    Module {
        folder: "kwok",
        path: "sigs.k8s.io/kwok",
        commands: &[("kwok", "sigs.k8s.io/kwok/cmd/kwok")],
        version_variables: &[],
    },
    Module {
        folder: "kubernetes",
        path: "k8s.io/kubernetes",
        commands: &[
            ("kubectl", "k8s.io/kubernetes/cmd/kubectl"),
            ("kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver"),
            (
                "kube-controller-manager",
                "k8s.io/kubernetes/cmd/kube-controller-manager",
            ),
            ("kube-scheduler", "k8s.io/kubernetes/cmd/kube-scheduler"),
        ],
        version_variables: &[
            "k8s.io/component-base/version.gitVersion",
            "k8s.io/client-go/pkg/version.gitVersion",
        ],
    },
];

/// What installs the plugin in a test; no part of the control plane.
pub const KREW: [Module; 1] = [Module {
    folder: "krew",
    path: "sigs.k8s.io/krew",
    commands: &[
        ("krew", "sigs.k8s.io/krew/cmd/krew"),
        ("validate-krew-manifest", "sigs.k8s.io/krew/cmd/validate-krew-manifest"),
    ],
    version_variables: &[],
}];

impl Module {
    /// The folder of its go.mod.
    pub fn source(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/cluster/modules")
            .join(self.folder)
    }

    /// The version that its go.mod requires, such as `v1.37.2`.
    pub fn version(&self) -> Result<String> {
        let file = self.source().join("go.mod");
        let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let version = text.lines().find_map(|line| {
            let rest = line.trim().trim_start_matches("require ").strip_prefix(self.path)?;
            rest.split_whitespace().next().filter(|word| word.starts_with('v'))
        });
        Ok(version
            .with_context(|| format!("{} does not require {}", file.display(), self.path))?
            .to_owned())
    }

    /// Where its binaries are kept.
    pub fn destination(&self, root: &Path) -> Result<PathBuf> {
        Ok(root.join(format!("{}-{}", self.folder, self.version()?)))
    }
}

/// The folder that holds all versions: `.control-plane` of the repository, or `$KUBECTL_DS_CONTROL_PLANE`.
pub fn root() -> PathBuf {
    match std::env::var_os("KUBECTL_DS_CONTROL_PLANE") {
        Some(folder) if !folder.is_empty() => folder.into(),
        _ => Path::new(env!("CARGO_MANIFEST_DIR")).join(".control-plane"),
    }
}

/// The binaries of one version, all present.
#[derive(Clone)]
pub struct Binaries(Vec<(&'static str, PathBuf)>);

impl Binaries {
    /// Those of `$KUBEBUILDER_ASSETS` where that is set, else our own, built now if they are missing.
    pub fn get() -> Result<Self> {
        if let Some(folder) = std::env::var_os("KUBEBUILDER_ASSETS").filter(|folder| !folder.is_empty()) {
            return Self::in_assets(Path::new(&folder));
        }
        Self::built(&MODULES)
    }

    /// krew's commands, built now if they are missing.
    pub fn krew() -> Result<Self> {
        Self::built(&KREW)
    }

    fn built(modules: &'static [Module]) -> Result<Self> {
        super::build::missing(&root(), modules)?;
        let mut found = Vec::new();
        for module in modules {
            let folder = module.destination(&root())?;
            found.extend(module.commands.iter().map(|(name, _)| (*name, folder.join(name))));
        }
        Ok(Self(found))
    }

    fn in_assets(folder: &Path) -> Result<Self> {
        let names = MODULES.iter().flat_map(|module| module.commands).map(|(name, _)| *name);
        let found: Vec<_> = names.map(|name| (name, folder.join(name))).collect();
        let missing: Vec<_> = found
            .iter()
            .filter(|(_, path)| !path.is_file())
            .map(|(name, _)| *name)
            .collect();
        if !missing.is_empty() {
            bail!("KUBEBUILDER_ASSETS={} lacks {}", folder.display(), missing.join(", "));
        }
        Ok(Self(found))
    }

    /// The path of one binary.
    pub fn path(&self, name: &str) -> &Path {
        let found = self.0.iter().find(|(known, _)| *known == name);
        &found.unwrap_or_else(|| panic!("no binary is called {name}")).1
    }
}
