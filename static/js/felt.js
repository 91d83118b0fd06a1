// What every table has, for one or for two: cards that travel, piles put right, the words and dialogs around them.
window.Reussite = window.Reussite || {};

// How cards travel: measured before, measured after, animated from one to the other (FLIP). Nothing here changes the
// table; nothing runs under reduced motion; every animation starts from where a card is seen, so it can be interrupted.
Reussite.motion = (() => {
  "use strict";
  const less = matchMedia("(prefers-reduced-motion: reduce)"), chosen = document.documentElement.dataset;
  // The reader's own choice goes before the device's.
  // In a hidden page animations wait, and would all begin when it is shown.
  const calm = { get matches() { return document.hidden || chosen.motion === "less" || (chosen.motion !== "full" && less.matches); } };
  const tell = name => document.dispatchEvent(new CustomEvent(`table:${name}`));   // sounds.js listens, if it is there
  const EASE = "cubic-bezier(.2,.75,.3,1)";
  const SHORTEST = 120, LONGEST = 220;

  const far = (one, other) => Math.max(Math.abs(one.left - other.left), Math.abs(one.top - other.top));
  const running = new WeakMap();          // item: {motion, x, y, size}, the travel that a card is on

  // How far from its place, and how large, an item on a travel is seen. Reckoned: asking the browser has all styled anew.
  function offset(item) {
    const travel = running.get(item);
    if (!travel) return { x: 0, y: 0, size: 1 };
    const left = 1 - (travel.motion.effect.getComputedTiming().progress ?? 1);
    return { x: travel.x * left, y: travel.y * left, size: 1 + (travel.size - 1) * left };
  }

  // Where an item lies, whatever travel it is seen on.
  function homeOf(item, rect) {
    if (!running.has(item)) return rect;
    const { x, y, size } = offset(item);
    return { left: rect.left - x, top: rect.top - y, width: rect.width / size };
  }

  // Whether an item on its way to another pile will lie at a place of the window, wherever it is seen.
  function lands(item, x, y) {
    if (!item.classList.contains("moving")) return false;
    const rect = item.getBoundingClientRect(), { left, top, width } = homeOf(item, rect);
    return x >= left && x < left + width && y >= top && y < top + rect.height * width / rect.width;
  }

  // End an item's travel. Returns how far from its place it is seen: whoever takes it there goes on from that.
  function stop(item) {
    const seen = offset(item), travel = running.get(item);
    if (!travel) return seen;
    forget(item);
    travel.motion.cancel();
    return seen;
  }

  function forget(item) {
    running.delete(item);
    item.classList.remove("moving");
  }

  // Where every card is seen now: {code, pile, index, rect} of each. `only`: piles of which alone cards will move.
  function snapshot(only) {
    if (calm.matches) return null;
    const seen = [];
    for (const pile of only || document.querySelectorAll("#table .pile")) {
      let index = 0;
      for (const item of pile.children) {
        const card = item.firstElementChild;
        if (card && card.dataset.card) {
          const rect = item.getBoundingClientRect();
          const moving = item.classList.contains("moving");
          seen.push({ code: card.dataset.card, pile: pile.id, index, item, rect, moving, home: homeOf(item, rect) });
        }
        index++;
      }
    }
    const stocks = [...document.querySelectorAll("#table .stock")].map(stock => [stock.id, stock.getBoundingClientRect()]);
    return { seen, only, stocks: new Map(stocks) };
  }

  // Let every card that is seen elsewhere than in the snapshot travel from there.
  function play(before) {
    if (!before || calm.matches) return;
    const now = snapshot(before.only);
    const place = one => one.code + one.pile + one.index;
    const old = new Map(before.seen.map(one => [place(one), one]));
    const pairs = [], fresh = [];
    for (const one of now.seen) {
      const same = old.get(place(one));
      if (same) { pairs.push([same, one]); old.delete(place(one)); } else fresh.push(one);
    }
    const left = [...old.values()];
    for (const one of fresh) {
      const at = left.findIndex(other => other.code === one.code);
      if (at >= 0) pairs.push([left.splice(at, 1)[0], one]);
      else if (before.stocks.has(one.pile.replace(/w$/, "s"))) travel(one.item, before.stocks.get(one.pile.replace(/w$/, "s")), one.home, true);
      else if (one.pile.includes("pile-t")) turn(one.item);
    }
    for (const [from, to] of pairs) {
      const stays = from.item === to.item && far(from.home, to.home) < 1;   // and its travel, if it is on one, goes on
      if (!stays) travel(to.item, from.rect, to.home, from.moving || from.pile !== to.pile);   // its place may shift meanwhile
    }
  }

  function travel(item, from, to, above) {
    const x = from.left - to.left, y = from.top - to.top;
    stop(item);
    if (far(from, to) < 1) return;
    const duration = Math.min(LONGEST, SHORTEST + Math.hypot(x, y) / 6);
    const size = Math.abs(from.width - to.width) > 1 && from.width && to.width ? from.width / to.width : 1;
    const start = `translate(${x}px, ${y}px)${size === 1 ? "" : ` scale(${size})`}`;
    // Transforms alone: anything else in the frames would take the animation away from the compositor.
    const motion = item.animate([{ transform: start }, { transform: "none" }], { duration, easing: EASE });
    running.set(item, { motion, x, y, size });
    if (above) item.classList.add("moving");
    motion.onfinish = motion.oncancel = () => { if (running.get(item)?.motion === motion) forget(item); };
  }

  function turn(item) {
    item.firstElementChild.animate([{ transform: "scaleX(.05)" }, { transform: "none" }], { duration: 160, easing: EASE });
  }

  // A card that does not go where it was sent shakes its head; on top of its way home, if it is still on it.
  function refuse(items) {
    tell("refused");
    if (calm.matches) return;
    for (const item of items) {
      item.animate([{ transform: "none" }, { transform: "translateX(-5px)" }, { transform: "translateX(4px)" }, { transform: "none" }], { duration: 200, easing: "ease-out", composite: "add" });
    }
  }

  // A win: the foundations bow one after the other, and a few suits rise over the cloth.
  function celebrate() {
    tell("won");
    if (calm.matches) return 0;
    const table = document.getElementById("table");
    [...document.querySelectorAll("#foundations .pile")].forEach((pile, index) => {
      pile.animate([{ transform: "none" }, { transform: "translateY(-9%) scale(1.05)" }, { transform: "none" }], { duration: 420, delay: index * 70, easing: "ease-in-out" });
    });
    const box = table.getBoundingClientRect();
    for (let count = 0; count < 28; count++) {
      const petal = document.createElement("span");
      petal.className = `petal ${"shdc"[count % 4]}`;
      petal.setAttribute("aria-hidden", "true");
      table.append(petal);
      const x = box.width * (0.08 + 0.84 * Math.random()), sway = (Math.random() - 0.5) * 120, size = 0.6 + Math.random() * 0.9;
      petal.animate(
        [
          { transform: `translate(${x}px, ${box.height}px) scale(${size})`, opacity: 0 },
          { opacity: 1, offset: 0.25 },
          { transform: `translate(${x + sway}px, ${box.height * (0.1 + 0.4 * Math.random())}px) scale(${size}) rotate(${sway}deg)`, opacity: 0 },
        ],
        { duration: 1500 + Math.random() * 700, delay: Math.random() * 500, easing: "ease-out", fill: "both" },
      ).onfinish = () => petal.remove();
    }
    return 900;
  }

  // The cards of a fresh deal fly in by the stylesheet; the first gesture, or a second, ends that for good.
  function deal(play) {
    const dealt = () => play.classList.remove("fresh");
    play.classList.add("fresh");
    for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, dealt, { once: true, capture: true });
    setTimeout(dealt, 1000);
  }

  const fresh = document.querySelector(".play.fresh");
  if (fresh) deal(fresh);

  return { snapshot, play, stop, lands, refuse, celebrate, deal, get calm() { return calm.matches; } };
})();

