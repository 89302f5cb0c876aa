//! Which proxy, and `NO_PROXY` (case R07).

use super::*;

/// Case R07: each row was also looked up in Go's `httpproxy` rules.
#[test]
fn no_proxy_is_compared_with_the_server_and_read_leniently() {
    for (server, exceptions, expected) in [
        ("https://10.0.0.1:6443", "10.0.0.1", true),
        ("https://10.0.0.1:6443", "10.0.0.1:6443", true),
        ("https://10.0.0.1:6443", "10.0.0.1:443", false),
        ("https://10.0.0.1:6443", "10.0.0.0/8", true),
        ("https://10.0.0.1:6443", "10.0.0.0/33", false),
        ("https://11.0.0.1:6443", "10.0.0.0/8", false),
        ("https://api.example.com", "example.com", true),
        ("https://api.example.com", ".example.com", true),
        ("https://api.example.com", "*.example.com", true),
        ("https://example.com", ".example.com", false),
        ("https://example.com", "example.com:443", true),
        ("https://notexample.com", "example.com", false),
        ("https://API.Example.COM", "example.com", true),
        ("https://api.example.com", "localhost,127.0.0.1,", false),
        ("https://api.example.com", " , foo:bar:baz, example.com ", true),
        ("https://api.example.com", "*", true),
        ("https://api.example.com", "*,", true),
        ("https://[fd00::1]:6443", "fd00::/8", true),
        ("https://[fd00::1]:6443", "fd00::1", true),
        ("https://[fd00::1]:6443", "[fd00::1]:6443", true),
        ("https://localhost:6443", "", true),
        ("https://127.0.0.9:6443", "", true),
        ("https://[::1]:6443", "", true),
    ] {
        let server: Uri = server.parse().expect("a URI");
        assert_eq!(
            bypassed(&server, exceptions),
            expected,
            "{server} with NO_PROXY={exceptions}"
        );
    }
}

#[test]
fn the_proxy_goes_by_the_scheme_of_the_server_and_proxy_url_wins() {
    let environment = Environment::default()
        .with("HTTPS_PROXY", "http://secure:3128")
        .with("http_proxy", "plain:3128")
        .with("NO_PROXY", "10.9.9.9,in.example");
    let chosen = |server: &str, url: Option<&str>| {
        let proxy = choose(&server.parse().expect("a URI"), url, &environment).expect("a proxy that can be used");
        proxy.map(|proxy| proxy.uri.to_string())
    };
    assert_eq!(
        chosen("https://api.example", None).as_deref(),
        Some("http://secure:3128/")
    );
    assert_eq!(
        chosen("http://api.example", None).as_deref(),
        Some("http://plain:3128/")
    );
    assert_eq!(chosen("https://a.in.example", None), None);
    assert_eq!(
        chosen("https://a.in.example", Some("socks5://s")).as_deref(),
        Some("socks5://s:1080/")
    );
}

#[test]
fn credentials_are_decoded_and_never_part_of_the_address() {
    let http = parse("http://u:p%40ss@proxy:3128").expect("a proxy");
    assert_eq!(http.uri, "http://proxy:3128/");
    assert_eq!(
        http.basic.as_ref().and_then(|value| value.to_str().ok()),
        Some("Basic dTpwQHNz")
    );
    let socks = parse("socks5://u:p%40ss@proxy").expect("a proxy");
    assert_eq!(socks.login, Some(("u".to_owned(), "p@ss".to_owned())));
}

#[test]
fn a_scheme_that_is_not_known_is_named_and_the_password_is_not() {
    let error = parse("ftp://u:secret@proxy").expect_err("not a proxy").to_string();
    assert!(
        error.contains("unsupported scheme \"ftp\"") && !error.contains("secret"),
        "{error}"
    );
    let error = parse("http://u:secret@:bad").expect_err("not a proxy").to_string();
    assert!(!error.contains("secret"), "{error}");
}
