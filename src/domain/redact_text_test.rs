//! Where secrets stand in texts, and where none do.

use super::{Text, without};

fn redacted(text: &str, what: Text) -> String {
    without(text, what, &mut |_| "X".to_owned())
}

#[test]
fn secrets_in_programs_go() {
    for (text, expected) in [
        ("agent --password hunter2 --port 80", "agent --password X --port 80"),
        ("agent --password=hunter2", "agent --password=X"),
        ("agent --pwd='hunter 2' -v", "agent --pwd='X' -v"),
        ("agent --pwd \"hunter 2\" -v", "agent --pwd \"X\" -v"),
        ("mysql -u root -p hunter2", "mysql -u X -p X"),
        ("agent --token --verbose", "agent --token --verbose"),
        (
            "curl -H 'Authorization: Bearer hunter2' http://a/b",
            "curl -H 'Authorization: X' http://a/b",
        ),
        ("curl -H \"X-Api-Key: hunter2\"", "curl -H \"X-Api-Key: X\""),
        ("Authorization: Basic hunter2", "Authorization: X"),
        ("X-Api-Key:hunter2", "X-Api-Key:X"),
        ("curl http://u:hunter2@db/x", "curl http://X@db/x"),
        (
            "postgres://u:hunt/er2@db:5432/x?sslmode=off",
            "postgres://X@db:5432/x?sslmode=X",
        ),
        ("root:hunter2@tcp(db:3306)/x", "X@tcp(db:3306)/x"),
        ("http://a/b?token=hunter2&x=y#z", "http://a/b?token=X&x=X#z"),
        ("export DB_PASSWORD=hunter2; run", "export DB_PASSWORD=X run"),
        (
            "{\"token\": \"hunter2\", \"port\": 80}",
            "{\"token\": \"X\", \"port\": 80}",
        ),
        ("password: hunter 2\nport: 80\n", "password: X\nport: 80\n"),
        ("-Dapi.secret=hunter2", "-Dapi.secret=X"),
        ("login eyJhbGciOi.eyJzdWIiOi.c2ln now", "login X now"),
    ] {
        assert_eq!(redacted(text, Text::Program), expected, "{text}");
    }
}

#[test]
fn secrets_in_causes_and_messages_go() {
    for (text, what, expected) in [
        (
            "kubectl set env ds/agent DATABASE=hunter2 --record=true",
            Text::Cause,
            "kubectl set env ds/agent DATABASE=X --record=true",
        ),
        (
            "kubectl set image ds/agent main=reg.test/a:2 --token=hunter2",
            Text::Cause,
            "kubectl set image ds/agent main=reg.test/a:2 --token=X",
        ),
        (
            "Get \"http://u:hunter2@10.0.0.1/healthz?token=hunter2\": timeout",
            Text::Words,
            "Get \"http://X@10.0.0.1/healthz?token=X\": timeout",
        ),
        (
            "exec failed: --password hunter2",
            Text::Words,
            "exec failed: --password X",
        ),
        ("got Bearer hunter2 back", Text::Words, "got Bearer X back"),
    ] {
        assert_eq!(redacted(text, what), expected);
    }
}

#[test]
fn what_is_no_secret_stays() {
    for text in [
        "couldn't find key token in Secret fleet/agent",
        "references non-existent secret key: token",
        "secret \"agent\" not found",
        "reg.test:5000/team/agent:2@sha256:0123",
        "0/3 nodes are available: 1 node(s) had untolerated taint {dedicated: gpu}",
        "Back-off pulling image \"reg.test/a:2\"",
        "exceeded quota: q, requested: pods=1, used: pods=2",
        "https://kubernetes.io/docs/a@v1",
        "é\u{1f44d}=ü --日本",
        "",
    ] {
        assert_eq!(redacted(text, Text::Words), text);
    }
    for text in [
        "--port=80 --log-level info -v 2",
        "sh -c 'exec agent'",
        "http://host:80/a@b",
        "main=reg.test/a:2",
    ] {
        assert_eq!(redacted(text, Text::Program), text);
    }
}
