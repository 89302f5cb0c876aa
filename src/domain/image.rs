//! References of container images: `[registry[:port]/]path[:tag][@digest]`. Which containers get which image is in
//! `images`.

/// Checks an image reference as a node would. The API server accepts any text; a wrong one fails node by node as
/// `InvalidImageName` (semantics E-56, C34).
///
/// # Errors
/// What is wrong, to be read after the reference.
pub fn check(reference: &str) -> Result<(), String> {
    if reference.is_empty() {
        return Err("is empty".to_owned());
    }
    if reference.contains(char::is_whitespace) {
        return Err("contains a space; each pair is an argument of its own".to_owned());
    }
    let (rest, digest) = match reference.split_once('@') {
        Some((rest, digest)) => (rest, Some(digest)),
        None => (reference, None),
    };
    if let Some(digest) = digest {
        check_digest(digest)?;
    }
    let (name, tag) = split_tag(rest);
    if let Some(tag) = tag {
        let sound =
            |(at, c): (usize, char)| c.is_ascii_alphanumeric() || c == '_' || (at > 0 && matches!(c, '.' | '-'));
        if tag.is_empty() || tag.len() > 128 || !tag.char_indices().all(sound) {
            return Err(format!(
                "has the tag \"{tag}\"; a tag is 1 to 128 letters, digits, \"_\", \".\" and \"-\""
            ));
        }
    }
    check_name(name)
}

/// The repository of a reference, spelled out (`nginx` is `docker.io/library/nginx`), for comparing. Total: an odd
/// reference gives itself.
pub fn repository(reference: &str) -> String {
    let name = split_tag(reference.split('@').next().unwrap_or_default()).0;
    match (domain(name), name.contains('/')) {
        (Some(_), _) => name.to_owned(),
        (None, true) => format!("docker.io/{name}"),
        (None, false) => format!("docker.io/library/{name}"),
    }
}

/// Splits `name[:tag]`; a colon before a slash belongs to a port.
fn split_tag(rest: &str) -> (&str, Option<&str>) {
    match rest.rfind(':') {
        Some(colon) if !rest[colon..].contains('/') => (&rest[..colon], Some(&rest[colon + 1..])),
        _ => (rest, None),
    }
}

/// The registry in front of a name: the first part, if it cannot be a part of a path.
fn domain(name: &str) -> Option<(&str, &str)> {
    let (first, path) = name.split_once('/')?;
    let registry = first.contains(['.', ':']) || first == "localhost" || first.chars().any(|c| c.is_ascii_uppercase());
    registry.then_some((first, path))
}

fn check_name(name: &str) -> Result<(), String> {
    if name.len() > 255 {
        return Err("has a name of more than 255 characters".to_owned());
    }
    let path = match domain(name) {
        Some((registry, path)) => {
            check_registry(registry)?;
            path
        }
        None => name,
    };
    if path.chars().any(|c| c.is_ascii_uppercase()) {
        return Err(format!("has upper case in the repository \"{path}\""));
    }
    if path.len() == 64 && path.chars().all(|c| c.is_ascii_hexdigit()) {
        return Err("has a repository of 64 hexadecimal digits, which would be an id".to_owned());
    }
    match path.split('/').find(|part| !is_path_part(part)) {
        Some("") => Err(format!("has an empty part in the repository \"{path}\"")),
        Some(part) => Err(format!("has \"{part}\" in the repository, which is no name")),
        None => Ok(()),
    }
}

/// Lower-case letters and digits, with single separators in between: `.`, `_`, `__` or any number of `-`.
fn is_path_part(part: &str) -> bool {
    let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let separators = part.split(word).filter(|between| !between.is_empty());
    part.starts_with(word)
        && part.ends_with(word)
        && separators
            .into_iter()
            .all(|between| matches!(between, "." | "_" | "__") || between.chars().all(|c| c == '-'))
}

fn check_registry(registry: &str) -> Result<(), String> {
    let (host, port) = match registry.rfind(':') {
        Some(colon) if !registry[colon..].contains(']') => (&registry[..colon], Some(&registry[colon + 1..])),
        _ => (registry, None),
    };
    let host_is_sound = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => host.split('.').all(|label| {
            !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        }),
    };
    let port_is_sound = port.is_none_or(|port| !port.is_empty() && port.chars().all(|c| c.is_ascii_digit()));
    if host_is_sound && port_is_sound {
        Ok(())
    } else {
        Err(format!("has the registry \"{registry}\", which is no host"))
    }
}

fn check_digest(digest: &str) -> Result<(), String> {
    let (algorithm, hex) = digest.split_once(':').unwrap_or((digest, ""));
    let length = match algorithm {
        "sha256" => 64,
        "sha384" => 96,
        "sha512" => 128,
        _ => {
            return Err(format!(
                "has the digest \"{digest}\"; a digest is sha256: and 64 hexadecimal digits"
            ));
        }
    };
    if hex.len() != length || !hex.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f')) {
        return Err(format!(
            "has the digest \"{digest}\"; {algorithm}: needs {length} lower-case hexadecimal digits"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_node_can_pull_is_accepted() {
        let digest = format!("repo@sha256:{}", "0a".repeat(32));
        let both = format!("localhost/a/b:v1@sha256:{}", "0a".repeat(32));
        for reference in [
            "nginx",
            "nginx:1.27",
            "library/nginx",
            "registry.example/agent:2",
            "localhost:5000/x",
            "10.0.0.1:5000/x:y",
            "[::1]:5000/x",
            "[fe80::1]/x",
            "a.b/c-d/e__f/g.h/i--j:A_b.c-D",
            "UPPER/case",
            "a:5000",
            &digest,
            &both,
        ] {
            assert_eq!(check(reference), Ok(()), "{reference}");
        }
    }

    #[test]
    fn what_would_fail_on_every_node_is_refused() {
        let (long_tag, long_name) = (format!("a:{}", "t".repeat(129)), "a/".repeat(130) + "a");
        for (reference, why) in [
            ("", "empty"),
            (
                "registry.example/agent:2 side=registry.example/side:2",
                "argument of its own",
            ),
            ("UPPER/Case:1", "upper case"),
            ("Nginx", "upper case"),
            ("repo@sha256:short", "64 lower-case"),
            ("repo@sha256", "64"),
            ("repo@md5:00", "sha256:"),
            ("repo:", "tag"),
            ("repo:-x", "tag"),
            ("repo:ä", "tag"),
            (&long_tag, "tag"),
            (&long_name, "255"),
            (":tag", "empty part"),
            ("a//b", "empty part"),
            ("a/b/", "empty part"),
            ("a..b", "no name"),
            ("-a", "no name"),
            ("a___b", "no name"),
            ("https://registry.example/a", "no host"),
            ("bad_host.example/a", "no host"),
            ("host:port/a", "no host"),
            ("[::x]/a", "no host"),
        ] {
            let error = check(reference).expect_err(reference);
            assert!(error.contains(why), "{reference}: {error}");
        }
        assert!(check(&"a".repeat(64)).is_err());
    }

    #[test]
    fn repositories_are_compared_spelled_out() {
        for (reference, expected) in [
            ("nginx:1", "docker.io/library/nginx"),
            ("docker.io/library/nginx", "docker.io/library/nginx"),
            ("me/app@sha256:x", "docker.io/me/app"),
            ("localhost:5000/app:v1", "localhost:5000/app"),
            ("reg.example/a/b", "reg.example/a/b"),
        ] {
            assert_eq!(repository(reference), expected);
        }
    }
}
