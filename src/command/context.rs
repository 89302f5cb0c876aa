//! What a verb works with: where to connect, where to write, what the terminal can show, what time it is.

use std::{
    collections::BTreeSet,
    io::{self, Write},
};

use anyhow::Result;
use jiff::Timestamp;

use crate::{
    client::{Cluster, config::ConnectOptions},
    domain::target::Spelling,
    error::{self, Exit},
    render::{
        ascii::ascii,
        clean::clean_line,
        progress::{self, Screen},
        shared::Shared,
        table::Layout,
    },
};

/// A stream that remembers its first failure instead of returning it: a closed pipe must never stop a change in the
/// middle, so verbs write on and the end of the program looks once at what became of it.
pub struct Output {
    to: Box<dyn Write + Send>,
    failure: Option<io::Error>,
    terminal: Shared,
    /// It is a terminal that shows no more than ASCII.
    plain: bool,
}

impl Output {
    /// Wraps a stream.
    pub fn new(to: Box<dyn Write + Send>) -> Self {
        Self {
            to,
            failure: None,
            terminal: Shared::default(),
            plain: false,
        }
    }

    /// The same, for a terminal that shows no more than ASCII, where that is so.
    pub fn plain(mut self, plain: bool) -> Self {
        self.plain = plain;
        self
    }

    /// The same, on a terminal that others write to as well.
    pub fn shared(mut self, terminal: &Shared) -> Self {
        self.terminal = terminal.clone();
        self
    }

    /// Writes text for a person.
    pub fn text(&mut self, text: &str) {
        match self.plain {
            true => self.exactly(&ascii(text)),
            false => self.exactly(text),
        }
    }

    /// Writes text for a program: to the byte, whatever the terminal shows.
    pub fn exactly(&mut self, text: &str) {
        if self.failure.is_some() {
            return;
        }
        let (to, failure) = (&mut self.to, &mut self.failure);
        self.terminal
            .apart(|| *failure = to.write_all(text.as_bytes()).and_then(|()| to.flush()).err());
    }

    /// Writes `text` and ends the line.
    pub fn line(&mut self, text: &str) {
        self.text(&format!("{text}\n"));
    }

    /// Whether nobody reads any more, or the medium is full.
    pub fn failed(&self) -> bool {
        self.failure.is_some()
    }

    /// The failure, unless it is only that nobody reads any more.
    ///
    /// # Errors
    /// The first failure to write.
    pub fn finish(self) -> io::Result<()> {
        match self.failure {
            Some(failure) if failure.kind() != io::ErrorKind::BrokenPipe => Err(failure),
            _ => Ok(()),
        }
    }
}

/// What the terminal can show.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terminal {
    /// Standard input is a terminal, so a question can be asked.
    pub asks: bool,
    /// Standard output and standard error are terminals that can redraw.
    pub live: bool,
    /// Standard output is a terminal.
    pub stdout: bool,
    /// It has a width that tables are to fit.
    pub fits: bool,
    /// Colour is wanted and possible.
    pub colour: bool,
    /// It shows more than ASCII.
    pub unicode: bool,
}

/// Everything a verb needs besides its own arguments.
pub struct Context {
    /// Where to connect.
    pub options: ConnectOptions,
    /// The name to show: `kubectl ds`.
    pub program: String,
    /// How the verb was spelled.
    pub spelling: Spelling,
    /// The answer.
    pub out: Output,
    /// Progress, warnings and questions.
    pub err: Output,
    /// Where events go, if there are to be any.
    pub events: Option<Output>,
    /// What the terminal can show.
    pub terminal: Terminal,
    /// Tables have no headers.
    pub bare: bool,
    /// Tables are not cut to the terminal.
    pub whole: bool,
    /// What to say when the program is interrupted now.
    pub farewell: Option<String>,
    /// What was connected to: its clock is the one that counts.
    connected: Option<Cluster>,
    /// Warnings that have been said.
    warned: BTreeSet<String>,
}

impl Context {
    /// What a verb begins with, before anything is connected to.
    pub fn new(options: ConnectOptions, program: String, spelling: Spelling, out: Output, err: Output) -> Self {
        Self {
            options,
            program,
            spelling,
            out,
            err,
            events: None,
            terminal: Terminal::default(),
            bare: false,
            whole: false,
            farewell: None,
            connected: None,
            warned: BTreeSet::new(),
        }
    }

    /// Connects by the flags that were given.
    ///
    /// # Errors
    /// A configuration that cannot be used.
    pub async fn cluster(&mut self) -> Result<Cluster> {
        let cluster = Cluster::connect(&self.options).await?;
        self.connected = Some(cluster.clone());
        Ok(cluster)
    }

    /// Warns on standard error, of the same thing only once.
    pub fn warn_once(&mut self, words: &str) {
        if self.warned.insert(words.to_owned()) {
            self.err.line(&format!("Warning: {}", clean_line(words)));
        }
    }

    /// Prints an error as kubectl would and returns what it ends with.
    pub fn report(&mut self, error: &anyhow::Error) -> Exit {
        let report = error::report(error);
        self.err.line(report.text.trim_end());
        report.exit
    }

    /// Says that there is nothing, as kubectl does (semantics E-7). kubectl calls that success; in our own spelling it is
    /// one only where that was allowed, since a selector with a typing error must not pass for a finished rollout (C29).
    pub fn nothing_found(&mut self, namespace: &str, allowed: bool) -> Exit {
        match namespace {
            "" => self.err.line("No resources found"),
            namespace => self.err.line(&format!("No resources found in {namespace} namespace.")),
        }
        if allowed || self.as_kubectl() {
            Exit::Done
        } else {
            Exit::Error
        }
    }

    /// Sends what is printed to standard error from now on, where the answer is an object for a program; returns the former
    /// standard output, to be put back.
    pub fn set_aside(&mut self) -> Output {
        let progress = Output::new(Box::new(io::stderr()))
            .plain(self.err.plain)
            .shared(&self.err.terminal);
        std::mem::replace(&mut self.out, progress)
    }

    /// Lets bars have the terminal from now on, or no longer: what else is written to it goes above them.
    pub fn share_with(&self, screen: Option<Screen>) {
        self.err.terminal.give(screen);
    }

    /// The present moment, for ages that a person reads: by the server's clock, which set the timestamps (case C21).
    pub fn now(&self) -> Timestamp {
        self.connected.as_ref().map_or_else(Timestamp::now, Cluster::now)
    }

    /// Whether nobody reads the answer any more.
    pub fn unread(&self) -> bool {
        self.events.as_ref().unwrap_or(&self.out).failed()
    }

    /// How tables on standard output are laid out.
    pub fn layout(&self) -> Layout {
        let fits = self.terminal.fits && !self.whole;
        Layout {
            width: fits.then(progress::width).flatten(),
            bare: self.bare,
        }
    }

    /// Whether the verb was spelled as kubectl spells it.
    pub fn as_kubectl(&self) -> bool {
        self.spelling == Spelling::Kubectl
    }
}
