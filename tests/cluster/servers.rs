//! The command line of each server. In what order they start is `start`'s part.

use std::path::Path;

use super::start::Options;

/// The controller manager runs all controllers but these: nodes get their pod CIDR from us, the bundle publisher wants a
/// certificate authority where the API server has a self-signed certificate, and the others have work with every new node
/// (the first one with all nodes) and nothing to do with DaemonSets.
const CONTROLLERS: &str = "*,-node-ipam-controller,-kube-apiserver-serving-clustertrustbundle-publisher-controller,\
    -ttl-controller,-endpoints-controller,-endpointslice-controller,-endpointslice-mirroring-controller";

/// The label of a node that answers; kwok looks after those alone.
pub const ALIVE: &str = "kubectl-ds.test/alive";

/// etcd. Nothing is synced to disk: the data does not outlive the cluster.
pub fn etcd(folder: &Path, port: u16) -> Vec<String> {
    vec![
        format!("--data-dir={}", folder.join(format!("etcd-{port}")).display()),
        format!("--listen-client-urls=http://127.0.0.1:{port}"),
        format!("--advertise-client-urls=http://127.0.0.1:{port}"),
        "--listen-peer-urls=http://127.0.0.1:0".into(),
        "--unsafe-no-fsync".into(),
        "--quota-backend-bytes=8589934592".into(),
        "--log-level=warn".into(),
    ]
}

/// The API server. It makes its own certificate, and its key signs service account tokens too.
pub fn api_server(folder: &Path, etcd_port: u16, port: u16) -> Vec<String> {
    let key = folder.join("certs/apiserver.key").display().to_string();
    vec![
        format!("--etcd-servers=http://127.0.0.1:{etcd_port}"),
        format!("--cert-dir={}", folder.join("certs").display()),
        format!("--secure-port={port}"),
        "--bind-address=127.0.0.1".into(),
        "--endpoint-reconciler-type=none".into(),
        "--service-cluster-ip-range=10.96.0.0/16".into(),
        "--service-account-issuer=https://kubernetes.default.svc".into(),
        format!("--service-account-key-file={key}"),
        format!("--service-account-signing-key-file={key}"),
        format!("--token-auth-file={}", folder.join("tokens.csv").display()),
        "--authorization-mode=RBAC".into(),
        "--disable-admission-plugins=ServiceAccount".into(),
        "--allow-privileged=true".into(),
        "--max-requests-inflight=2000".into(),
        "--max-mutating-requests-inflight=1000".into(),
    ]
}

/// The controller manager.
pub fn controller_manager(folder: &Path, options: &Options) -> Vec<String> {
    let mut arguments = client(folder);
    let off: String = options.without.iter().map(|name| format!(",-{name}")).collect();
    arguments.extend([
        format!("--controllers={CONTROLLERS}{off}"),
        format!(
            "--service-account-private-key-file={}",
            folder.join("certs/apiserver.key").display()
        ),
        format!("--root-ca-file={}", folder.join("certs/apiserver.crt").display()),
        format!("--node-monitor-grace-period={}s", options.grace()),
        "--node-monitor-period=1s".into(),
    ]);
    arguments
}

/// The scheduler.
pub fn scheduler(folder: &Path) -> Vec<String> {
    client(folder)
}

fn client(folder: &Path) -> Vec<String> {
    vec![
        format!("--kubeconfig={}", folder.join("kubeconfig").display()),
        "--leader-elect=false".into(),
        "--secure-port=0".into(),
        "--kube-api-qps=2000".into(),
        "--kube-api-burst=4000".into(),
    ]
}

/// kwok. It renews a lease four times in its duration.
pub fn kwok(folder: &Path, options: &Options) -> Vec<String> {
    vec![
        format!("--kubeconfig={}", folder.join("kubeconfig").display()),
        format!("--config={}", folder.join("stages.yaml").display()),
        format!("--manage-nodes-with-label-selector={ALIVE}=true"),
        format!("--node-lease-duration-seconds={}", options.grace()),
    ]
}
