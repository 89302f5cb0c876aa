//! What a pod asks of a node and what a node has to give, counted as the scheduler counts it (C09). Not here: whether it
//! fits.

use std::collections::BTreeMap;

use k8s_openapi::{
    api::core::v1::{Container, Node, Pod, ResourceRequirements},
    apimachinery::pkg::api::resource::Quantity,
};

use super::quantity;

/// Amounts by resource name, in billionths of the resource's unit (a CPU, a byte, a piece).
pub type Amounts = BTreeMap<String, i128>;

/// The resource of which every pod takes one.
pub const PODS: &str = "pods";
/// One unit, in billionths.
pub const ONE: i128 = 1_000_000_000;

/// What a pod requests: the containers together with the sidecars, or the init containers where one of them, with the
/// sidecars before it, needs more; then the pod's own request in place of that, and its overhead. And one pod.
pub fn of_pod(pod: &Pod) -> Amounts {
    let mut amounts = Amounts::new();
    if let Some(spec) = pod.spec.as_ref() {
        let (mut sidecars, mut starting) = (Amounts::new(), Amounts::new());
        for container in spec.init_containers.iter().flatten() {
            let mut needed = of_container(pod, container);
            if container.restart_policy.as_deref() == Some("Always") {
                add(&mut sidecars, &needed);
                needed = sidecars.clone();
            } else {
                add(&mut needed, &sidecars);
            }
            raise(&mut starting, &needed);
        }
        for container in &spec.containers {
            add(&mut amounts, &of_container(pod, container));
        }
        add(&mut amounts, &sidecars);
        raise(&mut amounts, &starting);
        amounts.extend(read(spec.resources.as_ref().and_then(|it| it.requests.as_ref())));
        add(&mut amounts, &read(spec.overhead.as_ref()));
    }
    amounts.insert(PODS.to_owned(), ONE);
    amounts
}

/// What a node has for pods; `None` where it does not say.
pub fn of_node(node: &Node) -> Option<Amounts> {
    let allocatable = node.status.as_ref()?.allocatable.as_ref()?;
    Some(read(Some(allocatable)))
}

/// Adds amounts to others.
pub fn add(to: &mut Amounts, more: &Amounts) {
    for (name, amount) in more {
        let sum = to.entry(name.clone()).or_default();
        *sum = sum.saturating_add(*amount);
    }
}

/// An amount as Kubernetes spells it: `300m`, `2`, `16Gi`. What does not come out even is rounded: up where it is asked
/// for, down where it is free.
pub fn spelled(resource: &str, amount: i128, up: bool) -> String {
    let divided = |unit: i128| match up {
        true => amount.saturating_add(unit - 1).div_euclid(unit),
        false => amount.div_euclid(unit),
    };
    if resource == "cpu" {
        return match amount != 0 && amount % ONE == 0 {
            true => (amount / ONE).to_string(),
            false => format!("{}m", divided(ONE / 1000)),
        };
    }
    let whole = divided(ONE);
    let bytes = ["memory", "storage", "hugepages"]
        .iter()
        .any(|kind| resource.contains(kind));
    if !bytes || whole == 0 {
        return whole.to_string();
    }
    let units = [("Ti", 40), ("Gi", 30), ("Mi", 20), ("Ki", 10)];
    let even = units.into_iter().find(|(_, shift)| whole % (1_i128 << shift) == 0);
    // Nobody reads more than a few digits.
    let near = units.into_iter().find(|(_, shift)| whole.abs() >= 100 << shift);
    match even.or(near) {
        Some((unit, shift)) => format!("{}{unit}", divided(ONE << shift)),
        None => whole.to_string(),
    }
}

