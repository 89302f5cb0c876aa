//! `why`: why there is, or is no, healthy pod on a node, with the proof and what would change it.

use std::collections::BTreeSet;

use anyhow::Result;
use clap::Args;
use serde_json::Value;

use super::{context::Context, document, table_args::HeaderArgs, tell, why_place::Places};
use crate::{
    client::Cluster,
    domain::{
        history, places, selector,
        snapshot::Snapshot,
        why::{self, Why},
    },
    error::{Exit, Failure, Failures},
    render::{
        clean::clean_line,
        output::Format,
        why::{self as text, Style},
    },
};

/// Arguments of `why`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  # Every node of the cluster: should it run a pod of agent, does it, and why not\n  kubectl ds \
                        why --ds agent -n kube-system\n\n  # One node, in full; the DaemonSet need not be named where the \
                        namespace has only one\n  kubectl ds why n3\n  kubectl ds why node/n3 node/n4 --ds agent\n\n  # The \
                        node of a pod\n  kubectl ds why pod/agent-x7f2q\n\n  # The nodes of a pool\n  kubectl ds why -l \
                        pool=edge --ds agent\n\n  # Ask the server whether it would take a pod for this node now; nothing \
                        is made\n  kubectl ds why n3 --ds agent --probe"
)]
pub struct WhyArgs {
    /// Node or pod: NAME, node/NAME, pod/NAME; several are allowed; without any, every node
    #[arg(value_name = "NODE|POD")]
    pub words: Vec<String>,
    /// Label selector for nodes, e.g. pool=edge or 'tier in (edge,core)'
    #[arg(short = 'l', long, value_name = "SELECTOR")]
    pub selector: Option<String>,
    /// DaemonSet to look at, can be given several times; all of the namespace by default
    #[arg(long, value_name = "NAME")]
    pub ds: Vec<String>,
    /// Let the server check, and not keep, a pod for each named node; needs the right to create pods
    #[arg(long)]
    pub probe: bool,
    /// json, yaml, name, or wide (a table, with revisions and ages)
    #[arg(short, long, value_name = "FORMAT")]
    pub output: Option<String>,
    /// How the table looks.
    #[command(flatten)]
    pub headers: HeaderArgs,
}

/// What `-o` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Text { wide: bool },
    Objects(Format),
}

impl WhyArgs {
    fn shape(&self) -> Result<Shape> {
        match self.output.as_deref() {
            None | Some("") => Ok(Shape::Text { wide: false }),
            Some("wide") => Ok(Shape::Text { wide: true }),
            Some(format) => {
                let format = format.parse().map(Shape::Objects);
                format.map_err(|words: String| Failure::usage(format!("{words},wide")).into())
            }
        }
    }
}

/// Runs `why`.
///
/// # Errors
/// Wrong usage, or what the server answers.
pub async fn run(args: WhyArgs, context: &mut Context) -> Result<Exit> {
    let shape = args.shape()?;
    args.headers.apply(shape == Shape::Text { wide: true }, context);
    let named = places::Places::parse(&args.words).map_err(Failure::usage)?;
    let selector = args
        .selector
        .as_deref()
        .map(selector::parse)
        .transpose()
        .map_err(Failure::usage)?;
    if selector.is_some() && !named.everywhere() {
        return Err(Failure::usage("name cannot be provided when a selector is specified").into());
    }
    if args.probe && named.everywhere() && selector.is_none() {
        return Err(Failure::usage("--probe needs the name of a node or pod, or a selector").into());
    }
    if args.probe && context.options.snapshot.is_some() {
        return Err(Failure::usage("--probe asks a server, and a snapshot has none").into());
    }
    let cluster = context.cluster().await?;
    let wanted: Vec<String> = named.sets.iter().chain(&args.ds).cloned().collect();
    let (snapshots, mut errors) = read(&cluster, &wanted).await?;
    if snapshots.is_empty() {
        // Nothing was read, so nothing can be said of a node either.
        return match errors.is_empty() {
            true => Ok(context.nothing_found(cluster.namespace(), false)),
            false => Err(Failures(errors).into()),
        };
    }
    let places = Places {
        named: &named,
        selector: selector.as_ref(),
        snapshots: &snapshots,
    };
    let answers = places.answers();
    errors.extend(places.unknown().into_iter().map(|error| Failure::error(error).into()));
    let mut found = Vec::new();
    for (snapshot, asked) in snapshots.iter().zip(answers) {
        let Some(asked) = asked else { continue };
        let mut answer = why::why(snapshot, asked.as_ref());
        if !named.everywhere() {
            let pods = named.pods.iter().chain(&named.bare);
            let pods: BTreeSet<&String> = pods.collect();
            answer.lost_pods.retain(|pod| pods.contains(&pod.pod));
        } else if selector.is_some() {
            answer.lost_pods.clear();
        }
        if args.probe {
            probe(&cluster, snapshot, &mut answer).await?;
        }
        found.push(answer);
    }
    let known = snapshots.iter().all(|snapshot| snapshot.around.nodes.is_some());
    if let Some(labels) = args.selector.as_deref().filter(|_| known && errors.is_empty())
        && found.iter().all(|answer| answer.nodes.is_empty())
    {
        return Err(Failure::error(format!("no node matches the selector {labels}")).into());
    }
    snapshots.iter().for_each(|snapshot| tell::rights(context, snapshot));
    let table = named.everywhere() || shape == Shape::Text { wide: true };
    match shape {
        Shape::Objects(format) => objects(format, &found, wanted.len() == 1, context)?,
        Shape::Text { wide } => show(&found, snapshots.len() > 1, table, wide, context),
    }
    match errors.is_empty() {
        true => Ok(Exit::Done),
        false => Err(Failures(errors).into()),
    }
}

