// A match: the last true state that the server sent, one's own actions on their way to it, and what is shown meanwhile.
// The hands (hands.js) ask here as they ask the table for one. No rule stands here; order of arrival is the server's matter.
window.Reussite = window.Reussite || {};
Reussite.table = (() => {
  "use strict";
  const play = document.getElementById("play");
  const { motion, piles, ui } = Reussite;
  const { pileOf } = piles;
  const { say, open } = ui;
  const SLOW = 400;                       // ms after which a move not yet confirmed is marked
  const ANSWER = 5000;                    // ms after which the whole table is asked for, and the move sent again
  const byId = id => document.getElementById(id);

  let data = JSON.parse(byId("table-data").textContent), since = performance.now();
  const queue = [];                       // own actions in order: {token | resolve, id, undoShow, otherwise}
  let dead = false, heardAll = false, slow = 0, overdue = 0;
  let away = false;                       // the line is lost, and said so: the last true table is shown, nothing ahead of it
  let newLine = true;                     // its first table is the truth, an older one too: a back-up was put back

  // --- asking ------------------------------------------------------------------------------------------------------
  // A job is a token, or `resolve`, which looks one up once the answers before it are in. It is shown at once if it can be.
  function ask(job) {
    if (dead || !data.actions.length && !data.may.length) return;
    say("");
    if (!job.token && !queue.length) job.token = job.resolve();
    if (!job.token && !queue.length) return job.otherwise && job.otherwise();
    queue.push(job);
    ahead(job, job.from);
    pump();
  }

  function pump() {
    while (queue.length && !queue[0].sent) {
      const job = queue[0];
      if (!job.token) job.token = job.resolve();
      if (job.token) return send(job);
      queue.shift();
      if (job.otherwise) job.otherwise();
    }
  }

  // Every action has an id: sent again after a lost line, it acts once.
  function send(job) {
    job.id = job.id || crypto.randomUUID().replaceAll("-", "").slice(0, 16);
    if (!job.undoShow) ahead(job);
    job.sent = line.send({ type: "act", id: job.id, action: job.token });
    clearTimeout(slow);
    clearTimeout(overdue);
    slow = setTimeout(() => mark(job, true), SLOW);
    overdue = setTimeout(() => { job.sent = false; whole(); }, ANSWER);
  }

  function answered() {
    clearTimeout(slow);
    clearTimeout(overdue);
    mark(queue[0], false);
    return queue.shift();
  }

  // On a slow line what is shown ahead is marked as not yet confirmed.
  function mark(job, on) {
    play.classList.toggle("waiting", on);
    for (const item of job.items || []) item.classList.toggle("unconfirmed", on);
  }

  // Nothing is shown ahead of the server on a lost line.
  function ahead(job, from = motion.snapshot(piles.between(job.token, data))) {
    if (!away && show(job)) motion.play(from);
  }

  function show(job) {
    const back = piles.show(job.token, data, queue[0] === job);
    if (back) Object.assign(job, { undoShow: back, items: piles.shown(job.token, data) });
    return Boolean(back);
  }

  function unshow() {
    for (const job of [...queue].reverse()) {
      if (job.undoShow) job.undoShow();
      job.undoShow = null;
    }
  }

  // Ask for the whole table: something was missed.
  const whole = () => line.send({ type: "table" });

  // --- hearing -----------------------------------------------------------------------------------------------------
  function heard(message) {
    if (message.type === "pong") return void (message.v > data.version && whole());
    if (message.type === "refused") return refused(message);
    if (message.type === "done") return;
    if (message.type === "change" && message.v < data.version) return;
    if (message.type === "change" && message.from !== data.version) return void whole();
    if (message.type === "table" && message.v < data.version && !newLine) return;
    if (message.type === "change" || message.type === "table") take(message);
  }

  // The server's truth: what is shown ahead of it is taken back first, and shown again on top of it.
  function take(message) {
    const from = motion.snapshot(), before = data;
    unshow();
    if (queue.length && message.id && message.id === queue[0].id) answered();
    data = message.data;
    since = performance.now();
    swap(message.html);
    for (const job of queue) show(job);
    motion.play(from);
    online();
    document.dispatchEvent(new CustomEvent("table:change"));
    document.dispatchEvent(new CustomEvent("match:change", { detail: { before, whole: message.type === "table" } }));
    if (message.type === "table") { heardAll = true; newLine = false; resend(); }
    pump();
  }

  // After a lost line the action that was on its way goes again, with its id.
  function resend() {
    if (queue.length) queue[0].sent = false;
  }

  function refused(message) {
    const job = queue.length && message.id === queue[0].id ? queue[0] : null;
    if (job) {
      const from = motion.snapshot();
      unshow();
      answered();
      queue.length = 0;
      motion.play(from);
      motion.refuse(piles.carried(job.token));
      whole();
    }
    say(message.message, "refused");
  }

  // --- swapping: each fragment takes the place of the element with its id ---------------------------------------------
  function swap(html) {
    const fragments = new DOMParser().parseFromString(html, "text/html").body.children, active = document.activeElement;
    for (const fresh of [...fragments]) {
      const old = byId(fresh.id);
      if (!old) continue;
      if (fresh.id === "said") { if (fresh.textContent) old.textContent = fresh.textContent; }
      else if (fresh.classList.contains("pile")) piles.renew(old, fresh, swapping);
      else if (fresh.id === "table") swapTable(old, fresh);
      else if (fresh.localName === "dialog") swapInside(old, fresh);
      else if (!old.isEqualNode(fresh)) swapPart(old, fresh);
    }
    if (!active.isConnected && !active.closest(".pile")) keepFocus();
  }

  // The button that was pressed is gone, or can be pressed no more (a draw is offered, a question answered).
  function keepFocus() {
    const card = document.activeElement === document.body && play.querySelector("#own button[tabindex='0']");
    if (card) card.focus({ preventScroll: true });
  }

  function swapTable(old, fresh) {
    if (piles.renewAll(old, fresh, swapping) || old.isEqualNode(fresh)) return;
    swapping(null);
    old.replaceWith(document.importNode(fresh, true));
  }

  function swapInside(old, fresh) {
    if (old.innerHTML === fresh.innerHTML) return;
    old.className = fresh.className;
    for (const name of ["data-shown"]) if (fresh.hasAttribute(name)) old.setAttribute(name, fresh.getAttribute(name)); else old.removeAttribute(name);
    const active = focusIn(old);
    old.replaceChildren(...[...fresh.childNodes].map(node => document.importNode(node, true)));
    refocus(active, old, old.open && old.querySelector("[autofocus], .choices a, .choices button"));
  }

  function swapPart(old, fresh) {
    const active = focusIn(old), part = document.importNode(fresh, true);
    old.replaceWith(part);
    refocus(active, part, null);
  }

  // A button that is pressed or a field that is written in keeps the focus, though its part is drawn anew.
  const focusIn = part => (part.contains(document.activeElement) ? document.activeElement : null);

  function refocus(active, part, otherwise) {
    if (!active) return;
    const again = (active.id ? byId(active.id) : part.querySelector(`[value="${CSS.escape(active.value || "")}"]`)) || otherwise;
    if (again) again.focus();
    if (again && again.localName === "input") again.value = active.value;
  }

  const swapping = pile => document.dispatchEvent(new CustomEvent("table:swap", { detail: pile }));

  // --- the line ----------------------------------------------------------------------------------------------------
  let lostTimer = 0;

  function online() {
    clearTimeout(lostTimer);
    lostTimer = 0;
    byId("offline").hidden = true;
    if (away) say(play.dataset.back, "found");
    away = false;
  }

  function offline() {
    newLine = true;
    if (queue.length) queue[0].sent = false;
    clearTimeout(overdue);
    lostTimer = lostTimer || setTimeout(() => { away = true; byId("offline").hidden = false; unshow(); }, 700);
  }

  function lose(code) {
    dead = true;
    unshow();
    queue.length = 0;
    const notice = byId("lost");
    notice.hidden = false;
    byId("offline").hidden = true;
    notice.firstElementChild.textContent = notice.dataset[`s${code}`] || notice.dataset.s4404;
  }

  // Something other than a card: ready, a draw, a phrase… The answer comes back as a change.
  function tell(message) {
    if (!dead && !line.send({ id: crypto.randomUUID(), ...message })) offline();
  }

  const line = Reussite.line(play.dataset.socket, { heard, lost: offline, closed: lose });
  addEventListener("pageshow", event => { if (event.persisted) location.reload(); });

  return {
    ask, open, say, pileOf, tell, pending: () => queue.length,
    get connected() { return heardAll; },
    get data() { return data; },
    get age() { return performance.now() - since; },
  };
})();
