//! Ways to a server, kubectl on them beside it: IPv6, SOCKS. And a watch at any level of detail.

use anyhow::{Result, ensure};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use super::pair::Both;
use crate::side_by_side::{Place, manifest};

const ANSWER: &[u8] =
    b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";

/// Answers one request; the head of it.
async fn answered(mut socket: TcpStream) -> Result<String> {
    let mut buffer = vec![0; 8192];
    let length = socket.read(&mut buffer).await?;
    socket.write_all(ANSWER).await?;
    Ok(String::from_utf8_lossy(&buffer[..length]).to_lowercase())
}

#[tokio::test]
async fn a_server_by_its_ipv6_address_is_reached() -> Result<()> {
    let Some(both) = Both::new().await? else { return Ok(()) };
    // A machine without IPv6 has nothing to show.
    let Ok(listener) = TcpListener::bind("[::1]:0").await else {
        return Ok(());
    };
    let address = listener.local_addr()?;
    let flag = format!("--server=http://{address}");
    for own in [false, true] {
        let flags = [flag.as_str(), "--request-timeout=20s"];
        let run = async {
            if own {
                both.ds(&flags).await
            } else {
                both.kubectl(&flags).await
            }
        };
        let serve = async { answered(listener.accept().await?.0).await };
        let (ran, head) = tokio::try_join!(run, serve)?;
        ensure!(
            ran.code == 0 && head.contains(&format!("host: {address}\r\n")),
            "{ran:?} {head}"
        );
    }
    Ok(())
}

/// The proxy is asked for the server, after which the server is spoken to as if there were none.
#[tokio::test]
async fn a_socks_proxy_leads_to_the_server() -> Result<()> {
    let Some(both) = Both::new().await? else { return Ok(()) };
    let proxy = TcpListener::bind("127.0.0.1:0").await?;
    let flag = format!("--proxy-url=socks5://{}", proxy.local_addr()?);
    for own in [false, true] {
        let flags = [flag.as_str(), "--server=http://127.0.0.1:9", "--request-timeout=20s"];
        let run = async {
            if own {
                both.ds(&flags).await
            } else {
                both.kubectl(&flags).await
            }
        };
        let serve = async {
            let (mut socket, _) = proxy.accept().await?;
            let mut greeting = [0; 2];
            socket.read_exact(&mut greeting).await?;
            socket.read_exact(&mut vec![0; greeting[1].into()]).await?;
            socket.write_all(&[5, 0]).await?;
            let mut wanted = [0; 4];
            socket.read_exact(&mut wanted).await?;
            let length = match wanted[3] {
                3 => socket.read_u8().await?.into(),
                _ => 4,
            };
            socket.read_exact(&mut vec![0; length]).await?;
            let port = socket.read_u16().await?;
            socket.write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]).await?;
            Ok((port, answered(socket).await?))
        };
        let (ran, (port, head)) = tokio::try_join!(run, serve)?;
        ensure!(
            ran.code == 0 && port == 9 && head.contains("/version"),
            "{ran:?} {port} {head}"
        );
    }
    Ok(())
}

/// A watch whose parts are told is followed as one whose are not: nothing of it is held back.
#[tokio::test]
async fn a_rollout_is_followed_to_its_end_at_every_level() -> Result<()> {
    let Some(place) = Place::new("levels").await? else {
        return Ok(());
    };
    place.send("create", &manifest("agent", "registry.test/agent:1", &json!({})))?;
    for level in ["-v=6", "-v=8", "-v=10"] {
        let image = format!("main=registry.test/agent{level}").replace("-v=", ":");
        let changed = place.kubectl(&["set", "image", "ds/agent", &image])?;
        ensure!(changed.code == 0, "{changed:?}");
        let ran = place.ds(&["rollout", "status", "ds/agent", "--timeout=120s", level])?;
        ensure!(
            ran.code == 0 && ran.stdout.contains("successfully rolled out"),
            "{ran:?}"
        );
        ensure!(ran.stderr.contains("watch=true"), "{ran:?}");
        ensure!(ran.stderr.contains("bytes of a watch") == (level != "-v=6"), "{ran:?}");
        ensure!(!ran.stdout.contains("Response"), "{ran:?}");
    }
    Ok(())
}