// Piles on the page: a move shown before it is confirmed, and the server's piles put in the place of those shown.
// No rule of any game stands here. Shared by the table for one and by matches.
Reussite.piles = (() => {
  "use strict";
  const MOVE = /^(w|[tf]\d+)(?::(\d+))?-(f|t\d+)$/;
  const pileOf = token => document.getElementById(`pile-${token}`);
  const nameOf = pile => pile.id.slice(5);
  const codeOf = item => (item && item.firstElementChild || { dataset: {} }).dataset.card;
  const itemsOf = (pile, count) => [...pileOf(pile).children].slice(-count);
  const slotOf = (token, to, data) => pileOf(to === "f" ? data.slots[token] : to);
  const group = (pile, count) => (count > 1 ? `${pile}:${count}` : pile);   // as tokens name cards of a pile

  // Move the cards of a token on the page. Returns how to take that back; null if it cannot be shown.
  // `first`: nothing is on its way before it, so that what the data do not allow is not shown at all.
  function show(token, data, first) {
    const found = MOVE.exec(token || "");
    if (!found) return null;
    const [, from, count = "1", to] = found;
    const source = pileOf(from), target = slotOf(token, to, data);
    const items = source ? [...source.children].slice(-count) : [];
    if (!target || items.length < count || !items.every(item => item.firstElementChild.dataset.card)) return null;
    if (first && !data.actions.includes(token)) return null;
    const place = target.querySelector(".place");
    const gone = place && place.parentElement;
    if (gone) gone.remove();
    move(items, target);
    const bare = !source.children.length && emptyPlace(from);
    if (bare) source.append(bare);
    document.dispatchEvent(new CustomEvent("table:moved"));
    return () => {
      if (bare) bare.remove();
      move(items, source);
      if (gone) target.append(gone);
    };
  }

  // To the end of a pile: the focus stays on a card that is moved, where the browser knows how.
  function move(items, pile) {
    if (!pile.moveBefore) return pile.append(...items);
    for (const item of items) if (item.isConnected) pile.moveBefore(item, null); else pile.append(item);
  }

  function emptyPlace(pile) {
    if (pile[0] !== "t") return null;
    const item = document.createElement("li"), button = document.createElement("button");
    item.className = "bare";
    button.className = "card place";
    button.tabIndex = -1;
    item.append(button);
    return item;
  }

  // The cards that a token would have moved.
  function carried(token) {
    const found = MOVE.exec(token || "");
    const source = found && pileOf(found[1]);
    return source ? [...source.children].slice(-(found[2] || 1)) : [];
  }

  // The cards that a token has moved on the page.
  function shown(token, data) {
    const [, , count = "1", to] = MOVE.exec(token);
    return [...slotOf(token, to, data).children].slice(-count);
  }

  // The piles between which a token moves cards.
  function between(token, data) {
    const found = MOVE.exec(token || "");
    return found ? [pileOf(found[1]), slotOf(token, found[3], data)].filter(Boolean) : [];
  }

  // Light a pile: its class says why, and what is seen hangs on its last card alone, so that no other is drawn anew.
  function glow(pile, why) {
    pile.classList.add(why);
    if (pile.lastElementChild) pile.lastElementChild.classList.add("lit");
  }

  function dull(why) {
    for (const pile of document.querySelectorAll(`#table .${why}`)) {
      pile.classList.remove(why);
      for (const item of pile.querySelectorAll(".lit")) item.classList.remove("lit");
    }
  }

  const MARKS = / ?(taken|carried|moving|unconfirmed|lit|aimed|hinted)/g;   // what scripts add to a card's item

  function sameItem(item, other) {
    const a = item.firstElementChild, b = other.firstElementChild;
    return a && b && a.tagName === b.tagName && a.dataset.card === b.dataset.card && a.getAttribute("aria-label") === b.getAttribute("aria-label") && a.className === b.className && item.className.replace(MARKS, "").trim() === other.className;
  }

  // How many cards, from the bottom up, a pile shows as it should.
  function alike(old, fresh) {
    let count = 0;
    while (count < old.children.length && count < fresh.children.length && sameItem(old.children[count], fresh.children[count])) count++;
    return count;
  }

  // Put the server's pile in the place of the one shown; `swapping` is told before cards change. Cards that are shown
  // as they should keep their elements: focus, drags and animations go on, and nothing is laid out for them.
  function renew(old, fresh, swapping) {
    if (old.classList.contains("stock")) { swapping(old); return old.replaceWith(fresh); }
    const kept = alike(old, fresh);
    if (kept < old.children.length || kept < fresh.children.length) {
      swapping(old);
      for (const item of [...old.children].slice(kept)) item.remove();
      old.append(...[...fresh.children].slice(kept));
    }
    old.setAttribute("aria-label", fresh.getAttribute("aria-label"));
    old.className = fresh.className;
  }

  // The whole table came: its piles are renewed if they are the same ones.
  function renewAll(table, fresh, swapping) {
    const all = [...fresh.querySelectorAll(".pile")];
    if (!all.length || all.some(pile => !table.querySelector(`#${pile.id}`))) return false;
    for (const pile of all) renew(document.getElementById(pile.id), pile, swapping);
    return true;
  }

  return { pileOf, nameOf, codeOf, itemsOf, group, glow, dull, show, shown, carried, between, renew, renewAll };
})();

