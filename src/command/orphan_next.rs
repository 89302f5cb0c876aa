//! The DaemonSet that comes next (`--next`): what it will do with the pods, the labels they need, its creation. What is
//! foreseen is `domain::adoption`'s.

use anyhow::Result;
use serde_json::Value;

use super::{
    context::Context,
    follow::{self, Followed, Unread, Until},
    manifest,
    rules::Rules,
    tell,
};
use crate::{
    client::Cluster,
    domain::{
        adoption::{Scene, forecast},
        daemonset::{DaemonSet, Strategy, TEMPLATE_GENERATION},
        json,
        leftover::Leftover,
        pod,
        relabel::{Relabel, relabel},
        revision::Revision,
        rollout::rollout,
        selector, shell, template,
    },
    error::{Exit, Failure},
    render,
};
use tokio::time::Instant;

/// A manifest of a DaemonSet, checked by the server.
pub struct Next {
    manifest: Value,
    /// With the server's defaults.
    pub set: DaemonSet,
}

impl Next {
    /// Reads the file and has the server check it; nothing is kept there.
    ///
    /// # Errors
    /// A file that is not one DaemonSet of this namespace, or what the server has against it.
    pub async fn read(file: &str, cluster: &Cluster) -> Result<Self> {
        let objects = manifest::read(&[file.to_owned()], false)?;
        manifest::names(&objects, Some(cluster.namespace()))?;
        let [manifest] = objects.as_slice() else {
            return Err(Failure::error(format!("{file} must hold one daemon set, not {}", objects.len())).into());
        };
        let set = cluster.checked(cluster.namespace(), manifest).await?;
        Ok(Self {
            manifest: manifest.clone(),
            set,
        })
    }

    /// Foresees what it will do with what `set` leaves behind; where that is gone already, or none is named, with the pods and
    /// revisions that nobody owns.
    ///
    /// # Errors
    /// As the server answers.
    pub async fn adopting(&self, set: Option<&DaemonSet>, cluster: &Cluster, context: &Context) -> Result<Vec<String>> {
        let selector = set.map_or(self.set.selector(), DaemonSet::selector);
        let matching = cluster.matching(cluster.namespace(), selector).await?;
        let left = match set {
            Some(set) => matching.owned_by_or_free(set.uid()),
            None => matching.free(),
        };
        let from = (selector, set.is_some());
        Ok(self.foresee(from, &left, false, cluster, context).await?.0)
    }

