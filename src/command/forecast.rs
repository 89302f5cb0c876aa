//! From a DaemonSet and a change of it to the plan: reads what the plan needs, has the server check the patch, and looks who
//! else is on the nodes where that decides.

use anyhow::{Result, anyhow};

use crate::{
    client::{Cluster, write::PatchOptions},
    domain::{
        daemonset::DaemonSet,
        plan::{self, Next, Plan},
        snapshot::Snapshot,
    },
};

/// How often a patch is checked anew because the object changed meanwhile.
const ATTEMPTS: usize = 5;

/// A plan with what it was made from.
pub struct Forecast {
    /// As it is.
    pub snapshot: Snapshot,
    /// As it will be: the server's own answer where it was asked.
    pub next: DaemonSet,
    /// What lies between.
    pub plan: Plan,
}

/// Foresees what `change` makes of the DaemonSet. `check` is how the server is asked; without it, it is not.
///
/// # Errors
/// What `change` says, and what the server answers but for a refusal of the patch, which is part of the plan.
pub async fn forecast(
    cluster: &Cluster,
    set: DaemonSet,
    check: Option<&PatchOptions>,
    change: impl Fn(&Snapshot) -> Result<Next>,
) -> Result<Forecast> {
    let mut snapshot = cluster.snapshot(set).await?;
    let (mut next, mut answer) = (change(&snapshot)?, None);
    for attempt in 1.. {
        answer = match (check, &next.body) {
            (Some(options), Some(body)) => Some(asked(cluster, &next.set, body, options).await?),
            _ => None,
        };
        match &answer {
            // The controller writes the status all the time.
            Some(Answer::Changed) if attempt < ATTEMPTS => {
                let now = cluster.daemonset(next.set.namespace(), next.set.name()).await?;
                snapshot = cluster.snapshot(now).await?;
                next = change(&snapshot)?;
            }
            Some(Answer::Changed) => return Err(anyhow!("the object changes all the time; try again")),
            _ => break,
        }
    }
    let refusal = match answer {
        Some(Answer::Taken(set)) => {
            next.set = *set;
            Some(None)
        }
        Some(Answer::Refused(words)) => Some(Some(words)),
        _ => None,
    };
    let mut snapshot = cluster.with_surroundings(snapshot).await?;
    let mut plan = plan::plan(&snapshot, &next.set);
    let crowded = plan::crowded(&plan, &snapshot.daemonset, &next.set);
    if !crowded.is_empty() {
        snapshot = cluster.with_neighbours(snapshot, &crowded).await?;
        plan = plan::plan(&snapshot, &next.set);
    }
    Ok(Forecast {
        plan: match refusal {
            Some(refusal) => plan.answered(refusal.as_deref()),
            None => plan,
        },
        next: next.set,
        snapshot,
    })
}

enum Answer {
    Taken(Box<DaemonSet>),
    Refused(String),
    Changed,
}

async fn asked(cluster: &Cluster, set: &DaemonSet, body: &str, options: &PatchOptions) -> Result<Answer> {
    let sent = cluster.patch_daemonset(set.namespace(), set.name(), body.to_owned(), options);
    match sent.await {
        Ok(set) => Ok(Answer::Taken(Box::new(set))),
        Err(kube::Error::Api(status)) if status.code == 409 => Ok(Answer::Changed),
        Err(kube::Error::Api(status))
            if (400..500).contains(&status.code) && !matches!(status.code, 401 | 404 | 429) =>
        {
            Ok(Answer::Refused(status.message.clone()))
        }
        // A list element without what tells it from the others: not the server's fault, whatever the code.
        Err(kube::Error::Api(status)) if status.message.contains("merge key") => {
            Ok(Answer::Refused(status.message.clone()))
        }
        Err(error) => Err(error.into()),
    }
}
