// Package report shows a tournament as one HTML page: standings, cross table,
// charts, and every game on a board. The page of a finished record is one file
// that needs no network; the page of a running tournament is the same one, fed
// by server-sent events.
//
//	record file --> Builder    collect.go (sums), encode.go (games as compact text)
//	Builder     --> file       page.go, assets/page.html, style.css, app.js
//	sums        --> summary    summary.go, assets/summary.html: all tables and charts
//	events      --> live page  live.go
//
// Tables and charts are made here, by html/template; the script in the page
// shows games and nothing else, so that it stays small and the page prints and
// reads without it.
//
// The package looks into tournaments and board. It plays nothing.
package report
