//! Who the user is, looked at before it is used: keys that cannot be used and providers that are no more are told in clear
//! words, which the libraries below have not. No key is ever part of a text.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use kube::config::{AuthInfo, AuthProviderConfig};
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;
use secrecy::ExposeSecret;

use super::failure::ConfigError;

/// Looks at the client certificate and the provider of a user.
///
/// # Errors
/// A key that is encrypted, of a kind that is not known, or of another certificate; a provider that there is none of.
pub(crate) fn check(user: &AuthInfo) -> Result<(), ConfigError> {
    if let Some(provider) = &user.auth_provider {
        check_provider(provider)?;
    }
    let data = user.client_key_data.as_ref().map(|key| key.expose_secret());
    let key = bytes(data, user.client_key.as_deref());
    let certificate = bytes(
        user.client_certificate_data.as_deref(),
        user.client_certificate.as_deref(),
    );
    match (certificate, key) {
        (Some(certificate), Some(key)) => {
            let name = user.client_key.as_deref().filter(|_| data.is_none());
            check_pair(name.unwrap_or("client-key-data"), &certificate, &key)
        }
        _ => Ok(()),
    }
}

/// Data wins over a file, as in kubectl. What cannot be read is told by whoever uses it.
fn bytes(data: Option<&str>, file: Option<&str>) -> Option<Vec<u8>> {
    match data {
        Some(data) => BASE64_STANDARD.decode(data.trim()).ok(),
        None => std::fs::read(file?).ok(),
    }
}

fn check_pair(name: &str, certificate: &[u8], key: &[u8]) -> Result<(), ConfigError> {
    let failed = |why: &str| Err(ConfigError::plain(format!("unable to use client-key {name}: {why}")));
    let text = String::from_utf8_lossy(key);
    if text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("Proc-Type: 4,ENCRYPTED") {
        return failed("it is encrypted; as kubectl, this needs a key without a passphrase (openssl pkey writes one)");
    }
    let Ok(key) = PrivateKeyDer::from_pem_slice(key) else {
        return failed("no private key in PEM form in it");
    };
    let Ok(key) = any_supported_type(&key) else {
        return failed("it must be RSA, ECDSA on P-256 or P-384, or Ed25519");
    };
    let chain: Vec<_> = CertificateDer::pem_slice_iter(certificate)
        .filter_map(Result::ok)
        .collect();
    if matches!(
        CertifiedKey::new(chain, key).keys_match(),
        Err(rustls::Error::InconsistentKeys(rustls::InconsistentKeys::KeyMismatch))
    ) {
        return failed("tls: private key does not match public key");
    }
    Ok(())
}

/// client-go knows one provider; of two that it knew it says what came after them.
fn check_provider(provider: &AuthProviderConfig) -> Result<(), ConfigError> {
    let has = |key: &str| provider.config.get(key).is_some_and(|value| !value.is_empty());
    let words = match provider.name.as_str() {
        "oidc" if !has("idp-issuer-url") => "Must provide idp-issuer-url".to_owned(),
        "oidc" if !has("client-id") => "Must provide client-id".to_owned(),
        "oidc" if !has("id-token") => "the oidc user has no id-token: log in again".to_owned(),
        "oidc" => return Ok(()),
        "gcp" if has("cmd-path") => return Ok(()),
        "gcp" => "The gcp auth plugin has been removed. Please use the \"gke-gcloud-auth-plugin\" kubectl/client-go \
                  credential plugin instead."
            .to_owned(),
        "azure" => "The azure auth plugin has been removed. Please use the https://github.com/Azure/kubelogin \
                    kubectl/client-go credential plugin instead."
            .to_owned(),
        other => format!("no Auth Provider found for name \"{other}\""),
    };
    Err(ConfigError::plain(words))
}