// What every table's page has around its cards: the line that says something, dialogs, questions, copying.
Reussite.ui = (() => {
  "use strict";
  const byId = id => document.getElementById(id);

  function say(text, kind = "") {
    const message = byId("message");
    if (message.textContent === text) return;
    message.textContent = text;
    message.className = text ? `message ${kind}` : "message";
  }

  function open(id) {
    const dialog = byId(id);
    if (dialog.open) dialog.close();
    const menu = byId("menu");
    if (menu && menu.matches(":popover-open")) menu.hidePopover();
    dialog.showModal();
    dialog.scrollTop = 0;                 // the focus, on the main button, may lie below the headline
  }

  // A result opens by itself: where it has nobody to give the focus back to, the table's next step takes it.
  document.addEventListener("close", event => { if (!event.target.open) requestAnimationFrame(keepFocus); }, true);
  function keepFocus() {
    // What was in a dialog just shut keeps the focus until the next picture is drawn.
    const held = document.activeElement;
    if (held !== document.body && !held.closest("dialog:not([open])")) return;
    const next = document.querySelector(".tools .call:not([hidden])");
    if (next) next.focus();
  }

  // Ask once more before what cannot be undone.
  function confirm(question, yes) {
    const dialog = byId("confirm");
    byId("confirm-text").textContent = question;
    dialog.returnValue = "";
    dialog.onclose = () => { if (dialog.returnValue === "yes") yes(); };
    open("confirm");
  }

  // Whether the text is in the clipboard now: not every browser lets a page do that.
  async function copy(text) {
    try { await navigator.clipboard.writeText(text); return true; } catch { return false; }
  }

  document.addEventListener("click", async event => {
    const opener = event.target.closest("[data-opens]");
    if (opener) return open(opener.dataset.opens);
    const copier = event.target.closest("[data-copy]");
    if (!copier) return;
    event.preventDefault();
    const words = copier.querySelector("span") || copier;
    const text = "absolute" in copier.dataset ? new URL(copier.dataset.copy, location.href).href : copier.dataset.copy;
    const done = await copy(text);
    if (!done || copier.id === "copy") return say(done ? copier.dataset.done : text);
    const before = words.textContent;
    words.textContent = copier.dataset.done;
    setTimeout(() => { words.textContent = before; }, 1500);
  });

  return { say, open, confirm };
})();

