//! A verb a file: its arguments and its `run`. Nothing is printed here but through the context's streams.
