//! Who may talk to the cluster: an administrator and three users without any rights, each with a token and a kubeconfig
//! of their own.

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

use anyhow::Result;

/// The users; a test gives rights to the restricted ones by RBAC objects as it likes.
pub const USERS: [(&str, &str); 4] = [
    ("admin", "system:masters"),
    ("restricted-1", ""),
    ("restricted-2", ""),
    ("restricted-3", ""),
];

/// The kubeconfig of a user.
pub fn kubeconfig(folder: &Path, user: &str) -> PathBuf {
    if user == "admin" {
        folder.join("kubeconfig")
    } else {
        folder.join(format!("{user}.kubeconfig"))
    }
}

/// Writes the token file and the kubeconfigs.
pub fn write(folder: &Path, server: &str) -> Result<()> {
    let mut tokens = String::new();
    for (user, group) in USERS {
        let token: String = (0..4)
            .map(|_| format!("{:016x}", RandomState::new().hash_one(user)))
            .collect();
        tokens += &format!("{token},{user},{user},\"{group}\"\n");
        let config = serde_json::json!({
            "apiVersion": "v1", "kind": "Config", "current-context": "kubectl-ds",
            "clusters": [{"name": "kubectl-ds", "cluster": {
                "server": server, "certificate-authority": folder.join("certs/apiserver.crt"),
            }}],
            "users": [{"name": user, "user": {"token": token}}],
            "contexts": [{"name": "kubectl-ds", "context": {"cluster": "kubectl-ds", "user": user}}],
        });
        std::fs::write(kubeconfig(folder, user), serde_json::to_vec_pretty(&config)?)?;
    }
    std::fs::write(folder.join("tokens.csv"), tokens)?;
    Ok(())
}

/// The token of a user.
pub fn token(folder: &Path, user: &str) -> Option<String> {
    let tokens = std::fs::read_to_string(folder.join("tokens.csv")).ok()?;
    tokens.lines().find_map(|line| {
        let (token, rest) = line.split_once(',')?;
        (rest.split(',').next() == Some(user)).then(|| token.to_owned())
    })
}
