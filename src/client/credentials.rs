//! The token and the impersonation of a user → header values. kube panics at a token that cannot be in a header and sends
//! the newline at the end of a token file; neither does kubectl.

use std::fs::File;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use http::{HeaderName, HeaderValue};
use kube::config::AuthInfo;
use secrecy::ExposeSecret;

use super::failure::{Cause, ConfigError, os_text};

/// As client-go: a mounted token is renewed under a program that waits for long.
const RELOAD: Duration = Duration::from_secs(60);

/// The headers of a user: none of them with a token of a file, see [`TokenFile`].
///
/// # Errors
/// A value that cannot be in a header, in Go's words and without the value.
pub(crate) fn headers(user: &AuthInfo) -> Result<Vec<(HeaderName, HeaderValue)>, Cause> {
    if let Some(token) = &user.token {
        bearer(token.expose_secret())?;
    }
    for (key, values) in user.impersonate_user_extra.iter().flatten() {
        let name = format!("Impersonate-Extra-{}", capitalised(key));
        values
            .iter()
            .try_for_each(|each| value(&name, each.as_bytes()).map(drop))?;
    }
    let groups = user.impersonate_groups.iter().flatten();
    let named = [
        ("Impersonate-User", user.impersonate.as_ref()),
        ("Impersonate-Uid", user.impersonate_uid.as_ref()),
    ];
    let named = named.into_iter().filter_map(|(name, value)| Some((name, value?)));
    named
        .chain(groups.map(|group| ("Impersonate-Group", group)))
        .map(|(name, text)| {
            let key = HeaderName::from_bytes(name.as_bytes()).map_err(|_| invalid(name))?;
            Ok((key, value(name, text.as_bytes())?))
        })
        .collect()
}

/// A token in a file, which is read again once a minute. Cheap to clone.
#[derive(Clone)]
pub(crate) struct TokenFile {
    path: Arc<str>,
    last: Arc<Mutex<(HeaderValue, Instant)>>,
}

impl TokenFile {
    /// The token file of a user who has no token.
    ///
    /// # Errors
    /// A file that cannot be read, has nothing in it, or what cannot be in a header.
    pub(crate) fn of(user: &AuthInfo) -> Result<Option<Self>, Trouble> {
        let Some(path) = user.token_file.as_deref().filter(|_| user.token.is_none()) else {
            return Ok(None);
        };
        let token = read(path).map_err(Trouble::File)?;
        let last = bearer(&token).map_err(Trouble::Header)?;
        Ok(Some(Self {
            path: path.into(),
            last: Arc::new(Mutex::new((last, Instant::now()))),
        }))
    }

    /// The value of the `Authorization` header: the last good one if the file cannot be read any more.
    pub(crate) fn authorization(&self) -> HeaderValue {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.1.elapsed() >= RELOAD {
            let now = read(&self.path).ok().and_then(|token| bearer(&token).ok());
            *last = (now.unwrap_or_else(|| last.0.clone()), Instant::now());
        }
        last.0.clone()
    }
}

/// Why a token file is of no use.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// It cannot be read.
    File(ConfigError),
    /// It holds what cannot be sent.
    Header(Cause),
}

fn read(path: &str) -> Result<String, ConfigError> {
    let failed = |what: &str, error: &std::io::Error| ConfigError::plain(format!("{what} {path}: {}", os_text(error)));
    let file = File::open(path).map_err(|error| failed("open", &error))?;
    let text = std::io::read_to_string(file).map_err(|error| failed("read", &error))?;
    match text.trim() {
        "" => Err(ConfigError::plain(format!("read {path}: the token file is empty"))),
        token => Ok(token.to_owned()),
    }
}

fn bearer(token: &str) -> Result<HeaderValue, Cause> {
    let mut value = value("Authorization", format!("Bearer {token}").as_bytes())?;
    value.set_sensitive(true);
    Ok(value)
}

fn value(name: &str, bytes: &[u8]) -> Result<HeaderValue, Cause> {
    HeaderValue::from_bytes(bytes).map_err(|_| invalid(name))
}

fn invalid(name: &str) -> Cause {
    Cause::Other(format!("net/http: invalid header field value for \"{name}\""))
}

fn capitalised(key: &str) -> String {
    let mut letters = key.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words<T>(result: Result<T, Cause>) -> Cause {
        result.err().expect("refused")
    }

    #[test]
    fn what_cannot_be_in_a_header_is_refused_by_name_and_not_shown() {
        let bad = || "a\nb".to_owned();
        let extra = [("k".to_owned(), vec![bad()])].into();
        for (user, name) in [
            (
                AuthInfo {
                    token: Some(bad().into()),
                    ..AuthInfo::default()
                },
                "Authorization",
            ),
            (
                AuthInfo {
                    impersonate: Some(bad()),
                    ..AuthInfo::default()
                },
                "Impersonate-User",
            ),
            (
                AuthInfo {
                    impersonate_uid: Some(bad()),
                    ..AuthInfo::default()
                },
                "Impersonate-Uid",
            ),
            (
                AuthInfo {
                    impersonate_groups: Some(vec!["g".to_owned(), bad()]),
                    ..AuthInfo::default()
                },
                "Impersonate-Group",
            ),
            (
                AuthInfo {
                    impersonate_user_extra: Some(extra),
                    ..AuthInfo::default()
                },
                "Impersonate-Extra-K",
            ),
        ] {
            assert_eq!(words(headers(&user)), invalid(name));
        }
        let name = AuthInfo {
            impersonate: Some("jürgen".to_owned()),
            ..AuthInfo::default()
        };
        assert_eq!(headers(&name).expect("as kubectl")[0].1.as_bytes(), "jürgen".as_bytes());
    }

    #[test]
    fn a_token_file_is_trimmed_and_named_in_errors() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("token").display().to_string();
        let user = AuthInfo {
            token_file: Some(path.clone()),
            ..AuthInfo::default()
        };
        let refused = || TokenFile::of(&user).err().expect("refused");
        let plain = |text: String| ConfigError::Plain(text);
        assert!(
            matches!(refused(), Trouble::File(error) if error == plain(format!("open {path}: no such file or directory")))
        );
        std::fs::write(&path, "\n").expect("written");
        assert!(
            matches!(refused(), Trouble::File(error) if error == plain(format!("read {path}: the token file is empty")))
        );
        std::fs::write(&path, "a\nb").expect("written");
        assert!(matches!(refused(), Trouble::Header(cause) if cause == invalid("Authorization")));
        std::fs::write(&path, "secret\n").expect("written");
        let file = TokenFile::of(&user).expect("readable").expect("a file");
        assert_eq!(file.authorization(), "Bearer secret");
        std::fs::remove_file(&path).expect("gone");
        assert_eq!(file.authorization(), "Bearer secret");
    }
}
