//! A node before it registers: the labels, taints and resources that a test chooses, and the object made of them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::servers::ALIVE;

/// What a new node is to be like. Its name is set; the rest may be changed.
#[derive(Clone, Debug)]
pub struct NodeSpec {
    /// The name.
    pub name: String,
    /// Labels beside those that every node has.
    pub labels: BTreeMap<String, String>,
    /// Taints as `(key, value, effect)`.
    pub taints: Vec<(String, String, String)>,
    /// Allocatable resources and capacity.
    pub allocatable: BTreeMap<String, String>,
    /// Cordoned from the beginning.
    pub unschedulable: bool,
}

impl NodeSpec {
    /// As a node is without further wishes.
    pub fn new(name: String) -> Self {
        let resources = [
            ("cpu", "4"),
            ("memory", "16Gi"),
            ("ephemeral-storage", "100Gi"),
            ("pods", "110"),
        ];
        let allocatable = resources
            .map(|(name, amount)| (name.to_owned(), amount.to_owned()))
            .into();
        Self {
            name,
            labels: BTreeMap::new(),
            taints: Vec::new(),
            allocatable,
            unschedulable: false,
        }
    }

    /// Adds a label.
    pub fn label(&mut self, key: &str, value: &str) {
        self.labels.insert(key.into(), value.into());
    }

    /// Adds a taint.
    pub fn taint(&mut self, key: &str, value: &str, effect: &str) {
        self.taints.push((key.into(), value.into(), effect.into()));
    }

    /// The object that registers it; the number makes its addresses.
    pub fn object(&self, number: u32) -> Value {
        let mut labels = json!({
            ALIVE: "true", "kubernetes.io/hostname": self.name, "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64",
        });
        for (key, value) in &self.labels {
            labels[key] = json!(value);
        }
        let taint =
            |(key, value, effect): &(String, String, String)| json!({"key": key, "value": value, "effect": effect});
        let [_, high, middle, low] = number.to_be_bytes();
        let mut node = json!({
            "apiVersion": "v1", "kind": "Node",
            "metadata": {"name": self.name, "labels": labels},
            "spec": {
                "podCIDR": format!("10.{middle}.{low}.0/24"),
                "taints": self.taints.iter().map(taint).collect::<Vec<_>>(),
            },
            "status": {
                "addresses": [
                    {"type": "InternalIP", "address": format!("172.{}.{middle}.{low}", 16 + high % 16)},
                    {"type": "Hostname", "address": self.name},
                ],
                "allocatable": self.allocatable, "capacity": self.allocatable,
                "nodeInfo": {
                    "architecture": "amd64", "operatingSystem": "linux", "osImage": "Test Linux 1", "kernelVersion": "6.12.0",
                    "containerRuntimeVersion": "containerd://2.1.0", "kubeletVersion": "v1.37.2", "kubeProxyVersion": "",
                    "bootID": "", "machineID": "", "systemUUID": "",
                },
            },
        });
        if self.unschedulable {
            node["spec"]["unschedulable"] = json!(true);
        }
        node
    }
}
