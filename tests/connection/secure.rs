//! Over TLS, against a server of our own that keeps the head of each request: credentials and certificates (case R08).

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use kubectl_ds::client::config::ConnectOptions;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

use super::plain::{get, options};

pub(crate) fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/tls")
        .join(name)
}

pub(crate) struct Server {
    pub(crate) address: String,
    pub(crate) heads: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Shows the certificate of this fixture; asks for the client's if told to.
    pub(crate) async fn start(certificate: &str, asks: bool) -> Self {
        let chain = vec![CertificateDer::from_pem_file(file(certificate)).expect("a certificate")];
        let key = PrivateKeyDer::from_pem_file(file(certificate)).expect("a key");
        let mut roots = RootCertStore::empty();
        roots
            .add(CertificateDer::from_pem_file(file("ca.pem")).expect("a certificate"))
            .expect("a root");
        let builder = ServerConfig::builder();
        let builder = if asks {
            builder.with_client_cert_verifier(WebPkiClientVerifier::builder(roots.into()).build().expect("a verifier"))
        } else {
            builder.with_no_client_auth()
        };
        let acceptor = TlsAcceptor::from(Arc::new(builder.with_single_cert(chain, key).expect("a configuration")));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let heads = Arc::new(Mutex::new(Vec::new()));
        let seen = heads.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (acceptor, seen) = (acceptor.clone(), seen.clone());
                tokio::spawn(async move {
                    let Ok(mut stream) = acceptor.accept(socket).await else {
                        return;
                    };
                    let mut buffer = vec![0; 16_384];
                    let length = stream.read(&mut buffer).await.unwrap_or_default();
                    seen.lock()
                        .expect("not poisoned")
                        .push(String::from_utf8_lossy(&buffer[..length]).to_lowercase());
                    let answer = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
                    let _ = stream.write_all(answer.as_bytes()).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        Self { address, heads }
    }

    fn options(&self) -> ConnectOptions {
        let authority = file("ca.pem").to_str().map(str::to_owned);
        ConnectOptions {
            certificate_authority: authority,
            ..options(&format!("https://{}", self.address))
        }
    }
}

#[tokio::test]
async fn a_token_is_sent_and_nothing_else_is() {
    let server = Server::start("good.pem", false).await;
    get(&ConnectOptions {
        token: Some("abc".to_owned()),
        ..server.options()
    })
    .await
    .expect("an answer");
    get(&server.options()).await.expect("an answer");
    let heads = server.heads.lock().expect("not poisoned");
    assert!(heads[0].contains("\r\nauthorization: bearer abc\r\n"), "{}", heads[0]);
    assert!(!heads[1].contains("authorization"), "{}", heads[1]);
}

#[tokio::test]
async fn a_client_certificate_lets_in_and_a_missing_one_is_named() {
    let server = Server::start("good.pem", true).await;
    let own = file("client.pem").to_str().map(str::to_owned);
    let with = ConnectOptions {
        client_certificate: own.clone(),
        client_key: own,
        ..server.options()
    };
    get(&with).await.expect("an answer");
    let text = get(&server.options()).await.expect_err("refused");
    assert_eq!(
        text,
        "Unable to connect to the server: remote error: tls: certificate required"
    );
}

#[tokio::test]
async fn a_certificate_that_is_not_good_is_refused_in_gos_words() {
    let good = Server::start("good.pem", false).await;
    let names = Server::start("names.pem", false).await;
    let expired = Server::start("expired.pem", false).await;
    let other = ConnectOptions {
        certificate_authority: file("client.pem").to_str().map(str::to_owned),
        ..good.options()
    };
    let system = ConnectOptions {
        certificate_authority: None,
        ..good.options()
    };
    let named = ConnectOptions {
        tls_server_name: Some("nope.test".to_owned()),
        ..names.options()
    };
    let prefix = "Unable to connect to the server: tls: failed to verify certificate: x509: ";
    for (options, expected) in [
        (
            names.options(),
            "cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs (valid for api.test, other.test)",
        ),
        (named, "certificate is valid for api.test, other.test, not nope.test"),
        (other, "certificate signed by unknown authority"),
        (system, "certificate signed by unknown authority"),
    ] {
        assert_eq!(get(&options).await.expect_err("refused"), format!("{prefix}{expected}"));
    }
    let text = get(&expired.options()).await.expect_err("refused");
    assert!(
        text.starts_with(&format!(
            "{prefix}certificate has expired or is not yet valid: current time "
        )),
        "{text}"
    );
    assert!(text.ends_with("Z is after 2021-01-01T00:00:00Z"), "{text}");
}

#[tokio::test]
async fn the_name_to_check_can_be_given_and_the_check_turned_off() {
    let names = Server::start("names.pem", false).await;
    get(&ConnectOptions {
        tls_server_name: Some("api.test".to_owned()),
        ..names.options()
    })
    .await
    .expect("an answer");
    let expired = Server::start("expired.pem", false).await;
    let unchecked = ConnectOptions {
        insecure_skip_tls_verify: true,
        certificate_authority: None,
        ..expired.options()
    };
    get(&unchecked).await.expect("an answer");
}

#[tokio::test]
async fn a_server_without_tls_is_told_apart() {
    let plain = wiremock::MockServer::start().await;
    let options = ConnectOptions {
        certificate_authority: file("ca.pem").to_str().map(str::to_owned),
        ..options(&format!("https://{}", plain.address()))
    };
    let text = get(&options).await.expect_err("not TLS");
    assert_eq!(
        text,
        "Unable to connect to the server: tls: first record does not look like a TLS handshake"
    );
}
