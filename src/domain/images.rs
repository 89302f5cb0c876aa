//! Which containers get which image: `container=image` pairs, read by kubectl's grammar (semantics E-50) and matched with
//! a pod template (E-51). The grammar of a reference is in `image`.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::{image, json};

/// One `container=image` pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The container's name, or `*`.
    pub container: String,
    /// Its new image, as written.
    pub image: String,
}

/// One container of a template and the image it is to have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ContainerImage {
    /// The container's name.
    pub container: String,
    /// Whether it is an init container.
    pub init: bool,
    /// The image it has now.
    pub from: String,
    /// The image it is to have.
    pub to: String,
}

impl ContainerImage {
    /// Whether the image is another one.
    pub fn changes(&self) -> bool {
        self.from != self.to
    }
}

/// Why pairs cannot be used. Displays as one line for each fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// An image is no reference.
    Image(Vec<String>),
    /// Containers that are not there; each with kubectl's words (semantics E-54) and the ones that are.
    NoContainer(Vec<String>),
    /// `*` over containers with different repositories (C33).
    Mixed(Vec<ContainerImage>),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Image(lines) | Self::NoContainer(lines) => f.write_str(&lines.join("\n")),
            Self::Mixed(images) => {
                let present: Vec<String> = images.iter().map(|i| format!("{} {}", i.container, i.from)).collect();
                let present = present.join(", ");
                write!(
                    f,
                    "* would give one image to containers of different repositories: {present}; --yes does it"
                )
            }
        }
    }
}

impl std::error::Error for Refused {}

/// Splits the words of `set image` into resources and pairs (semantics E-50).
///
/// # Errors
/// kubectl's words.
pub fn split(words: &[String]) -> Result<(Vec<String>, Vec<Pair>), String> {
    let is_pair = |word: &str| word.find('=').is_some_and(|at| at > 0) || (word.ends_with('-') && word != "-");
    let first = words.iter().position(|word| is_pair(word)).unwrap_or(words.len());
    let (resources, rest) = words.split_at(first);
    if let Some(word) = rest.iter().find(|word| !is_pair(word)) {
        return Err(format!("all resources must be specified before image changes: {word}"));
    }
    let mut pairs: Vec<Pair> = Vec::new();
    let mut invalid: Vec<&str> = Vec::new();
    for word in rest {
        let Some((container, image)) = word.split_once('=') else {
            invalid.push(word);
            continue;
        };
        let pair = Pair {
            container: container.to_owned(),
            image: image.to_owned(),
        };
        match pairs.iter_mut().find(|known| known.container == container) {
            Some(known) => *known = pair,
            None => pairs.push(pair),
        }
    }
    match invalid.is_empty() {
        true => Ok((resources.to_vec(), pairs)),
        false => Err(format!("invalid image format: {}", invalid.join(", "))),
    }
}

/// Every container of `template` that `pairs` name, init containers after the others, with its old and new image. All
/// is checked first, so that a typo never leaves half a change behind (C34).
///
/// # Errors
/// [`Refused`]; `*` over different repositories only if it is not `confirmed`.
pub fn plan(template: &Value, pairs: &[Pair], confirmed: bool) -> Result<Vec<ContainerImage>, Refused> {
    let wrong = pairs.iter().filter_map(|pair| {
        image::check(&pair.image)
            .err()
            .map(|why| format!("image \"{}\" for {} {why}", pair.image, pair.container))
    });
    let wrong: Vec<String> = wrong.collect();
    if !wrong.is_empty() {
        return Err(Refused::Image(wrong));
    }
    let present = containers(template);
    let unknown = pairs
        .iter()
        .filter(|pair| pair.container != "*" && !present.iter().any(|c| c.container == pair.container));
    let unknown: Vec<String> = unknown.map(|pair| no_container(&pair.container, &present)).collect();
    if !unknown.is_empty() {
        return Err(Refused::NoContainer(unknown));
    }
    let wanted = |name: &str| {
        pairs
            .iter()
            .find(|pair| pair.container == name || pair.container == "*")
    };
    let planned = present.into_iter().filter_map(|container| {
        let image = wanted(&container.container)?.image.clone();
        Some(ContainerImage { to: image, ..container })
    });
    let planned: Vec<ContainerImage> = planned.collect();
    let repositories = || {
        planned
            .windows(2)
            .any(|two| image::repository(&two[0].from) != image::repository(&two[1].from))
    };
    if pairs.iter().any(|pair| pair.container == "*") && !confirmed && repositories() {
        return Err(Refused::Mixed(planned));
    }
    Ok(planned)
}

/// All containers of a template with the image they have, init containers last.
pub fn containers(template: &Value) -> Vec<ContainerImage> {
    let of = |list: &'static str, init: bool| {
        json::list(template, &["spec", list]).iter().map(move |container| {
            let from = json::text(container, &["image"]).to_owned();
            ContainerImage {
                container: json::text(container, &["name"]).to_owned(),
                init,
                to: from.clone(),
                from,
            }
        })
    };
    of("containers", false).chain(of("initContainers", true)).collect()
}

fn no_container(name: &str, present: &[ContainerImage]) -> String {
    let names = |init: bool| -> Vec<&str> {
        present
            .iter()
            .filter(|container| container.init == init)
            .map(|container| container.container.as_str())
            .collect()
    };
    let mut line = format!(
        "unable to find container named \"{name}\"; containers: {}",
        names(false).join(", ")
    );
    if !names(true).is_empty() {
        line = format!("{line}; init: {}", names(true).join(", "));
    }
    line
}

#[cfg(test)]
#[path = "images_test.rs"]
mod tests;
