//! All I/O with a cluster: configuration, reading, watching, writing. Knows nothing of how a value is shown.
