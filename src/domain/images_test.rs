//! The grammar of pairs and which containers they reach.

use serde_json::json;

use super::*;

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

fn template() -> Value {
    json!({"spec": {
        "containers": [{"name": "main", "image": "reg/agent:1"}, {"name": "side", "image": "reg/side:1"}],
        "initContainers": [{"name": "prep", "image": "reg/prep:1"}],
        "ephemeralContainers": [{"name": "debug", "image": "reg/debug:1"}]}})
}

fn planned(line: &str, confirmed: bool) -> Result<Vec<String>, String> {
    let (_, pairs) = split(&words(line)).expect("pairs");
    let show = |image: ContainerImage| {
        format!(
            "{}{} {}",
            if image.init { "init " } else { "" },
            image.container,
            image.to
        )
    };
    plan(&template(), &pairs, confirmed)
        .map(|all| all.into_iter().map(show).collect())
        .map_err(|why| why.to_string())
}

#[test]
fn pairs_are_read_as_kubectl_reads_them() {
    /// A line, its resources and its pairs.
    type Case = (
        &'static str,
        &'static [&'static str],
        &'static [(&'static str, &'static str)],
    );
    let cases: [Case; 6] = [
        ("ds/agent main=a:1", &["ds/agent"], &[("main", "a:1")]),
        (
            "ds agent main=reg:5000/x side=a=b=c",
            &["ds", "agent"],
            &[("main", "reg:5000/x"), ("side", "a=b=c")],
        ),
        ("ds/agent main=a main=b", &["ds/agent"], &[("main", "b")]),
        ("=b main=a", &["=b"], &[("main", "a")]),
        ("ds - main=", &["ds", "-"], &[("main", "")]),
        ("ds/agent", &["ds/agent"], &[]),
    ];
    for (line, resources, pairs) in cases {
        let (found, read) = split(&words(line)).expect(line);
        assert_eq!(found, resources, "E-50 {line}");
        let read: Vec<(&str, &str)> = read
            .iter()
            .map(|pair| (pair.container.as_str(), pair.image.as_str()))
            .collect();
        assert_eq!(read, pairs, "E-50 {line}");
    }
    for (line, error) in [
        (
            "main=a ds/agent",
            "all resources must be specified before image changes: ds/agent",
        ),
        ("ds/agent main-", "invalid image format: main-"),
        ("ds/agent main- x=y side-", "invalid image format: main-, side-"),
    ] {
        assert_eq!(split(&words(line)), Err(error.to_owned()), "E-50 {line}");
    }
}

#[test]
fn containers_and_init_containers_are_found_by_name() {
    assert_eq!(
        planned("main=reg/agent:2 prep=reg/prep:2", false),
        Ok(words_of(["main reg/agent:2", "init prep reg/prep:2"]))
    );
    let all = Ok(words_of(["main reg/x:2", "side reg/x:2", "init prep reg/x:2"]));
    assert_eq!(
        planned("*=reg/x:2", true),
        all,
        "E-51, S4: ephemeral ones are not reached"
    );
}

fn words_of<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

#[test]
fn the_star_asks_before_it_mixes_repositories() {
    let refused = "* would give one image to containers of different repositories: main reg/agent:1, side reg/side:1, \
                   prep reg/prep:1; --yes does it";
    assert_eq!(planned("*=reg/x:2", false), Err(refused.to_owned()), "C33");
    let one = json!({"spec": {"containers": [{"name": "a", "image": "nginx:1"}, {"name": "b", "image": "docker.io/library/nginx:2"}]}});
    let pairs = [Pair {
        container: "*".to_owned(),
        image: "nginx:3".to_owned(),
    }];
    assert_eq!(plan(&one, &pairs, false).expect("one repository").len(), 2);
}

#[test]
fn one_wrong_pair_refuses_them_all() {
    for (line, error) in [
        (
            "main=reg/agent:2 sdie=reg/side:2",
            "unable to find container named \"sdie\"; containers: main, side; init: prep",
        ),
        (
            "ma*=reg/agent:2",
            "unable to find container named \"ma*\"; containers: main, side; init: prep",
        ),
        (
            "debug=reg/agent:2",
            "unable to find container named \"debug\"; containers: main, side; init: prep",
        ),
        ("main=", "image \"\" for main is empty"),
        (
            "main=UPPER/Case:1",
            "image \"UPPER/Case:1\" for main has upper case in the repository \"Case\"",
        ),
    ] {
        assert_eq!(planned(line, false), Err(error.to_owned()), "E-54, C34 {line}");
    }
    let two = planned("a=reg/a b=reg/b", false).expect_err("two unknown names");
    assert_eq!(two.lines().count(), 2, "E-54: a line for each name");
}

#[test]
fn what_is_there_already_is_planned_as_unchanged() {
    let pairs = [Pair {
        container: "main".to_owned(),
        image: "reg/agent:1".to_owned(),
    }];
    let planned = plan(&template(), &pairs, false).expect("a plan");
    assert!(!planned[0].changes(), "E-55, C35");
}