/// The DaemonSets of these names, or all of the namespace, with what surrounds them; one error for each that is not there.
async fn read(cluster: &Cluster, names: &[String]) -> Result<(Vec<Snapshot>, Vec<anyhow::Error>)> {
    let (mut sets, mut errors) = (Vec::new(), Vec::new());
    if names.is_empty() {
        sets = cluster.daemonsets(Some(cluster.namespace()), None).await?;
    }
    for name in names {
        match cluster.daemonset(cluster.namespace(), name).await {
            Ok(set) => sets.push(set),
            Err(error) => errors.push(error.into()),
        }
    }
    let snapshots = match sets.len() {
        // Only what is its own.
        1 => vec![cluster.snapshot(sets.remove(0)).await?],
        _ => cluster.snapshots(Some(cluster.namespace()), sets).await?,
    };
    let snapshots = cluster.all_with_surroundings(snapshots).await?;
    Ok((snapshots, errors))
}

/// Asks the server for each node that exists.
async fn probe(cluster: &Cluster, snapshot: &Snapshot, answer: &mut Why) -> Result<()> {
    let set = &snapshot.daemonset;
    let current = history::current(set, snapshot.revisions());
    for node in &mut answer.nodes {
        if let Some(object) = snapshot.around.node(&node.node) {
            let hash = current.map(|revision| revision.hash());
            node.probe = Some(cluster.probe(set, object, hash).await?);
        }
    }
    Ok(())
}

/// One document where one DaemonSet was named, else a list, so that its form depends on the command line alone.
fn objects(format: Format, found: &[Why], one: bool, context: &mut Context) -> Result<()> {
    if format == Format::Name {
        let nodes: BTreeSet<&str> = found
            .iter()
            .flat_map(|why| &why.nodes)
            .map(|node| node.node.as_str())
            .collect();
        nodes
            .iter()
            .for_each(|node| context.out.line(&format!("node/{}", clean_line(node))));
        return Ok(());
    }
    let documents = found
        .iter()
        .map(serde_json::to_value)
        .collect::<Result<Vec<Value>, _>>()?;
    document::print(format, why::LIST, one, documents, context);
    Ok(())
}

fn show(found: &[Why], several: bool, table: bool, wide: bool, context: &mut Context) {
    for (index, why) in found.iter().enumerate() {
        let style = Style {
            now: why.taken,
            wide,
            colour: context.terminal.colour,
            layout: context.layout(),
        };
        if several && !(table && context.bare) {
            let blank = if index == 0 { "" } else { "\n" };
            let (name, namespace) = (clean_line(&why.daemon_set), clean_line(&why.namespace));
            context
                .out
                .line(&format!("{blank}daemonset.apps/{name} in {namespace}"));
        }
        if table {
            context.out.text(&text::table(why, style));
            continue;
        }
        let nodes = why.nodes.iter().map(|node| text::node(node, style));
        let lost = why.lost_pods.iter().map(|pod| text::lost(pod, style));
        for (index, lines) in nodes.chain(lost).enumerate() {
            if index > 0 {
                context.out.line("");
            }
            lines.iter().for_each(|line| context.out.line(line));
        }
    }
}
