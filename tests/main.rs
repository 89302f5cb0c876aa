//! The integration crate: what the tool does with a cluster, real or scripted.

mod architecture;
mod change_requests;
mod cluster;
mod completion;
mod connection;
mod control_plane;
mod gate;
mod hanging_plugin;
mod history_requests;
mod krew;
mod late_rollback;
mod orphan_delete;
mod parity_changes;
mod parity_history;
mod parity_status;
mod reading;
mod rights;
mod side_by_side;
mod situations;
mod snapshots;
mod status_view;
mod stopper;
mod through_kubectl;
mod tmux;
mod unread;
mod why;
