//! Quantities by their value.

use serde_json::json;

use super::{Quantity, nano};

#[test]
fn equal_amounts_are_equal_however_they_are_written() {
    for (left, right) in [
        ("1000m", "1"),
        ("1Gi", "1024Mi"),
        ("0.5", "500m"),
        (".5", "500m"),
        ("1.", "1"),
        ("1e3", "1k"),
        ("1E3", "1k"),
        ("1e-3", "1m"),
        ("+2", "2"),
        ("-1000m", "-1"),
        ("0.5Gi", "512Mi"),
        ("1000000n", "1m"),
        ("12E", "12000P"),
    ] {
        assert!(nano(left).is_some(), "{left}");
        assert_eq!(nano(left), nano(right), "{left} and {right}");
    }
}

#[test]
fn different_amounts_differ_and_fine_ones_round_up() {
    assert_ne!(nano("1G"), nano("1Gi"));
    assert_ne!(nano("1"), nano("-1"));
    assert_eq!(nano("0.1n"), Some(1));
    assert_eq!(nano("1e-60"), Some(1));
}

#[test]
fn what_is_no_quantity_is_none() {
    for text in [
        "",
        "x",
        "1x",
        "1.2.3",
        "Mi",
        "-",
        "1e",
        "1 Mi",
        "1e99",
        "99999999999999999999999999999999999999E",
    ] {
        assert_eq!(nano(text), None, "{text}");
    }
}

#[test]
fn division_rounds_up() {
    let quantity = |text| Quantity::parse(&json!(text)).expect("a quantity");
    assert_eq!(quantity("500m").divided(&quantity("1"), true), 1, "F-9");
    assert_eq!(quantity("500m").divided(&quantity("1m"), true), 500);
    assert_eq!(quantity("128Mi").divided(&quantity("1Mi"), false), 128);
    assert_eq!(quantity("129e6").divided(&quantity("1Mi"), false), 124);
}
