// Around the cards of a match: figures, clocks, whose turn it is, the buttons, the conversation, the end.
(() => {
  "use strict";
  const { table, motion, ui } = Reussite;
  const play = document.getElementById("play");
  const byId = id => document.getElementById(id);
  const site = document.title.slice(byId("match-title").textContent.length);
  const HEARD = 6000;                     // ms that a line of the other's stays over the table
  let bubble = 0, read = table.data.theirs;

  // --- figures -----------------------------------------------------------------------------------------------------
  function refresh() {
    const { data } = table;
    play.dataset.turn = data.turn;
    play.dataset.passed = data.passed.join(" ");
    play.dataset.state = data.state;
    ["below", "above"].forEach((side, index) => {
      for (const figure of document.querySelectorAll(`[data-count="${side}"]`)) figure.textContent = data.counts[index];
      for (const figure of document.querySelectorAll(`[data-trips="${side}"]`)) put(figure, String(data.trips[index]));
    });
    for (const field of document.querySelectorAll("input[data-absolute]")) field.value = new URL(field.value, location.href).href;
    const pass = byId("pass");
    if (pass) pass.disabled = !data.may.includes("pass");
    const title = byId("match-title").textContent + site;
    document.title = data.turn === "below" && data.may.length ? `● ${play.dataset.yours} · ${title}` : title;
    tick();
  }

  const two = number => String(number).padStart(2, "0");

  function time(ms) {
    const s = Math.ceil(ms / 1000);
    return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
  }

  function tick() {
    const { data, age } = table, clock = byId("clock");
    const left = data.left === null ? null : Math.max(0, data.left - (data.runs ? age : 0));
    put(clock, left === null || data.over ? "" : time(left));
    clock.classList.toggle("short-of-time", left !== null && data.runs && left < 10_000);
    const countdown = byId("countdown");
    if (countdown && data.starts !== null) put(countdown, String(Math.max(1, Math.ceil((data.starts - age) / 1000))));
    claim(data, age);
  }

  function claim(data, age) {
    const button = document.querySelector(".claim");
    if (!button || data.claim === null) return;
    const left = Math.max(0, data.claim - age);
    button.hidden = left > 0;
    document.querySelector(".claim-wait").hidden = left <= 0;
    put(document.querySelector("[data-claim]"), `${Math.ceil(left / 1000)} s`);
  }

  function put(element, text) {
    if (element && element.textContent !== text) element.textContent = text;
  }

  // --- buttons: what a form would post goes by the socket -----------------------------------------------------------
  document.addEventListener("submit", event => {
    const { target: form, submitter } = event;
    if (form.id === "say") { event.preventDefault(); return words(); }
    if (form.id !== "act" || !submitter || submitter.value === "block") return;
    event.preventDefault();
    const { name, value } = submitter;
    if (name === "phrase") { table.tell({ type: "say", phrase: value }); return talk(false); }
    if (name === "action") return act(value);
    if (submitter.dataset.said) ui.say(submitter.dataset.said);
    table.tell({ type: value });
  });

  document.addEventListener("click", event => {
    const button = event.target.closest('button[value="block"]');
    if (!button || button.dataset.sure) return;
    event.preventDefault();
    byId("chat").hidePopover();
    ui.confirm(byId("confirm").dataset.block, () => { button.dataset.sure = "1"; button.click(); });
  });

  // Ends that cannot be taken back are asked for once more.
  function act(token) {
    const question = token === "resign" ? byId("confirm").dataset.resign : table.data.ends && byId("confirm").dataset.pass;
    if (question) ui.confirm(question, () => table.ask({ token })); else table.ask({ token });
  }

  function words() {
    const field = byId("chat-text");
    if (!field || !field.value.trim()) return;
    table.tell({ type: "say", text: field.value });
    field.value = "";
  }

  // --- the conversation ---------------------------------------------------------------------------------------------
  function talk(shown) {
    const chat = byId("chat");
    if (!shown && chat.matches(":popover-open")) chat.hidePopover();
  }

  function lines() {
    const list = byId("chat-lines"), last = list.lastElementChild;
    list.scrollTop = list.scrollHeight;
    if (table.data.theirs <= read) return;
    const open = byId("chat").matches(":popover-open");
    if (open) read = table.data.theirs;
    const unread = document.querySelector(".unread");
    if (unread) unread.hidden = open;
    if (open || !last || !last.classList.contains("theirs")) return;
    byId("bubble").replaceChildren(...[...last.childNodes].map(node => node.cloneNode(true)));
    byId("bubble").hidden = false;
    clearTimeout(bubble);
    bubble = setTimeout(() => { byId("bubble").hidden = true; }, HEARD);
  }

  byId("chat").addEventListener("toggle", event => {
    if (event.newState !== "open") return;
    read = table.data.theirs;
    byId("bubble").hidden = true;
    const unread = document.querySelector(".unread");
    if (unread) unread.hidden = true;
    const list = byId("chat-lines");
    list.scrollTop = list.scrollHeight;
  });

  // --- the end --------------------------------------------------------------------------------------------------------
  let counted = "";

  // The piles are parted by back and counted, card by card; who has seen it once is spared it.
  function part(sheet) {
    const heaps = sheet.querySelector(".heaps"), order = heaps.dataset.order;
    const cards = { m: [...sheet.querySelectorAll(".heap.mine .card")], t: [...sheet.querySelectorAll(".heap.theirs .card")] };
    const figures = { m: sheet.querySelector('[data-heap="mine"]'), t: sheet.querySelector('[data-heap="theirs"]') };
    const ends = { m: figures.m.textContent, t: figures.t.textContent }, laid = { m: 0, t: 0 };
    const pace = Math.max(18, Math.min(60, 2600 / Math.max(1, order.length)));
    sheet.classList.add("counting");
    for (const card of [...cards.m, ...cards.t]) card.classList.add("to-come");
    figures.m.textContent = figures.t.textContent = "0";
    let at = 0;
    const timer = setInterval(() => {
      const whose = order[at++];
      if (whose === undefined || !sheet.isConnected || !figures.m.isConnected) return finish();
      const card = cards[whose][laid[whose]++];
      if (card) card.classList.remove("to-come");
      figures[whose].textContent = laid[whose];
    }, pace);
    function finish() {
      clearInterval(timer);
      sheet.classList.remove("counting");
      figures.m.textContent = ends.m;
      figures.t.textContent = ends.t;
      for (const card of [...cards.m, ...cards.t]) card.classList.remove("to-come");
      if (sheet.classList.contains("won")) motion.celebrate();
    }
  }

  function end(live) {
    const sheet = byId("sheet"), shown = sheet.dataset.shown || "";
    if (!shown) { if (sheet.open) sheet.close(); counted = ""; return; }
    if (shown === counted) return;
    counted = shown;
    talk(false);
    ui.open("sheet");
    if (live && !motion.calm) part(sheet);
  }

  document.addEventListener("match:change", ({ detail: { before } }) => {
    const { data } = table;
    refresh();
    if (before.state === "countdown" && data.state === "playing") motion.deal(play);
    if (data.lines !== before.lines) lines();
    end(before.state === "playing");
    if (data.next && data.next !== before.next) location.assign(data.next);
  });

  byId("chat-lines").scrollTop = byId("chat-lines").scrollHeight;
  setInterval(tick, 200);
  refresh();
  end(false);
})();