    /// The object of its name, if it is there and not on its way out, and whether it is as the file says.
    ///
    /// # Errors
    /// As the server answers, but for not found.
    pub async fn there(&self, cluster: &Cluster) -> Result<Option<(DaemonSet, bool)>> {
        let set = match cluster.daemonset(cluster.namespace(), self.set.name()).await {
            Ok(set) if !set.terminating() => set,
            Ok(_) => return Ok(None),
            Err(kube::Error::Api(status)) if status.code == 404 => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let same = template::same(set.template(), self.set.template())
            && selector::query(set.selector()) == selector::query(self.set.selector());
        Ok(Some((set, same)))
    }

    /// Foresees what it will do with `left`, which `selector` selects, and with whatever else is ownerless; `alive` while the
    /// DaemonSet of that selector is there. Returns the lines, and the labels that are to be set: with `--relabel` they
    /// count as set.
    ///
    /// # Errors
    /// As the server answers; a `--relabel` that cannot be done while the present one lives.
    pub async fn foresee(
        &self,
        (selector, alive): (&Value, bool),
        left: &Leftover,
        relabelling: bool,
        cluster: &Cluster,
        context: &Context,
    ) -> Result<(Vec<String>, Option<Relabel>)> {
        let (matching, nodes) = tokio::try_join!(
            cluster.matching(cluster.namespace(), self.set.selector()),
            cluster.nodes()
        )?;
        let labels = relabel(Some(selector).filter(|_| alive), &self.set, left);
        let mut scene = left.clone();
        if let Some(labels) = labels.as_ref().filter(|_| relabelling) {
            if !labels.early {
                let words = format!(
                    "--relabel cannot set {}: the selector of the present DaemonSet needs another value, and it would \
                     release the pods and make others",
                    labels.words()
                );
                return Err(Failure::error(words).into());
            }
            scene = labels.applied(&self.set, left);
        }
        let free = matching.free();
        let new = |pod: &&std::sync::Arc<_>| left.pods.iter().all(|known| pod::uid(known) != pod::uid(pod));
        scene.pods.extend(free.pods.iter().filter(new).cloned());
        let new = |revision: &&Revision| left.revisions.iter().all(|known| known.name() != revision.name());
        scene.revisions.extend(free.revisions.iter().filter(new).cloned());
        let annotated = match relabelling {
            true => self.sparing(&scene, context),
            false => None,
        };
        let next = annotated.as_ref().unwrap_or(self);
        let found = forecast(Scene {
            next: &next.set,
            pods: &scene.pods,
            revisions: &scene.revisions,
            nodes: nodes.as_deref(),
            now: context.now(),
        });
        let mut lines = render::adoption::forecast(&next.set, &found, nodes.is_some(), context.layout());
        if annotated.is_some() {
            let generation = next.set.annotation(TEMPLATE_GENERATION).unwrap_or_default();
            lines.push(render::adoption::spared(generation));
        }
        if let Some(labels) = labels.as_ref().filter(|_| !relabelling) {
            let flags = shell::command("-n {} -l {}", &[cluster.namespace(), &selector::query(selector)]);
            lines.extend(render::adoption::relabel(labels, &flags));
        }
        Ok((lines, labels.filter(|_| relabelling)))
    }

    /// Sets the labels on pods and revisions that lack them.
    ///
    /// # Errors
    /// As the server answers.
    pub async fn label(
        &self,
        labels: &Relabel,
        left: &Leftover,
        cluster: &Cluster,
        context: &mut Context,
    ) -> Result<()> {
        let done = cluster
            .label(cluster.namespace(), left, &self.set, &labels.labels)
            .await?;
        if done > 0 {
            let objects = render::orphan::count(done, "object");
            context.err.line(&format!("labelled {objects} with {}", labels.words()));
        }
        Ok(())
    }

    /// With the template generation that keeps those of `left` whose template differs by labels alone; `None` where there
    /// is nothing to keep by it, or the file says a generation.
    fn sparing(&self, left: &Leftover, context: &Context) -> Option<Self> {
        let path = ["metadata", "annotations", TEMPLATE_GENERATION];
        if json::at(&self.manifest, &path).is_some() {
            return None;
        }
        let found = forecast(Scene {
            next: &self.set,
            pods: &left.pods,
            revisions: &left.revisions,
            nodes: None,
            now: context.now(),
        });
        let generation = Value::from(found.sparing_generation?);
        let annotated = |object: &Value| {
            let mut object = object.clone();
            let annotations = &mut object["metadata"]["annotations"];
            annotations[TEMPLATE_GENERATION] = generation.clone();
            object
        };
        Some(Self {
            manifest: annotated(&self.manifest),
            set: DaemonSet::new(annotated(self.set.object())),
        })
    }

    /// Creates it; with `--relabel` so that what differs by labels alone is kept.
    ///
    /// # Errors
    /// As the server answers.
    pub async fn create(&self, relabelling: bool, cluster: &Cluster, context: &Context) -> Result<DaemonSet> {
        let annotated = match relabelling {
            true => {
                let matching = cluster.matching(cluster.namespace(), self.set.selector()).await?;
                self.sparing(&matching.free(), context)
            }
            false => None,
        };
        let manifest = &annotated.as_ref().unwrap_or(self).manifest;
        Ok(cluster.create_daemonset(cluster.namespace(), manifest).await?)
    }
}

/// Follows the adoption until the rollout is done. With OnDelete nothing is to be waited for: where it stands is said.
///
/// # Errors
/// What no waiting mends.
pub async fn follow(
    set: DaemonSet,
    cluster: &Cluster,
    deadline: Option<Instant>,
    context: &mut Context,
) -> Result<Exit> {
    if set.strategy() == Strategy::OnDelete {
        let observed = async {
            loop {
                let now = cluster.daemonset(set.namespace(), set.name()).await?;
                if now.observed_generation() >= set.generation() {
                    return Ok(now);
                }
                tokio::time::sleep(std::time::Duration::from_millis(200)).await;
            }
        };
        let snapshot = cluster.snapshot(follow::within(deadline, observed).await?).await?;
        tell::standing(context, &snapshot.daemonset, &rollout(&snapshot));
        return Ok(Exit::Done);
    }
    let until = Until {
        deadline,
        unread: Unread::GoesOn,
        rules: &Rules::default(),
    };
    follow::follow(context, cluster, &mut [Followed::changed(set)], until).await
}
