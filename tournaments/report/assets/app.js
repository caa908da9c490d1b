(function () {
"use strict";

// What the page is about. Rows of games are [id, black, white, result, reason, moves, seconds].
var meta = JSON.parse(document.getElementById("meta").textContent);
var ID = 0, BLACK = 1, WHITE = 2, RESULT = 3, REASON = 4, MOVES = 5, SECONDS = 6;
var rows = meta.rows, place = new Map();      // place: id to number of the row
rows.forEach(function (r, i) { place.set(r[ID], i); });

function $(id) { return document.getElementById(id); }
function el(tag, attrs, text) {
  var e = document.createElement(tag);
  for (var k in attrs) e.setAttribute(k, attrs[k]);
  if (text !== undefined) e.textContent = text;
  return e;
}
function svg(tag, attrs, text) {
  var e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (var k in attrs) e.setAttribute(k, attrs[k]);
  if (text !== undefined) e.textContent = text;
  return e;
}
function engine(i) { return meta.engines[i]; }

// ---- Unpacking: games are JSON, deflated (RFC 1951), in base64. ----

var LENGTHS = [3,4,5,6,7,8,9,10,11,13,15,17,19,23,27,31,35,43,51,59,67,83,99,115,131,163,195,227,258];
var LENGTH_BITS = [0,0,0,0,0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3,4,4,4,4,5,5,5,5,0];
var DISTS = [1,2,3,4,5,7,9,13,17,25,33,49,65,97,129,193,257,385,513,769,1025,1537,2049,3073,4097,6145,8193,12289,16385,24577];
var DIST_BITS = [0,0,0,0,1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8,9,9,10,10,11,11,12,12,13,13];
var ORDER = [16,17,18,0,8,7,9,6,10,5,11,4,12,3,13,2,14,1,15];

// code makes a canonical Huffman code from code lengths: how many codes of each
// length there are, and their symbols in order.
function code(lengths) {
  var count = new Uint16Array(16), offset = new Uint16Array(16), symbols = new Uint16Array(lengths.length), i;
  for (i = 0; i < lengths.length; i++) count[lengths[i]]++;
  count[0] = 0;
  for (i = 1; i < 16; i++) offset[i] = offset[i - 1] + count[i - 1];
  for (i = 0; i < lengths.length; i++) if (lengths[i]) symbols[offset[lengths[i]]++] = i;
  return { count: count, symbols: symbols };
}

function inflate(input) {
  var pos = 0, hold = 0, held = 0, out = new Uint8Array(1 << 16), n = 0;
  function bits(k) {
    while (held < k) { hold |= input[pos++] << held; held += 8; }
    var v = hold & ((1 << k) - 1);
    hold >>>= k; held -= k;
    return v;
  }
  function symbol(c) {
    var value = 0, first = 0, index = 0;
    for (var len = 1; len < 16; len++) {
      value |= bits(1);
      var k = c.count[len];
      if (value - k < first) return c.symbols[index + value - first];
      index += k; first = (first + k) << 1; value <<= 1;
    }
    throw new Error("bad code");
  }
  function room(k) {
    if (n + k <= out.length) return;
    var more = new Uint8Array(Math.max(out.length * 2, n + k));
    more.set(out);
    out = more;
  }
  for (var last = 0; !last;) {
    last = bits(1);
    var type = bits(2);
    if (type === 0) {
      hold = held = 0;
      var len = input[pos] | input[pos + 1] << 8;
      pos += 4;
      room(len);
      out.set(input.subarray(pos, pos + len), n);
      pos += len; n += len;
      continue;
    }
    if (type === 3) throw new Error("bad block");
    var lit, dist, i, lengths;
    if (type === 1) {
      lengths = new Uint8Array(288);
      for (i = 0; i < 288; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
      lit = code(lengths);
      dist = code(new Uint8Array(30).fill(5));
    } else {
      var nlit = bits(5) + 257, ndist = bits(5) + 1, ncode = bits(4) + 4;
      lengths = new Uint8Array(19);
      for (i = 0; i < ncode; i++) lengths[ORDER[i]] = bits(3);
      var meta = code(lengths);
      lengths = new Uint8Array(nlit + ndist);
      for (i = 0; i < nlit + ndist;) {
        var s = symbol(meta);
        if (s < 16) { lengths[i++] = s; continue; }
        var prev = s === 16 ? lengths[i - 1] : 0;
        var times = s === 16 ? 3 + bits(2) : s === 17 ? 3 + bits(3) : 11 + bits(7);
        while (times--) lengths[i++] = prev;
      }
      lit = code(lengths.subarray(0, nlit));
      dist = code(lengths.subarray(nlit));
    }
    for (;;) {
      var sym = symbol(lit);
      if (sym < 256) { room(1); out[n++] = sym; continue; }
      if (sym === 256) break;
      var l = LENGTHS[sym - 257] + bits(LENGTH_BITS[sym - 257]);
      var d = symbol(dist);
      var from = n - DISTS[d] - bits(DIST_BITS[d]);
      room(l);
      while (l--) out[n++] = out[from++];
    }
  }
  return out.subarray(0, n);
}

function unpack(text) {
  var raw = atob(text.trim()), bytes = new Uint8Array(raw.length);
  for (var i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return JSON.parse(new TextDecoder().decode(inflate(bytes)));
}

// ---- Games ----

// A game as the viewer has it: names, result, and by move what is known.
function Game(id, black, white, d, says) {
  this.id = id; this.black = black; this.white = white;
  this.opening = points(d.o || "");
  this.moves = points(d.m);
  this.d = d;
  this.says = says || [];
}
Game.prototype.stones = function () { return this.opening.concat(this.moves); };
Game.prototype.length = function () { return this.opening.length + this.moves.length; };

// points reads "h8h10" as [[7, 7], [7, 9]].
function points(text) {
  var list = [], re = /([a-v])(\d+)/g, m;
  while ((m = re.exec(text))) list.push([m[1].charCodeAt(0) - 97, +m[2] - 1]);
  return list;
}
function pointName(p) { return String.fromCharCode(97 + p[0]) + (p[1] + 1); }

var chunks = new Map();
function chunkOf(kind, n) {
  var key = kind + n;
  if (!chunks.has(key)) {
    var e = $(key);
    if (chunks.size > 12) chunks.clear();
    chunks.set(key, e ? unpack(e.textContent) : null);
  }
  return chunks.get(key);
}

// load hands the game with this row number to done, at once when the page has
// it, else when the server has sent it.
function load(i, done) {
  var r = rows[i];
  if (!meta.live) {
    var c = Math.floor(i / meta.chunk), k = i % meta.chunk, says = chunkOf("s", c);
    done(new Game(r[ID], r[BLACK], r[WHITE], chunkOf("g", c)[k], says && says[k]));
    return;
  }
  fetch("game/" + i).then(function (a) {
    if (!a.ok) throw new Error(a.statusText);
    return a.json();
  }).then(function (a) {
    done(new Game(r[ID], r[BLACK], r[WHITE], a.game, a.says));
  }).catch(function (e) { $("now").textContent = "The game cannot be loaded: " + e.message; });
}

// ---- The list of games ----

var PAGE = 100;
var filter = { a: -1, b: -1, why: -1, lost: false }, listed = [], shown = 0;

function resultWords(r) { return r[RESULT] === 0 ? "● 1–0" : r[RESULT] === 1 ? "○ 0–1" : "½–½"; }
function reasonWords(r) { return r[REASON] >= 0 ? meta.reasons[r[REASON]][1] : ""; }

function passes(r) {
  var a = filter.a, b = filter.b;
  if (a >= 0 && r[BLACK] !== a && r[WHITE] !== a) return false;
  if (b >= 0 && r[BLACK] !== b && r[WHITE] !== b) return false;
  if (filter.why >= 0 && r[REASON] !== filter.why) return false;
  if (filter.lost && a >= 0 && !(r[BLACK] === a && r[RESULT] === 1 || r[WHITE] === a && r[RESULT] === 0)) return false;
  return true;
}

function showList() {
  listed = [];
  for (var i = 0; i < rows.length; i++) if (passes(rows[i])) listed.push(i);
  shown = 0;
  document.querySelector("#list tbody").textContent = "";
  $("flostlabel").hidden = filter.a < 0;
  $("fa").value = filter.a; $("fb").value = filter.b; $("fwhy").value = filter.why; $("flost").checked = filter.lost;
  showMore();
}

function showMore() {
  var body = document.querySelector("#list tbody"), part = document.createDocumentFragment();
  for (var end = Math.min(shown + PAGE, listed.length); shown < end; shown++) {
    var r = rows[listed[shown]], tr = el("tr", { "data-id": r[ID] });
    var td = el("td", { "class": "gid" });
    td.append(el("a", { href: "#game/" + r[ID] }, r[ID]));
    tr.append(td,
      el("td", { "class": "name gblack" + (r[RESULT] === 0 ? " won" : "") }, engine(r[BLACK])),
      el("td", { "class": "name gwhite" + (r[RESULT] === 1 ? " won" : "") }, engine(r[WHITE])),
      el("td", { "class": "gresult" }, resultWords(r)), el("td", { "class": "gwhy" }, reasonWords(r)),
      el("td", { "class": "n gmoves", "data-unit": r[MOVES] === 1 ? " move" : " moves" }, r[MOVES]), el("td", { "class": "n gtime" }, seconds(r[SECONDS])));
    part.append(tr);
  }
  body.append(part);
  counted();
}

function counted() {
  var n = listed.length, all = rows.length;
  $("count").textContent = (n === all ? many(all, "game") : n + " of " + many(all, "game")) + (shown < n ? ", the first " + shown + " shown" : "");
  $("more").hidden = shown >= n;
}

function many(n, word) { return n + " " + word + (n === 1 ? "" : "s"); }

function seconds(s) {
  if (s < 60) return s.toFixed(1) + " s";
  return Math.floor(s / 60) + " min " + Math.round(s % 60) + " s";
}

function fillFilter() {
  function options(select, first, list) {
    select.textContent = "";
    select.append(el("option", { value: -1 }, first));
    list.forEach(function (o) { select.append(el("option", { value: o[0] }, o[1])); });
  }
  var names = meta.engines.map(function (n, i) { return [i, n]; });
  options($("fa"), "any", names);
  options($("fb"), "any", names);
  var seen = {};
  rows.forEach(function (r) { seen[r[REASON]] = true; });
  options($("fwhy"), "anything", meta.reasons.map(function (r, i) { return [i, r[1]]; }).filter(function (o) { return seen[o[0]]; }));
}

function filterHash() {
  var q = [];
  if (filter.a >= 0) q.push("a=" + filter.a);
  if (filter.b >= 0) q.push("b=" + filter.b);
  if (filter.lost) q.push("lost=1");
  if (filter.why >= 0) q.push("why=" + encodeURIComponent(meta.reasons[filter.why][0]));
  return q.length ? "#games?" + q.join("&") : "#games";
}

// ---- The board ----

var CELL = 30, EDGE = 34;

function drawBoard(w, h, plain) {
  var edge = plain ? CELL * 0.7 : EDGE;
  var s = svg("svg", { viewBox: "0 0 " + (2 * edge + (w - 1) * CELL) + " " + (2 * edge + (h - 1) * CELL), role: "img" });
  s.append(svg("rect", { "class": "wood", width: "100%", height: "100%" }));
  function at(i) { return edge + i * CELL; }
  var path = "", x, y;
  for (x = 0; x < w; x++) path += "M" + at(x) + " " + at(0) + "V" + at(h - 1);
  for (y = 0; y < h; y++) path += "M" + at(0) + " " + at(y) + "H" + at(w - 1);
  s.append(svg("path", { "class": "gridlines", d: path }));
  if (!plain) {
    stars(w, h).forEach(function (p) { s.append(svg("circle", { "class": "star", cx: at(p[0]), cy: at(p[1]), r: 3.5 })); });
    for (x = 0; x < w; x++) [edge * 0.36, at(h - 1) + edge * 0.66].forEach(function (v) { s.append(svg("text", { "class": "coord", x: at(x), y: v }, String.fromCharCode(97 + x))); });
    for (y = 0; y < h; y++) [edge * 0.36, at(w - 1) + edge * 0.66].forEach(function (v) { s.append(svg("text", { "class": "coord", x: v, y: at(y) }, y + 1)); });
  }
  var layer = svg("g", {});
  s.append(layer);
  return { svg: s, layer: layer, at: at };
}

function stars(w, h) {
  if (w % 2 === 0 || h % 2 === 0 || w < 9 || h < 9) return [];
  var dx = w < 13 ? 2 : 3, dy = h < 13 ? 2 : 3, cx = (w - 1) / 2, cy = (h - 1) / 2;
  return [[dx, dy], [w - 1 - dx, dy], [dx, h - 1 - dy], [w - 1 - dx, h - 1 - dy], [cx, cy]];
}

// drawStones puts the first k stones on a board.
function drawStones(b, stones, k, opt) {
  var g = document.createDocumentFragment(), i, p;
  var five = opt.five && opt.five.length > 1 ? opt.five : [];
  if (five.length) {  // under the stones, or it would hide their numbers
    var a = five[0], z = five[five.length - 1];
    g.append(svg("line", { "class": "fiveline", x1: b.at(a[0]), y1: b.at(a[1]), x2: b.at(z[0]), y2: b.at(z[1]) }));
  }
  for (i = 0; i < k; i++) {
    p = stones[i];
    var black = i % 2 === 0, last = i === k - 1, x = b.at(p[0]), y = b.at(p[1]);
    g.append(svg("circle", { "class": black ? "black" : "white", cx: x, cy: y, r: CELL * 0.46 }));
    if (last) g.append(svg("circle", { "class": "lastring", cx: x, cy: y, r: CELL * 0.4 }));
    if (opt.numbers) {
      g.append(svg("text", { "class": "num " + (black ? "onblack" : "onwhite") + (last ? " lastnum" : ""), x: x, y: y + 0.5, "font-size": i >= 99 ? 11 : 13.5 }, i + 1));
    } else if (last) {
      g.append(svg("circle", { "class": "lastdot", cx: x, cy: y, r: 4 }));
    }
  }
  (opt.forbidden || []).forEach(function (p) {
    var x = b.at(p[0]), y = b.at(p[1]), r = 6.5;
    var m = svg("path", { "class": "forbid", d: "M" + (x - r) + " " + (y - r) + "L" + (x + r) + " " + (y + r) + "M" + (x + r) + " " + (y - r) + "L" + (x - r) + " " + (y + r) });
    m.append(svg("title", {}, pointName(p) + " is forbidden to black"));
    g.append(m);
  });
  five.forEach(function (p) { g.append(svg("circle", { "class": "fivering", cx: b.at(p[0]), cy: b.at(p[1]), r: CELL * 0.46 })); });
  b.layer.replaceChildren(g);
}

// ---- The viewer ----

var view = null;          // { game, k, board, row, live }
var timer = 0, scrolled = 0;

function openGame(game, k, row, live) {
  stop();
  var same = view && view.game.id === game.id;
  if (!view) scrolled = window.scrollY;
  view = { game: game, k: 0, row: row, live: live, board: drawBoard(meta.w, meta.h) };
  $("overview").hidden = true;
  $("viewer").hidden = false;
  $("board").replaceChildren(view.board.svg);
  header();
  $("forbidlabel").hidden = meta.rule !== "renju";
  listMoves();
  go(k === null ? game.opening.length : k);
  if (!same) window.scrollTo(0, 0);
}

function header() {
  var g = view.game, t = $("vtitle");
  t.textContent = "";
  t.append("● " + engine(g.black) + "  –  ○ " + engine(g.white));
  var words = "Game " + g.id;
  if (view.live) words += ", being played";
  else {
    var r = rows[view.row];
    words += ": " + (r[RESULT] === 2 ? "drawn" : engine(r[RESULT] === 0 ? g.black : g.white) + (r[RESULT] === 0 ? " (black)" : " (white)") + " wins") + " by " + reasonWords(r);
    if (g.d.e) words += " (" + g.d.e + ")";
    words += ", " + many(g.moves.length, "move") + (g.opening.length ? " after " + many(g.opening.length, "stone") + " of the opening" : "") + ", " + seconds(r[SECONDS]);
  }
  if (view.live && g.opening.length) words += "; the first " + many(g.opening.length, "stone") + " are the opening";
  if (g.d.p) words += "; swap2: " + g.d.p;
  $("vresult").textContent = words + ".";
  var n = view.live ? -1 : listed.indexOf(view.row);
  $("prev").disabled = view.live || n <= 0;
  $("next").disabled = view.live || n < 0 || n >= listed.length - 1;
  $("slide").max = g.length();
}

function closeViewer() {
  stop();
  if (!view) return;
  view = null;
  $("viewer").hidden = true;
  $("overview").hidden = false;
}

// go shows the position after k stones.
function go(k) {
  var g = view.game, n = g.length();
  k = Math.max(0, Math.min(n, k));
  view.k = k;
  var end = k === n && !view.live;
  drawStones(view.board, g.stones(), k, {
    numbers: $("numbers").checked,
    forbidden: meta.rule === "renju" && $("forbid").checked && g.d.f && g.d.f[k] ? points(g.d.f[k]) : [],
    five: end && g.d.v ? points(g.d.v) : []
  });
  $("slide").value = k;
  $("first").disabled = $("back").disabled = k === 0;
  $("last").disabled = $("fore").disabled = k === n;
  now();
  says();
  drawCurve();
  markMove();
  var hash = "#" + (view.live ? "live" : "game") + "/" + g.id + "/" + k;
  if (location.hash !== hash) {
    try { history.replaceState(null, "", hash); } catch (e) { /* some browsers refuse it for files */ }
    routed = location.hash;
  }
  if (k === n && !view.live) stop();
}

// told puts into words what is known about the stone with this number, from 0.
function told(g, i) {
  var m = i - g.opening.length, d = g.d, list = [];
  if (m < 0) return list;
  if (d.t) list.push(d.t[m] >= 10000 ? (d.t[m] / 1000).toFixed(1) + " s" : d.t[m] + " ms");
  var s = score(g, m);
  if (s) list.push(s);
  if (d.d && d.d[m]) list.push("depth " + d.d[m] + (d.u && d.u[m] ? "-" + d.u[m] : ""));
  if (d.n && d.n[m]) list.push(d.n[m].toLocaleString("en") + " nodes");
  return list;
}
function score(g, m) {
  var d = g.d;
  if (d.w && d.w[m]) return (d.w[m] > 0 ? "win in " : "loss in ") + Math.abs(d.w[m]);
  if (d.s && d.s[m] !== null && d.s[m] !== undefined) return (d.s[m] > 0 ? "+" : d.s[m] < 0 ? "−" : "") + Math.abs(d.s[m]);
  return "";
}

function now() {
  var g = view.game, k = view.k, words;
  if (k === 0) words = "The empty board";
  else {
    words = "Stone " + k + " of " + g.length() + ": " + (k % 2 ? "● " : "○ ") + pointName(g.stones()[k - 1]);
    if (k <= g.opening.length) words += " (opening)";
    else words += " · " + told(g, k - 1).join(" · ");
  }
  $("now").textContent = words;
  view.board.svg.setAttribute("aria-label", words + ". " + many(k, "stone") + " on the board.");
}

// says shows, for each engine, what it said with its last move up to here.
function says() {
  var g = view.game, box = $("says");
  box.textContent = "";
  [0, 1].forEach(function (c) {
    var i = view.k - 1;
    while (i >= g.opening.length && i % 2 !== c) i--;
    var div = el("div", { "class": "say" + (i === view.k - 1 && i >= g.opening.length ? " mover" : "") });
    var who = engine(c === 0 ? g.black : g.white), m = i - g.opening.length;
    if (m >= 0 && g.d.b && g.d.b[m]) who = g.d.b[m];
    div.append(el("b", {}, (c === 0 ? "● " : "○ ") + who));
    var lost = view.k === g.length() && !view.live && g.d.x && g.d.x === engine(c === 0 ? g.black : g.white);
    if (lost) {
      div.append(el("p", { "class": "fault" }, "Lost by " + reasonWords(rows[view.row]) + (g.d.e ? ": " + g.d.e : "")));
      if (m < 0) { box.append(div); return; }
    }
    if (m < 0) div.append(el("p", { "class": "quiet" }, "no move yet"));
    else div.append(el("p", g.says[m] ? {} : { "class": "quiet" }, "Stone " + (i + 1) + ": " + (g.says[m] || told(g, i).join(", ") || "nothing told")));
    box.append(div);
  });
}

// ---- Evaluation curve ----

// SOFT is the evaluation that is drawn half way to a win: engines' units differ,
// so the scale only tells little from much.
var SOFT = 300;

function worth(g, m) {  // from black's side, -1 to 1; null when not told
  var d = g.d, v = null;
  if (d.w && d.w[m]) v = d.w[m] > 0 ? 1 : -1;
  else if (d.s && d.s[m] !== null && d.s[m] !== undefined) v = d.s[m] / (Math.abs(d.s[m]) + SOFT) * 0.92;
  if (v === null) return null;
  return (g.opening.length + m) % 2 === 0 ? v : -v;
}

function drawCurve() {
  var g = view.game, any = !!(g.d.s || g.d.w), n = g.length();
  $("curve").hidden = !any || n < 1;
  if ($("curve").hidden) return;
  var plot = $("plot"), w = plot.clientWidth || 300, h = plot.clientHeight || 170, pad = 8;
  function X(k) { return pad + (w - 2 * pad) * k / Math.max(1, n); }
  function Y(v) { return h / 2 - v * (h / 2 - 12); }
  var s = svg("svg", { viewBox: "0 0 " + w + " " + h, preserveAspectRatio: "none", role: "img", "aria-label": "Evaluation of both engines, black's side up" });
  s.append(svg("line", { "class": "grid", x1: 0, x2: w, y1: h / 2, y2: h / 2 }));
  s.append(svg("text", { x: 6, y: 13 }, "● black better"), svg("text", { x: 6, y: h - 5 }, "○ white better"));
  s.append(svg("line", { "class": "here", x1: X(view.k), x2: X(view.k), y1: 0, y2: h }));
  [0, 1].forEach(function (c) {
    var path = "", marks = document.createDocumentFragment();
    for (var m = 0; m < g.moves.length; m++) {
      var i = g.opening.length + m;
      if (i % 2 !== c) continue;
      var v = worth(g, m);
      if (v === null) continue;
      path += (path ? "L" : "M") + X(i + 1).toFixed(1) + " " + Y(v).toFixed(1);
      if (n <= 90) marks.append(c === 0 ? svg("circle", { "class": "pb", cx: X(i + 1), cy: Y(v), r: 2.2 }) : svg("rect", { "class": "pw", x: X(i + 1) - 2.4, y: Y(v) - 2.4, width: 4.8, height: 4.8 }));
    }
    if (path) s.append(svg("path", { "class": "line " + (c === 0 ? "cb" : "cw"), d: path }));
    s.append(marks);
  });
  plot.replaceChildren(s);
  var legend = $("legend");
  legend.textContent = "";
  [g.black, g.white].forEach(function (e, c) {
    var span = el("span"), key = svg("svg", { width: 34, height: 10 });
    key.append(svg("line", { "class": "line " + (c === 0 ? "cb" : "cw"), x1: 0, x2: 34, y1: 5, y2: 5 }));
    span.append(key, " " + (c === 0 ? "● " : "○ ") + engine(e));
    legend.append(span);
  });
}

// ---- List of moves ----

function listMoves() {
  var g = view.game, d = g.d, head = document.querySelector("#moves thead"), body = document.querySelector("#moves tbody");
  var tr = el("tr");
  ["#", "", "time", d.s || d.w ? "eval" : null, d.d ? "depth" : null].forEach(function (t) { if (t !== null) tr.append(el("th", { "class": t === "" ? "" : "n" }, t)); });
  head.replaceChildren(tr);
  body.textContent = "";
  for (var i = 0; i < g.length(); i++) addMove(body, g, i);
}

function addMove(body, g, i) {
  var d = g.d, m = i - g.opening.length, tr = el("tr", { "data-k": i + 1 });
  tr.append(el("td", { "class": "n" }, i + 1), el("td", {}, (i % 2 ? "○ " : "● ") + pointName(m < 0 ? g.opening[i] : g.moves[m])));
  tr.append(el("td", { "class": "n" }, m < 0 ? "opening" : d.t ? (d.t[m] >= 10000 ? (d.t[m] / 1000).toFixed(1) + " s" : d.t[m] + " ms") : ""));
  if (d.s || d.w) tr.append(el("td", { "class": "n" }, m < 0 ? "" : score(g, m)));
  if (d.d) tr.append(el("td", { "class": "n" }, m < 0 || !d.d[m] ? "" : d.d[m]));
  body.append(tr);
}

function markMove() {
  var old = document.querySelector("#moves tr.at"), row = document.querySelector('#moves tr[data-k="' + view.k + '"]');
  if (old) old.classList.remove("at");
  var box = $("movescroll");
  if (!row) { box.scrollTop = 0; return; }
  row.classList.add("at");
  var top = row.offsetTop, seen = box.clientHeight;
  if (top < box.scrollTop + 40 || top + row.offsetHeight > box.scrollTop + seen) box.scrollTop = top - seen / 2;
}

// ---- Playing by itself ----

function start() {
  if (!view) return;
  if (view.k >= view.game.length()) go(0);
  $("play").setAttribute("aria-pressed", "true");
  timer = setInterval(function () { if (view && view.k < view.game.length()) go(view.k + 1); }, +$("speed").value);
}
function stop() {
  clearInterval(timer);
  timer = 0;
  $("play").setAttribute("aria-pressed", "false");
}
function toggle() { if (timer) stop(); else start(); }

// ---- The way through the page: everything has its address after the # ----

function neighbour(step) {
  if (!view || view.live) return;
  var n = listed.indexOf(view.row);
  if (n < 0 || n + step < 0 || n + step >= listed.length) return;
  while (n + step >= shown && shown < listed.length) showMore();
  visit("#game/" + rows[listed[n + step]][ID]);
}

// visit goes to an address at once: the browser's event comes later, perhaps
// after the next key.
function visit(hash) {
  location.hash = hash;
  route();
}

var routed = null;   // the address that is shown

function route() {
  var hash = location.hash, m;
  routed = hash;
  if ((m = /^#game\/([^/]+)(?:\/(.*))?$/.exec(hash))) {
    var i = place.get(m[1]);
    if (i === undefined) { nowhere(); return; }
    var k = /^\d+$/.test(m[2]) ? +m[2] : null;
    load(i, function (g) { openGame(g, k, i, false); });
    return;
  }
  if ((m = /^#live\/([^/]+)(?:\/(.*))?$/.exec(hash))) {
    var p = playing.get(m[1]);
    if (p) openGame(p.game, /^\d+$/.test(m[2]) ? +m[2] : p.game.length(), -1, true);
    else if (place.has(m[1])) location.replace("#game/" + m[1] + (m[2] ? "/" + m[2] : ""));
    else nowhere();
    return;
  }
  var was = !!view;
  closeViewer();
  if ((m = /^#games(?:\?(.*))?$/.exec(hash))) {
    var q = new URLSearchParams(m[1] || ""), why = q.get("why");
    var one = function (key) { return /^\d+$/.test(q.get(key)) && +q.get(key) < meta.engines.length ? +q.get(key) : -1; };
    filter = {
      a: one("a"), b: one("b"), lost: q.get("lost") === "1" && one("a") >= 0,
      why: why === null ? -1 : meta.reasons.findIndex(function (r) { return r[0] === why; })
    };
    readdress();
    showList();
    if (was) window.scrollTo(0, scrolled);
    else if (m[1]) $("games").scrollIntoView();
    return;
  }
  if (hash && !document.getElementById(hash.slice(1))) readdress();
  if (was) window.scrollTo(0, scrolled);
}

// readdress puts the list's address in the place of one that says something else.
function readdress() {
  if (location.hash === filterHash()) return;
  try { history.replaceState(null, "", filterHash()); } catch (e) { /* as above */ }
  routed = location.hash;
}

// nowhere shows the list for the address of a game that is not there, once it is
// known that it is not.
function nowhere() {
  if (meta.live && !synced) return;
  closeViewer();
  readdress();
}

function refilter() {
  filter = { a: +$("fa").value, b: +$("fb").value, why: +$("fwhy").value, lost: $("flost").checked && +$("fa").value >= 0 };
  try { history.replaceState(null, "", filterHash()); } catch (e) { /* as above */ }
  routed = location.hash;
  showList();
}

["fa", "fb", "fwhy", "flost"].forEach(function (id) { $(id).addEventListener("change", refilter); });
$("fclear").addEventListener("click", function () { $("fa").value = $("fb").value = $("fwhy").value = -1; $("flost").checked = false; refilter(); });
$("filter").addEventListener("submit", function (e) { e.preventDefault(); });
$("more").addEventListener("click", showMore);
document.querySelector("#list tbody").addEventListener("click", function (e) {
  var tr = e.target.closest("tr");
  if (tr && !e.target.closest("a")) visit("#game/" + tr.dataset.id);
});
$("close").addEventListener("click", function () { visit(filterHash()); });
$("prev").addEventListener("click", function () { neighbour(-1); });
$("next").addEventListener("click", function () { neighbour(1); });
$("first").addEventListener("click", function () { stop(); go(0); });
$("back").addEventListener("click", function () { stop(); go(view.k - 1); });
$("fore").addEventListener("click", function () { stop(); go(view.k + 1); });
$("last").addEventListener("click", function () { stop(); go(view.game.length()); });
$("play").addEventListener("click", toggle);
$("slide").addEventListener("input", function () { stop(); go(+$("slide").value); });
$("speed").addEventListener("change", function () { if (timer) { stop(); start(); } });
["numbers", "forbid"].forEach(function (id) { $(id).addEventListener("change", function () { go(view.k); }); });
document.querySelector("#moves tbody").addEventListener("click", function (e) {
  var tr = e.target.closest("tr");
  if (tr) { stop(); go(+tr.dataset.k); }
});
$("plot").addEventListener("click", function (e) {
  var box = $("plot").getBoundingClientRect();
  stop();
  go(Math.round((e.clientX - box.left - 8) / Math.max(1, box.width - 16) * view.game.length()));
});
window.addEventListener("resize", function () { if (view) drawCurve(); });
window.addEventListener("hashchange", function () { if (location.hash !== routed) route(); });
document.addEventListener("keydown", function (e) {
  if (!view || e.ctrlKey || e.metaKey || e.altKey) return;
  var t = e.target, tag = t.tagName;
  if (tag === "SELECT" || tag === "INPUT" && t.type !== "range" && t.type !== "checkbox") return;
  if (e.key === " " && (tag === "BUTTON" || tag === "SUMMARY" || t.type === "checkbox")) return;
  switch (e.key) {
  case "ArrowLeft": stop(); go(view.k - 1); break;
  case "ArrowRight": stop(); go(view.k + 1); break;
  case "Home": stop(); go(0); break;
  case "End": stop(); go(view.game.length()); break;
  case " ": toggle(); break;
  case "n": case "N": $("numbers").click(); break;
  case "f": case "F": $("forbid").click(); break;
  case "[": neighbour(-1); break;
  case "]": neighbour(1); break;
  case "Escape": visit(filterHash()); break;
  default: return;
  }
  e.preventDefault();
});

$("theme").addEventListener("click", function () {
  var root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
  var is = root.dataset.theme || (dark ? "dark" : "light");
  setTheme(is === "dark" ? "light" : "dark");
  if (view) drawCurve();
});
function setTheme(t) {
  document.documentElement.dataset.theme = t;
  try { localStorage.setItem("tengen-theme", t); } catch (e) { /* files have no storage in some browsers */ }
}
try {
  var kept = localStorage.getItem("tengen-theme");
  if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
} catch (e) { /* as above */ }

// ---- Live: the server tells what happens ----

var playing = new Map();   // id to { game, card, board }
var synced = false;        // everything that was known when we came has arrived

function setLive(words, on) {
  $("live").textContent = words;
  $("live").classList.toggle("on", on);
}

function showCards() {
  $("playing").hidden = playing.size === 0;
}

function updateCard(p) {
  var g = p.game;
  drawStones(p.board, g.stones(), g.length(), { numbers: false });
  p.move.textContent = many(g.length(), "stone");
}

function addPlaying(a) {
  var g = new Game(a.id, a.b, a.w, { o: a.o, m: "", t: [], d: [], u: [], s: [], w: [], n: [], b: [], f: {} }, []);
  var p = { game: g, board: drawBoard(meta.w, meta.h, true), move: el("div") };
  p.card = el("a", { "class": "card", href: "#live/" + a.id });
  p.card.append(el("div", {}, "● " + engine(a.b)), el("div", {}, "○ " + engine(a.w)), p.move, p.board.svg);
  playing.set(a.id, p);
  $("cards").append(p.card);
  updateCard(p);
}

function addMoves(a) {
  var p = playing.get(a.id);
  if (!p) return;
  var g = p.game, before = g.length();
  if (a.b !== undefined && a.w !== undefined && (g.black !== a.b || g.white !== a.w)) { g.black = a.b; g.white = a.w; }
  g.moves = g.moves.concat(points(a.m));
  ["t", "d", "u", "s", "w", "n", "b"].forEach(function (k) { g.d[k] = g.d[k].concat((a.k && a.k[k]) || []); });
  for (var k in a.f || {}) g.d.f[k] = a.f[k];
  g.says = g.says.concat(a.y || []);
  updateCard(p);
  if (view && view.live && view.game === g) {
    var body = document.querySelector("#moves tbody");
    for (var i = before; i < g.length(); i++) addMove(body, g, i);
    header();
    if (view.k === before) go(g.length()); else go(view.k);
  }
}

function takeAway(id) {
  var p = playing.get(id);
  if (!p) return;
  p.card.remove();
  playing.delete(id);
  if (view && view.live && view.game === p.game && place.has(id)) {
    location.replace("#game/" + id + "/" + (view.k === p.game.length() ? 9999 : view.k));
  }
}

function listen() {
  var source = new EventSource("events");
  function on(name, f) { source.addEventListener(name, function (e) { f(JSON.parse(e.data)); }); }
  on("reset", function () {
    synced = false;
    rows.length = 0;
    place.clear();
    Array.from(playing.keys()).forEach(function (id) { playing.get(id).card.remove(); });
    playing.clear();
  });
  on("summary", function (a) { $("summary").innerHTML = a.html; });
  on("games", function (a) {
    var fresh = rows.length === 0, open = shown >= listed.length;
    a.forEach(function (r) {
      var i = rows.length;
      place.set(r[ID], i);
      rows.push(r);
      if (!fresh && passes(r)) listed.push(i);
    });
    var keep = [$("fa").value, $("fb").value];
    if (fresh) showList();
    else if (open) showMore();
    else counted();
    fillFilter();
    $("fa").value = filter.a; $("fb").value = filter.b; $("fwhy").value = filter.why;
    if (view && !view.live) header();
  });
  on("playing", function (a) { addPlaying(a); showCards(); });
  on("moves", addMoves);
  on("gone", function (a) { takeAway(a.id); showCards(); });
  on("synced", function () { synced = true; setLive("live", true); route(); });
  on("end", function (a) { setLive(a.text, false); source.close(); });
  source.onerror = function () { if (source.readyState !== EventSource.CLOSED) setLive("no connection; trying again", false); };
}

fillFilter();
showList();
if (meta.live) listen(); else route();
})();
