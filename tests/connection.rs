//! What the shared client sends, and what it makes of answers and failures: requests are asserted at a server, errors as
//! the words that a person reads.

#[path = "connection/beside.rs"]
mod beside;
#[path = "connection/flags.rs"]
mod flags;
#[path = "connection/identity.rs"]
mod identity;
#[path = "connection/pair.rs"]
mod pair;
#[path = "connection/plain.rs"]
mod plain;
#[path = "connection/secure.rs"]
mod secure;
#[path = "connection/ways.rs"]
mod ways;
