// Package hardening has tests of the whole program that take long: games under load with suspensions and tight memory,
// sessions of random commands, searches that panic and hang on purpose. Without -long each is a short sample. See
// docs/reliability.md for how they are run and what they gave.
package hardening
