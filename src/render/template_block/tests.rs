//! The block against what kubectl v1.37.2 printed for the same stored templates (`tests/fixtures/template-blocks`), and
//! the forms that a server with defaults never stores.

use serde_json::{Value, json};

use super::template_block;

/// `NAME.json` is a stored template, `NAME.txt` what `kubectl rollout history --revision 1` printed for it.
fn assert_as_kubectl(template: &str, printed: &str) {
    let template: Value = serde_json::from_str(template).expect("a template");
    let (_header, block) = printed.split_once('\n').expect("a header");
    let ours = template_block(&template) + "\n";
    let diff = similar::TextDiff::from_lines(block, &ours).unified_diff().to_string();
    assert!(ours == block, "kubectl (-) and ours (+):\n{diff}");
}

#[test]
fn a_rich_template_is_shown_as_kubectl_does() {
    assert_as_kubectl(
        include_str!("../../../tests/fixtures/template-blocks/rich.json"),
        include_str!("../../../tests/fixtures/template-blocks/rich.txt"),
    );
}

#[test]
fn every_form_is_shown_as_kubectl_does() {
    assert_as_kubectl(
        include_str!("../../../tests/fixtures/template-blocks/every-form.json"),
        include_str!("../../../tests/fixtures/template-blocks/every-form.txt"),
    );
}

#[test]
fn an_empty_template_names_what_it_lacks() {
    let block = template_block(&json!({}));
    let lines = [
        "Pod Template:",
        "  Labels:\t<none>",
        "  Containers: <none>",
        "  Volumes:\t<none>",
        "  Node-Selectors:\t<none>",
        "  Tolerations:\t<none>",
    ];
    assert_eq!(block, lines.join("\n") + "\n", "F-2, F-5, F-11, F-14, F-15");
}

#[test]
fn an_unknown_volume_is_said_to_be_one_and_a_scheduling_group_is_named() {
    let block = template_block(&json!({"spec": {
        "volumes": [{"name": "new", "futureSource": {}}],
        "schedulingGroup": {"podGroupName": "workers"}}}));
    assert!(block.contains("  Volumes:\n   new:\n  <unknown>\n"), "F-11: {block}");
    assert!(
        block.ends_with("  SchedulingGroup:\n  PodGroupName:\tworkers\n"),
        "F-16: {block}"
    );
}

/// kubectl cuts after 138 bytes even within a character; text that is no UTF-8 helps nobody.
#[test]
fn a_long_annotation_is_cut_between_characters() {
    let block = template_block(&json!({"metadata": {"annotations": {"a": format!("x{}", "é".repeat(90))}}}));
    assert!(block.contains(&format!("\t  x{}...\n", "é".repeat(68))), "F-3: {block}");
}
