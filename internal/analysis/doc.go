// Package analysis answers questions about positions for programs: requests and responses as JSON, one a line, and the
// annotation of finished games. It asks search and knows nothing of files, flags or the protocol. docs/analysis.md has the
// schema.
package analysis