// A column that closed up so far that its cards are hard to read or hit is spread out: over its neighbours, in as many
// rows as it needs, every index whole. Only the class changes; the cards stay the same elements.
Reussite.spread = (() => {
  "use strict";
  const NARROW = 24;                      // px: the least strip of a card that a finger hits
  const shown = () => document.querySelector("#play .column.spread");

  function crowded(pile, least = NARROW) {
    if (pile === shown()) return false;
    const cards = [...pile.querySelectorAll(":scope > li:not(.down)")];
    return cards.slice(1).some((item, at) => item.getBoundingClientRect().top - cards[at].getBoundingClientRect().top < least);
  }

  function open(pile) {
    const before = Reussite.motion.snapshot();
    if (shown()) shut(shown());
    const row = pile.parentElement.getBoundingClientRect(), box = pile.getBoundingClientRect();
    pile.classList.toggle("leftward", box.left + box.width / 2 > row.left + row.width / 2);
    pile.classList.add("spread");
    pile.parentElement.classList.add("dimmed");
    Reussite.motion.play(before);
  }

  // `still`: whoever calls moves the cards himself.
  function close(still) {
    const pile = shown();
    if (!pile) return;
    const before = still ? null : Reussite.motion.snapshot();
    shut(pile);
    Reussite.motion.play(before);
  }

  // A card of the spread column is in the hand: the columns beside it, where it may go, are seen again.
  function lift() {
    const pile = shown();
    if (!pile) return;
    pile.classList.add("lifting");
    pile.parentElement.classList.remove("dimmed");
  }

  function shut(pile) {
    pile.classList.remove("spread", "lifting");
    pile.parentElement.classList.remove("dimmed");
  }

  return { crowded, open, close, lift, get pile() { return shown(); } };
})();

// The cards that a tap or a key has taken, {pile, count, code}, and the places lit for them: what goes there is looked
// up in the table's data. One thing is taken at a time.
Reussite.taken = (() => {
  "use strict";
  const { pileOf, codeOf, itemsOf, group, glow, dull } = Reussite.piles;
  let held = null;

  function hold(pile, count) {
    release();
    held = { pile, count, code: codeOf(itemsOf(pile, count)[0]) };
    mark();
  }

  function release() {
    held = null;
    dim();
    for (const item of document.querySelectorAll("#table .taken")) item.classList.remove("taken");
  }

  // Light the places where these cards may go.
  function light(pile, count) {
    if ("unlit" in document.getElementById("play").dataset) return;
    const start = `${group(pile, count)}-`, { actions, slots } = Reussite.table.data;
    for (const action of actions) {
      if (!action.startsWith(start)) continue;
      const target = action.slice(start.length), place = pileOf(target === "f" ? slots[action] : target);
      if (place) glow(place, "possible");
    }
  }

  function dim() {
    dull("possible");
  }

  // The cards on the page may be new ones: mark them again, or let go when the card is no longer there.
  function mark() {
    if (!held) return;
    const items = itemsOf(held.pile, held.count);
    if (items.length < held.count || codeOf(items[0]) !== held.code) return release();
    for (const item of items) item.classList.add("taken");
    dim();
    light(held.pile, held.count);
  }

  return { hold, release, light, dim, mark, get cards() { return held; } };
})();
