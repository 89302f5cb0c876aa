//! Which revision is current, previous, or meant by a number or a hash.

use serde_json::json;

use super::*;
use crate::domain::revision::HASH_LABEL;

fn set(image: &str, generation: i64) -> DaemonSet {
    DaemonSet::new(json!({
        "metadata": {"name": "agent", "annotations": {TEMPLATE_GENERATION: generation.to_string()}},
        "spec": {"template": {"spec": {"containers": [{"name": "main", "image": image}]}}}}))
}

/// A revision with a number, an image (also its hash) and the generation it was first stored at.
fn stored(number: i64, image: &str, first: i64) -> Revision {
    let data = json!({"spec": {"template": {"$patch": "replace", "metadata": {"creationTimestamp": null},
        "spec": {"containers": [{"name": "main", "image": image}]}}}});
    let object = json!({
        "metadata": {"name": format!("agent-{image}"), "labels": {HASH_LABEL: image},
            "annotations": {TEMPLATE_GENERATION: first.to_string()}},
        "revision": number, "data": data});
    Revision::parse(&object.to_string()).expect("a revision")
}

fn number(set: &DaemonSet, revisions: &[Revision], reference: Reference) -> Result<i64, String> {
    find(set, revisions, &reference)
        .map(Revision::number)
        .map_err(|error| error.to_string())
}

#[test]
fn the_current_revision_is_the_highest_of_the_same_meaning() {
    let revisions = [stored(1, "a", 1), stored(2, "b", 2), stored(3, "a", 3)];
    assert_eq!(
        current(&set("a", 3), &revisions).map(Revision::number),
        Some(3),
        "C-24, H-10"
    );
    assert_eq!(current(&set("b", 3), &revisions).map(Revision::number), Some(2));
    assert!(current(&set("c", 4), &revisions).is_none(), "not recorded yet");
}

#[test]
fn previous_is_the_newest_that_differs() {
    let previous = |template: &str, revisions: &[Revision]| number(&set(template, 1), revisions, Reference::Previous);
    let none = Err("no last revision to roll back to".to_owned());
    let two = [stored(1, "a", 1), stored(2, "b", 2)];
    assert_eq!(previous("b", &two), Ok(1), "E-32, where the controller has kept up");
    assert_eq!(
        previous("c", &two),
        Ok(2),
        "S5: kubectl restores 1 and skips what ran last"
    );
    assert_eq!(previous("c", &two[..1]), Ok(1), "S5: kubectl refuses");
    assert_eq!(previous("a", &two), Ok(2), "after a template was put back by hand");
    assert_eq!(previous("a", &two[..1]), none, "E-31");
    assert_eq!(previous("a", &[]), none, "E-31, C-34");
    let twins = [stored(1, "a", 1), stored(2, "b", 2), stored(3, "b", 3)];
    assert_eq!(
        previous("b", &twins),
        Ok(1),
        "C25: a hand-made copy of the current one is no way back"
    );
}

#[test]
fn numbers_are_exact_and_the_words_are_kubectls() {
    let revisions = [stored(2, "b", 2), stored(3, "a", 1)];
    assert_eq!(number(&set("a", 3), &revisions, Reference::Number(2)), Ok(2));
    for wrong in [-1, 0, 1, 1_000_000] {
        let words = format!("unable to find specified revision {wrong} in history");
        assert_eq!(
            number(&set("a", 3), &revisions, Reference::Number(wrong)),
            Err(words),
            "E-31"
        );
    }
}

#[test]
fn a_number_that_several_have_chooses_nothing() {
    let revisions = [stored(2, "b", 2), stored(2, "c", 2), stored(3, "d", 3)];
    let words = "revision 2 is stored more than once, with different templates: hashes b, c";
    assert_eq!(
        number(&set("d", 3), &revisions, Reference::Number(2)),
        Err(words.to_owned())
    );
    let alike = [stored(2, "b", 2), stored(2, "b", 2)];
    assert_eq!(
        number(&set("d", 3), &alike, Reference::Number(2)),
        Ok(2),
        "all the same"
    );
}

#[test]
fn a_number_that_an_undo_took_away_is_traced_where_that_is_certain() {
    let traced =
        |set: &DaemonSet, revisions: &[Revision], wanted| match find(set, revisions, &Reference::Number(wanted)) {
            Err(NotFound::Number { now, .. }) => now,
            other => unreachable!("{other:?}"),
        };
    let undone = [stored(2, "b", 2), stored(3, "a", 1)];
    assert_eq!(traced(&set("a", 3), &undone, 1), Some(3), "C37");
    assert_eq!(traced(&set("a", 3), &undone, 4), None);
    assert_eq!(
        traced(&set("a", 7), &undone, 1),
        None,
        "generations and numbers are out of step"
    );
    assert_eq!(
        traced(&set("x", 3), &undone, 1),
        None,
        "the present template is not recorded"
    );
    assert_eq!(
        traced(&set("a", 3), &[stored(2, "b", 2), stored(3, "a", 9)], 9),
        None,
        "numbers restarted (C.6)"
    );
}

#[test]
fn a_hash_may_be_cut_short_while_it_is_unique() {
    let revisions = [
        stored(1, "65bb57", 1),
        stored(2, "65cc57", 2),
        stored(3, "7d", 3),
        stored(4, "7d6b", 4),
    ];
    let by = |hash: &str| number(&set("x", 1), &revisions, Reference::Hash(hash.to_owned()));
    assert_eq!(by("65cc57"), Ok(2));
    assert_eq!(by("65b"), Ok(1));
    assert_eq!(by("7d"), Ok(3), "a whole hash is never ambiguous");
    assert_eq!(
        by("65"),
        Err("hash 65 is that of several revisions: 65bb57, 65cc57".to_owned())
    );
    assert_eq!(
        by("9"),
        Err("unable to find a revision with hash 9 in history".to_owned())
    );
    assert!(by("").is_err());
}

#[test]
fn the_new_number_is_the_controllers() {
    let revisions = [stored(1, "a", 1), stored(2, "b", 2), stored(5, "c", 3)];
    assert_eq!(becomes(&revisions, &revisions[0]), 6, "C-21, C-23");
    assert_eq!(becomes(&revisions, &revisions[2]), 5, "its own is high enough");
    assert_eq!(
        becomes(&[stored(1, "a", 1), stored(2, "a", 2)], &stored(1, "a", 1)),
        1,
        "copies are not others"
    );
    let last = [stored(1, "a", 1), stored(i64::MAX, "b", 2)];
    assert_eq!(
        becomes(&last, &last[0]),
        1,
        "the controller's sum overflows and changes nothing"
    );
    assert_eq!(becomes(&last, &last[1]), i64::MAX);
}

#[test]
fn copies_of_a_revision_are_known_by_their_bytes() {
    let copy = |number: i64| {
        let mut object = stored(number, "a", 1).object().clone();
        object["metadata"]["name"] = json!("agent-by-hand");
        Revision::parse(&object.to_string()).expect("a revision")
    };
    let revisions = [stored(1, "a", 1), stored(2, "b", 2), copy(7)];
    assert_eq!(copies(&revisions, &revisions[0]), [7], "C-25, C39");
    assert!(copies(&revisions, &revisions[1]).is_empty());
}
