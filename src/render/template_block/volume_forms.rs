//! The volume types whose block is a plain list of fields, as data (semantics F-11).

/// How a field is shown.
#[derive(Debug, Clone, Copy)]
pub(super) enum Form {
    /// A string; empty where absent.
    Text,
    /// A string, or this where absent.
    TextOr(&'static str),
    /// An integer; 0 where absent.
    Int,
    /// An integer, or this where absent.
    IntOr(&'static str),
    /// A boolean; false where absent.
    Bool,
    /// Strings in brackets.
    List,
    /// Strings with commas.
    Joined,
    /// A map.
    Map,
    /// A reference to an object by name.
    Reference,
}

/// A type: its member of `volumes[]`, its description, and per line the text before the value, the member and the form.
pub(super) type Plain = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str, Form)],
);

use Form::{Bool, Int, IntOr, Joined, List, Map, Reference, Text, TextOr};

const FS: (&str, &str, Form) = ("FSType:", "fsType", Text);
const RO: (&str, &str, Form) = ("ReadOnly:", "readOnly", Bool);
const SECRET: (&str, &str, Form) = ("SecretRef:", "secretRef", Reference);
const PARTITION: (&str, &str, Form) = ("Partition:", "partition", Int);
const OPTIONAL: (&str, &str, Form) = ("Optional:", "optional", Bool);
const VOLUME_ID: (&str, &str, Form) = ("VolumeID:", "volumeID", Text);

/// The plain types.
pub(super) const PLAIN: &[Plain] = &[
    (
        "hostPath",
        "HostPath (bare host directory volume)",
        &[("Path:", "path", Text), ("HostPathType:", "type", TextOr("<none>"))],
    ),
    (
        "gcePersistentDisk",
        "GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)",
        &[("PDName:", "pdName", Text), FS, PARTITION, RO],
    ),
    (
        "awsElasticBlockStore",
        "AWSElasticBlockStore (a Persistent Disk resource in AWS)",
        &[VOLUME_ID, FS, PARTITION, RO],
    ),
    (
        "gitRepo",
        "GitRepo (a volume that is pulled from git when the pod is created)",
        &[("Repository:", "repository", Text), ("Revision:", "revision", Text)],
    ),
    (
        "secret",
        "Secret (a volume populated by a Secret)",
        &[("SecretName:", "secretName", Text), OPTIONAL],
    ),
    (
        "configMap",
        "ConfigMap (a volume populated by a ConfigMap)",
        &[("Name:", "name", Text), OPTIONAL],
    ),
    (
        "nfs",
        "NFS (an NFS mount that lasts the lifetime of a pod)",
        &[("Server:", "server", Text), ("Path:", "path", Text), RO],
    ),
    (
        "iscsi",
        "ISCSI (an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod)",
        &[
            ("TargetPortal:", "targetPortal", Text),
            ("IQN:", "iqn", Text),
            ("Lun:", "lun", Int),
            // kubectl has no colon here.
            ("ISCSIInterface", "iscsiInterface", Text),
            FS,
            RO,
            ("Portals:", "portals", List),
            ("DiscoveryCHAPAuth:", "chapAuthDiscovery", Bool),
            ("SessionCHAPAuth:", "chapAuthSession", Bool),
            SECRET,
            ("InitiatorName:", "initiatorName", TextOr("<none>")),
        ],
    ),
    (
        "glusterfs",
        "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)",
        &[("EndpointsName:", "endpoints", Text), ("Path:", "path", Text), RO],
    ),
    (
        "persistentVolumeClaim",
        "PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)",
        &[("ClaimName:", "claimName", Text), RO],
    ),
    (
        "rbd",
        "RBD (a Rados Block Device mount on the host that shares a pod's lifetime)",
        &[
            ("CephMonitors:", "monitors", List),
            ("RBDImage:", "image", Text),
            FS,
            ("RBDPool:", "pool", Text),
            ("RadosUser:", "user", Text),
            ("Keyring:", "keyring", Text),
            SECRET,
            RO,
        ],
    ),
    (
        "quobyte",
        "Quobyte (a Quobyte mount on the host that shares a pod's lifetime)",
        &[("Registry:", "registry", Text), ("Volume:", "volume", Text), RO],
    ),
    (
        "azureDisk",
        "AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)",
        &[
            ("DiskName:", "diskName", Text),
            ("DiskURI:", "diskURI", Text),
            ("Kind: ", "kind", Text),
            FS,
            ("CachingMode:", "cachingMode", Text),
            RO,
        ],
    ),
    (
        "vsphereVolume",
        "vSphereVolume (a Persistent Disk resource in vSphere)",
        &[
            ("VolumePath:", "volumePath", Text),
            FS,
            ("StoragePolicyName:", "storagePolicyName", Text),
        ],
    ),
    (
        "cinder",
        "Cinder (a Persistent Disk resource in OpenStack)",
        &[VOLUME_ID, FS, RO, SECRET],
    ),
    (
        "photonPersistentDisk",
        "PhotonPersistentDisk (a Persistent Disk resource in photon platform)",
        &[("PdID:", "pdID", Text), FS],
    ),
    (
        "portworxVolume",
        "PortworxVolume (a Portworx Volume resource)",
        &[VOLUME_ID],
    ),
    (
        "scaleIO",
        "ScaleIO (a persistent volume backed by a block device in ScaleIO)",
        &[
            ("Gateway:", "gateway", Text),
            ("System:", "system", Text),
            ("Protection Domain:", "protectionDomain", Text),
            ("Storage Pool:", "storagePool", Text),
            ("Storage Mode:", "storageMode", Text),
            ("VolumeName:", "volumeName", Text),
            FS,
            RO,
        ],
    ),
    (
        "cephfs",
        "CephFS (a CephFS mount on the host that shares a pod's lifetime)",
        &[
            ("Monitors:", "monitors", List),
            ("Path:", "path", Text),
            ("User:", "user", Text),
            ("SecretFile:", "secretFile", Text),
            SECRET,
            RO,
        ],
    ),
    (
        "storageos",
        "StorageOS (a StorageOS Persistent Disk resource)",
        &[
            ("VolumeName:", "volumeName", Text),
            ("VolumeNamespace:", "volumeNamespace", Text),
            FS,
            RO,
        ],
    ),
    (
        "fc",
        "FC (a Fibre Channel disk)",
        &[
            ("TargetWWNs:", "targetWWNs", Joined),
            ("LUN:", "lun", IntOr("<none>")),
            FS,
            RO,
        ],
    ),
    (
        "azureFile",
        "AzureFile (an Azure File Service mount on the host and bind mount to the pod)",
        &[
            ("SecretName:", "secretName", Text),
            ("ShareName:", "shareName", Text),
            RO,
        ],
    ),
    (
        "flexVolume",
        "FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)",
        &[
            ("Driver:", "driver", Text),
            FS,
            SECRET,
            RO,
            ("Options:", "options", Map),
        ],
    ),
    (
        "flocker",
        "Flocker (a Flocker volume mounted by the Flocker agent)",
        &[
            ("DatasetName:", "datasetName", Text),
            ("DatasetUUID:", "datasetUUID", Text),
        ],
    ),
    (
        "image",
        "Image (a container image or OCI artifact)",
        &[("Reference:", "reference", Text), ("PullPolicy:", "pullPolicy", Text)],
    ),
];
