// The table's state: the last true data of the server, the actions on their way to it, and what is shown meanwhile.
// No rule of any game stands here. What may be done is looked up in #table-data; whatever else is asked, the server judges.
window.Reussite = window.Reussite || {};
Reussite.table = (() => {
  "use strict";
  const play = document.getElementById("play");
  if (!play) return null;
  const { motion, piles, ui } = Reussite;
  const { pileOf } = piles;
  const { say, open } = ui;
  const SLOW = 400;                       // ms after which a move not yet confirmed is marked
  const RETRY = [500, 1000, 2000, 4000, 8000];
  const PATIENCE = 15000;                 // ms after which an answer is given up, and the move sent again
  const BROKEN = 500;                     // the status of an answer that cannot be shown, whatever it was
  const SHOWN = [200, 409, 422];          // the answers that bring fragments: done, out of date, refused
  const byId = id => document.getElementById(id);

  let data = read(), since = performance.now();
  const queue = [];                       // jobs in order: {token | resolve, url, show, undoShow, otherwise}
  let busy = false, dead = false, failures = 0, retryTimer = 0, before = null;

  function read() {
    return JSON.parse(byId("table-data").textContent);
  }

  // --- asking ------------------------------------------------------------------------------------------------------
  // A job is a token, or `resolve`, which looks one up once the answers before it are in. It is shown at once if it can be.
  function ask(job) {
    if (dead || (data.over && !job.url)) return;
    say("");
    unlight();
    if (!job.token && !queue.length) job.token = job.resolve();
    if (!job.token && !queue.length) return job.otherwise && job.otherwise();
    const from = job.from || motion.snapshot(piles.between(job.token, data));
    queue.push(job);
    ready();
    if (show(job)) motion.play(from);
    pump();
  }

  // Take back, or do again: asked for before the action that it is about has been confirmed, it waits its turn.
  const turn = name => ask({ back: name === "undo", resolve: () => data[name] && name });

  function ready() {
    byId("undo").disabled = data.over || !data.undo && !queue.length;
    byId("redo").disabled = data.over || !data.redo && !queue.some(job => job.back);
  }

  function pump() {
    while (!busy && !dead && queue.length) {
      const job = queue[0];
      if (!job.token) job.token = job.resolve();
      if (job.token) return send(job);
      queue.shift();
      if (job.otherwise) job.otherwise();
    }
  }

  async function send(job) {
    busy = true;
    if (!job.undoShow) { const from = motion.snapshot(piles.between(job.token, data)); if (show(job)) motion.play(from); }
    const slow = setTimeout(() => {
      play.classList.add("waiting");
      for (const item of job.items || []) item.classList.add("unconfirmed");
    }, SLOW);
    job.tried = (job.tried || 0) + 1;
    const version = job.version = data.version;
    const status = job.url ? await post(job.url, { version }) : await post(play.dataset.action, { action: job.token, version });
    clearTimeout(slow);
    play.classList.remove("waiting");
    for (const item of job.items || []) item.classList.remove("unconfirmed");
    busy = false;
    settle(job, status);
  }

  // Post to the server, and have htmx put in the fragments of its answer. Resolves to the answer's status, 0 if none came.
  // Not htmx.ajax: what it does around a request was a fifth of a move.
  async function post(url, values, more) {
    const headers = { "X-CSRFToken": csrf(), "HX-Request": "true" };
    let reply, text;
    try {
      reply = await fetch(url, { method: "POST", headers, body: new URLSearchParams(values), signal: AbortSignal.timeout(PATIENCE), ...more });
      text = await reply.text();
    } catch { return 0; }
    if (reply.headers.has("HX-Refresh")) { dead = true; location.reload(); }   // the page is loaded anew, and says why
    else if (SHOWN.includes(reply.status)) {
      try { htmx.swap("#message", text, { swapStyle: "none" }); } catch (error) { reportError(error); return BROKEN; }
    }
    return reply.status;
  }

  function settle(job, status) {
    if (dead) return;
    if (status === 200) { online(); queue.shift(); take(); return pump(); }
    if (status === 409 || status === 422) {
      online();
      queue.shift();
      const known = data;
      data = read();
      // An answer that was lost on the way: the action had been done. What was asked after it still stands.
      const done = status === 409 && job.tried > 1 && data.version === job.version + 1 && !data.paused;
      data = known;
      if (done) say(""); else queue.length = 0;
      take();
      if (!done) shake(job);
      return pump();
    }
    if (status === 0 || status === 429 || status >= 502) return offline();
    lose(status);
  }

  // The server has answered: its data are the truth; moves still on their way are shown on top of it.
  function take() {
    const wasOver = data.over;
    data = read();
    since = performance.now();
    for (const job of queue) { job.undoShow = null; show(job); }
    refresh();
    motion.play(before);
    before = null;
    if (data.said) byId("said").textContent = data.said;
    if (data.over && !wasOver) end();
    unlight();
    if (data.hint) lightHint(data.hint);
    document.dispatchEvent(new CustomEvent("table:change"));
  }

  // --- hints -------------------------------------------------------------------------------------------------------
  const hint = () => { if (!data.paused && !data.over) ask({ token: "hint", url: play.dataset.hint }); };

  function lightHint(token) {
    const [, from, count = "1", to] = /^(\w+)(?::(\d+))?-(\w+)$/.exec(token);
    const source = pileOf(from === "s" || to === "s" ? "s" : from);
    for (const item of [...source.children].slice(-count)) item.classList.add("hinted");
    const target = source.id === "pile-s" ? null : pileOf(to === "f" ? data.slots[token] : to);
    if (target) piles.glow(target, "hint-place");
  }

  function unlight() {
    piles.dull("hint-place");
    for (const item of play.querySelectorAll(".hinted")) item.classList.remove("hinted");
  }

  // --- showing a move before it is confirmed -----------------------------------------------------------------------
  function show(job) {
    const back = job.quiet ? null : piles.show(job.token, data, queue[0] === job);
    if (back) Object.assign(job, { undoShow: back, items: piles.shown(job.token, data) });
    return Boolean(back);
  }

  function shake(job) {
    const items = piles.carried(job.token);
    if (items.length && !job.quietly) motion.refuse(items);
  }

  // --- what the answer swaps ---------------------------------------------------------------------------------------
  // A pile is about to be replaced: note where the cards are, once for each answer.
  function swapping(pile) {
    before = before || motion.snapshot();
    document.dispatchEvent(new CustomEvent("table:swap", { detail: pile }));
  }

  // htmx would look through all that it swaps for what it has to wake; here is nothing of that kind.
  document.body.addEventListener("htmx:oobBeforeSwap", event => {
    const { target, fragment } = event.detail;
    const fresh = fragment.firstElementChild;
    if (!fresh) return;
    event.detail.shouldSwap = false;
    if (target.id === "message") say(fresh.textContent, fresh.className.replace("message", "").trim());   // the element that a reader listens to stays
    else if (target.classList.contains("pile")) piles.renew(target, fresh, swapping);
    else if (target.id === "status") swapFigures(target, fresh);
    else if (target.id !== "table") target.replaceWith(fresh);
    else if (!piles.renewAll(target, fresh, swapping)) swapTable(target, fresh);
  });

  // Another table altogether, as when it is paused: its main button takes the focus.
  function swapTable(old, fresh) {
    swapping(null);
    old.replaceWith(fresh);
    const main = fresh.querySelector("[autofocus]");
    if (main) main.focus();
  }

  // Of the figures in the banner only the words that differ: each element put in is styled and laid out anew.
  function swapFigures(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    const parts = [...old.childNodes], others = [...fresh.childNodes];
    const alike = old.nodeName === fresh.nodeName && old.className === fresh.className && parts.length === others.length;
    if (alike && old.nodeType === Node.TEXT_NODE) old.data = fresh.data;
    else if (alike && parts.length) parts.forEach((part, at) => swapFigures(part, others[at]));
    else old.replaceWith(fresh);
  }

  // --- around the cards --------------------------------------------------------------------------------------------
  // An attribute that is set, though it stands already, has the element styled anew.
  const hide = (element, yes) => { if (element && element.hidden !== yes) element.hidden = yes; };

  function refresh() {
    ready();
    for (const one of [byId("pause"), byId("hint")]) if (one) one.disabled = data.paused || data.over;
    hide(byId("finish"), !data.finish);
    hide(byId("blocked"), !data.blocked);
    for (const one of document.querySelectorAll("[data-when]")) hide(one, (one.dataset.when === "over") !== data.over);
    tick();
  }

  function tick() {
    const clock = byId("clock");
    if (!clock) return;
    const ms = data.elapsed + (data.running ? performance.now() - since : 0);
    const s = Math.floor(ms / 1000), two = n => String(n).padStart(2, "0");
    const text = s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
    if (clock.textContent !== text) clock.firstChild.data = text;
  }

  function end() {
    const won = byId("sheet").classList.contains("won");
    const sheet = byId("sheet");
    sheet.close();
    setTimeout(() => open("sheet"), won ? motion.celebrate() : 0);
  }

  function csrf() {
    const cookie = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
    return cookie ? cookie[1] : document.querySelector("input[name=csrfmiddlewaretoken]").value;
  }

  // --- when the line is bad ----------------------------------------------------------------------------------------
  function unshow() {
    const from = motion.snapshot();
    for (const job of [...queue].reverse()) {
      if (job.undoShow) job.undoShow();
      job.undoShow = null;
    }
    document.dispatchEvent(new CustomEvent("table:back"));
    motion.play(from);
  }

  function offline() {
    unshow();
    byId("offline").hidden = false;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(pump, RETRY[Math.min(failures++, RETRY.length - 1)]);
  }

  function online() {
    failures = 0;
    hide(byId("offline"), true);
  }

  // Nothing more can be sent from this page: say why, and offer the one thing that helps.
  function lose(status) {
    dead = true;
    unshow();
    queue.length = 0;
    const notice = byId("lost");
    notice.hidden = false;
    notice.firstElementChild.textContent = notice.dataset[`s${status}`] || notice.dataset.other;
  }

  // The browser knows before any move has failed.
  addEventListener("offline", () => hide(byId("offline"), false));
  addEventListener("online", () => { if (queue.length) pump(); else online(); });

  // --- pause -------------------------------------------------------------------------------------------------------
  const pause = () => { if (!data.paused && !data.over) ask({ token: "pause", url: play.dataset.pause }); };
  const resume = () => ask({ token: "resume", url: play.dataset.resume });

  // The page is hidden or left: the clock stops and the cards go, though no answer may reach this page any more.
  async function leave() {
    if (dead || !data.running || data.paused || data.over) return;
    data = { ...data, running: false };
    const status = await post(play.dataset.pause, { page: play.dataset.page }, { keepalive: true });
    if (SHOWN.includes(status)) take(); else data = read();
  }

  document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });
  addEventListener("pagehide", () => { leave(); dead = true; });
  addEventListener("pageshow", event => { if (event.persisted) location.reload(); });

  // --- buttons -----------------------------------------------------------------------------------------------------
  byId("tools").addEventListener("submit", event => {
    event.preventDefault();
    const button = event.submitter;
    if (button && button.id === "hint") hint(); else if (!button || button.id === "pause") pause(); else if (button.value === "finish") ask({ token: "finish" }); else turn(button.value);
  });
  play.addEventListener("submit", event => {
    if (event.target.closest(".paused")) { event.preventDefault(); resume(); }
  });
  // Ends that cannot be undone are asked for once more, if a card was played.
  document.addEventListener("submit", event => {
    if (event.target.id === "moves-form") {
      event.preventDefault();
      byId("moves").close();
      return ask({ token: event.submitter.value });
    }
    const form = event.target, question = form.dataset.confirm;
    if (!question || !data.undo && !data.redo) return;
    event.preventDefault();
    ui.confirm(question, () => form.submit());
  });

  // What a form posts goes by the table as it is then; an input changed with every move would be styled with every move.
  document.addEventListener("formdata", ({ formData }) => { if (formData.has("version")) formData.set("version", data.version); });

  htmx.config.timeout = PATIENCE;
  htmx.config.historyCacheSize = 0;
  setInterval(tick, 500);
  if (byId("sheet").open) open("sheet");
  refresh();

  return { ask, turn, pause, resume, open, say, pileOf, pending: () => queue.length, get data() { return data; } };
})();