/// Requests, or what was granted by a resize, where that is more.
fn of_container(pod: &Pod, container: &Container) -> Amounts {
    let requests = |resources: Option<&ResourceRequirements>| read(resources.and_then(|it| it.requests.as_ref()));
    let mut amounts = requests(container.resources.as_ref());
    let status = pod.status.iter().flat_map(|status| {
        let main = status.container_statuses.iter().flatten();
        main.chain(status.init_container_statuses.iter().flatten())
    });
    for status in status.filter(|status| status.name == container.name) {
        raise(&mut amounts, &read(status.allocated_resources.as_ref()));
        raise(&mut amounts, &requests(status.resources.as_ref()));
    }
    amounts
}

fn raise(to: &mut Amounts, other: &Amounts) {
    for (name, amount) in other {
        let most = to.entry(name.clone()).or_default();
        *most = (*most).max(*amount);
    }
}

fn read(quantities: Option<&BTreeMap<String, Quantity>>) -> Amounts {
    let all = quantities.into_iter().flatten();
    all.filter_map(|(name, amount)| Some((name.clone(), quantity::nano(&amount.0)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn amounts(spec: Value) -> Vec<(String, String)> {
        let pod: Pod = serde_json::from_value(json!({"metadata": {}, "spec": spec})).expect("a pod");
        let spell = |(name, amount): (String, i128)| (name.clone(), spelled(&name, amount, true));
        of_pod(&pod).into_iter().map(spell).collect()
    }

    fn container(cpu: &str) -> Value {
        json!({"name": "x", "resources": {"requests": {"cpu": cpu}}})
    }

    fn sidecar(cpu: &str) -> Value {
        let mut container = container(cpu);
        container["restartPolicy"] = "Always".into();
        container
    }

    #[test]
    fn a_pod_is_counted_as_the_scheduler_does() {
        let cpu = |spec: Value| amounts(spec).into_iter().find(|(name, _)| name == "cpu").map(|it| it.1);
        let is = |spec: Value, expected: &str| assert_eq!(cpu(spec).as_deref(), Some(expected), "C09");
        is(json!({"containers": [container("100m"), container("200m")]}), "300m");
        is(
            json!({"containers": [container("100m")], "initContainers": [container("1"), container("500m")]}),
            "1",
        );
        is(
            json!({"containers": [container("100m")], "initContainers": [sidecar("200m"), container("50m")]}),
            "300m",
        );
        // The second init container runs beside the sidecar before it.
        is(
            json!({"containers": [container("100m")], "initContainers": [sidecar("200m"), container("1")]}),
            "1200m",
        );
        is(
            json!({"containers": [container("100m")], "initContainers": [container("1"), sidecar("950m")]}),
            "1050m",
        );
        is(
            json!({"containers": [container("100m")], "overhead": {"cpu": "250m"}}),
            "350m",
        );
        is(
            json!({"containers": [container("100m")], "resources": {"requests": {"cpu": "2"}}, "overhead": {"cpu": "1"}}),
            "3",
        );
        assert_eq!(
            amounts(json!({"containers": []})),
            [("pods".to_owned(), "1".to_owned())]
        );
        let odd = json!({"containers": [container("99999999999999999999999999999999999999999"), container("x")]});
        assert_eq!(cpu(odd), None, "what is no quantity counts as nothing");
    }

    #[test]
    fn amounts_are_spelled_as_people_write_them() {
        let is = |resource, amount, up, expected: &str| assert_eq!(spelled(resource, amount, up), expected);
        is("cpu", 300 * ONE / 1000, true, "300m");
        is("cpu", 0, false, "0m");
        is("cpu", 2 * ONE, false, "2");
        is("cpu", 1, true, "1m");
        is("memory", ONE << 34, false, "16Gi");
        is("memory", (ONE << 34) - ONE, false, "16383Mi");
        is("memory", 500_000_000 * ONE, true, "477Mi");
        is("memory", 0, false, "0");
        is("ephemeral-storage", 1000 * ONE, false, "1000");
        is("nvidia.com/gpu", 2 * ONE, true, "2");
    }
}
