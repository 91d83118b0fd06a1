// Hands on the table: taps, drags by mouse, pen or finger, and the keyboard. What a gesture means is looked up in the
// table's data; what it asks for goes through Reussite.table.ask.
(() => {
  "use strict";
  const { table, motion, spread, taken } = Reussite;
  if (!table) return;
  const { nameOf: token, codeOf, itemsOf, group: name } = Reussite.piles;
  const { hold, release, light, dim, mark } = taken;
  const play = document.getElementById("play");
  const THRESHOLD = 6;                    // px a pointer travels before a press becomes a drag
  const LONG = 400;                       // ms after which a press that stays spreads a crowded column
  const TINY = 14;                        // px: a strip narrower than that is hard to hit with a mouse as well
  const DOUBLE = 300;                     // ms between the taps of a double tap
  const AREA = play.classList.contains("match") ? "#own" : "#table";   // where the own cards are
  const doubleTaps = "double" in play.dataset, automatic = "nearest" in play.dataset, lights = !("unlit" in play.dataset);

  // Over everything while cards are carried: it has the pointer and its cursor, and no card changes its style for that.
  // It is always there: put in and taken out, it has the page laid out anew.
  const grip = Object.assign(document.createElement("i"), { className: "grip" });
  play.append(grip);
  let press = null, drag = null;          // the pointer that is down, and what it carries
  let lastTap = { time: -1e9 }, lastSent = { time: -1e9 }, swallow = false;

  const cardOf = item => item && item.firstElementChild;
  const isColumn = pile => pile[0] === "t";
  const countFrom = item => { let count = 1; while ((item = item.nextElementSibling)) count++; return count; };

  // Whether a card of a pile can be taken at all: it is face up, and in stock, waste and foundations the last one.
  function takes(item) {
    const pile = token(item.parentElement);
    return pile !== "s" && Boolean(codeOf(item)) && cardOf(item).tagName === "BUTTON" && (isColumn(pile) || !item.nextElementSibling);
  }

  // --- letting go of what is taken ----------------------------------------------------------------------------------
  function drop(target) {
    const { pile, count } = taken.cards, box = boxOf(target);
    const found = automatic ? placeNear(pile, count, target, box) : target;
    release();
    spread.close();
    lastTap = { time: -1e9 };
    if (found !== target && table.pending()) return putLater(pile, count, target, box);
    if (pile[0] === "f" && found === "f") return;
    if (count > 1 && found === "f") return table.say(play.dataset.one, "refused");
    table.ask({ token: `${name(pile, count)}-${found}` });
  }

  // --- taps --------------------------------------------------------------------------------------------------------
  function tap(pile, item, at) {
    if (!taken.cards && spread.pile && token(spread.pile) !== pile) spread.close();
    if (pile !== lastSent.pile) lastSent = { time: -1e9 };
    if (pile === "s") return tapStock();
    if (taken.cards && taken.cards.pile !== pile && (isColumn(pile) || pile[0] === "f")) return drop(isColumn(pile) ? pile : "f");
    if (lastSent.pile === pile && at - lastSent.time < DOUBLE) { lastSent.time = at; return; }
    const again = item && lastTap.pile === pile && lastTap.code === codeOf(item) && lastTap.count === countFrom(item) && at - lastTap.time < DOUBLE;
    lastTap = item ? { pile, code: codeOf(item), count: countFrom(item), time: at } : { time: -1e9 };
    if (again && doubleTaps) return doubleTap(pile, lastTap.count, lastTap.code, at);
    if (!item || !takes(item)) return release();
    if (taken.cards && taken.cards.pile === pile) {
      const same = taken.cards.count === countFrom(item);
      return same ? release() : hold(pile, countFrom(item));
    }
    release();
    if (item.nextElementSibling || pile[0] === "f") return hold(pile, countFrom(item));
    tapTop(pile, codeOf(item), at);
  }

  // One tap on a last card: up if a foundation takes it; else it is taken.
  function tapTop(pile, code, at) {
    const still = () => codeOf(table.pileOf(pile).lastElementChild) === code;
    table.ask({
      resolve: () => {
        const found = still() && table.data.tap[pile];
        if (found) lastSent = { pile, time: Math.max(at, lastSent.time) };
        return found;
      },
      otherwise: () => { if (still() && !taken.cards) hold(pile, 1); },
    });
  }

  function doubleTap(pile, count, code, at) {
    const key = name(pile, count);
    lastTap = { time: -1e9 };
    release();
    table.ask({
      resolve: () => {
        const found = codeOf(itemsOf(pile, count)[0]) === code && table.data.double[key];
        if (found) lastSent = { pile, time: at };
        return found;
      },
      otherwise: () => motion.refuse(itemsOf(pile, count)),
    });
  }

  // What was seen is what is meant: a draw asked for before the last answer never turns the waste over.
  function tapStock() {
    release();
    const stock = table.pileOf("s");
    if (!stock) return;
    const meant = stock.classList.contains("redeal") ? "w-s" : "s-w";
    table.ask({
      resolve: () => table.data.actions.includes(meant) && meant,
      otherwise: () => table.say(table.data.turn === "above" ? play.dataset.theirs : table.pileOf("s").getAttribute("aria-label")),
    });
  }

  // --- drags -------------------------------------------------------------------------------------------------------
  play.addEventListener("pointerdown", event => {
    if (press || drag) return cancel();               // a second finger sends the cards home
    if (event.button || !event.isPrimary) return;
    const pile = event.target.closest(`${AREA} .pile`);
    if (!pile) { if (!event.target.closest("button, a, input")) { release(); spread.close(); } return; }
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, pile: token(pile), item: pressed(pile, event), type: event.pointerType };
    if (isColumn(press.pile)) press.timer = setTimeout(longPress, LONG, press);
  });

  // The card that was pressed: of those that lie there the uppermost, though it may still be seen on its way.
  function pressed(pile, event) {
    const hit = event.target.closest("li");
    return [...pile.children].reverse().find(item => item === hit || motion.lands(item, event.clientX, event.clientY)) || null;
  }

  // Whether the pressed card still lies where it was pressed: meanwhile the server may have had it elsewhere.
  const lies = one => Boolean(one.item) && one.item.parentElement === table.pileOf(one.pile);

  play.addEventListener("pointermove", event => {
    if (!press || event.pointerId !== press.id) return;
    const x = event.clientX - press.x, y = event.clientY - press.y;
    if (!drag && Math.hypot(x, y) >= THRESHOLD && lies(press) && takes(press.item)) lift(event);
    if (drag) carry(x, y, event);
  });

  // Held down without moving, a crowded column spreads out.
  function longPress(one) {
    if (press !== one || drag) return;
    const pile = table.pileOf(one.pile);
    if (!spread.crowded(pile)) return;
    one.spread = true;
    spread.open(pile);
  }

  // A card taken from a crowded column is one among many: once no second tap can come, all show.
  function spreadTaken({ pile, type }) {
    const least = type === "mouse" ? TINY : undefined;
    if (taken.cards && taken.cards.pile === pile && taken.cards.count > 1 && !press && !drag && spread.crowded(table.pileOf(pile), least)) spread.open(table.pileOf(pile));
  }

  function lift(event) {
    clearTimeout(press.timer);
    release();
    lastTap = lastSent = { time: -1e9 };
    const count = countFrom(press.item);
    drag = { id: press.id, pile: press.pile, count, code: codeOf(press.item), items: itemsOf(press.pile, count), x: 0, y: 0 };
    drag.places = [...document.querySelectorAll(`${AREA} .column`)].map(pile => ({ pile, box: pile.getBoundingClientRect() }));
    drag.foundations = document.getElementById("foundations").getBoundingClientRect();
    drag.box = cardOf(drag.items[0]).getBoundingClientRect();
    drag.from = drag.items.map(motion.stop);          // a card in flight is taken where it is seen
    for (const item of drag.items) item.classList.add("carried");
    grip.classList.add("on");
    spread.lift();
    light(drag.pile, count);
    try { grip.setPointerCapture(event.pointerId); } catch { /* the pointer is gone already: its end will come */ }
  }

  function carry(x, y, event) {
    Object.assign(drag, { x, y, clientX: event.clientX, clientY: event.clientY });
    drag.items.forEach((item, at) => { item.style.transform = `translate(${drag.from[at].x + x}px, ${drag.from[at].y + y}px)`; });
    const found = target();
    if (drag.over === found) return;
    drag.over = found;
    aim(lights && found && found !== "f" && table.data.actions.includes(`${name(drag.pile, drag.count)}-${found}`) ? table.pileOf(found).lastElementChild : null);
  }

  // Mark the card on which the carried ones would be put.
  function aim(item) {
    if (drag.aimed) drag.aimed.classList.remove("aimed");
    if (item) item.classList.add("aimed");
    drag.aimed = item;
  }

  // Where the carried cards would fall: the foundations as one place, or the column that they cover most.
  function target() {
    const { foundations, box, x, y, clientX, clientY } = drag;
    const middle = { x: box.left + x + box.width / 2, y: box.top + y + box.height / 2 };
    const inside = (spot, place) => spot.x >= place.left && spot.x <= place.right && spot.y >= place.top && spot.y <= place.bottom;
    if (inside({ x: clientX, y: clientY }, foundations) || inside(middle, foundations)) return "f";
    let best = null, most = box.width * 0.25;
    for (const { pile, box: place } of drag.places) {
      if (clientY < place.top - box.height || clientY > place.bottom + box.height) continue;
      const covered = Math.min(place.right, box.right + x) - Math.max(place.left, box.left + x);
      if (covered > most) { most = covered; best = token(pile); }
    }
    return best;
  }

  // « Placement auto »: where the cards were let go if they may lie there, else the nearest place that takes them.
  function placeNear(pile, count, found, { left, bottom }) {
    const start = `${name(pile, count)}-`;
    const asked = table.data.actions.filter(action => action.startsWith(start));
    const back = found === pile || (found === "f" && pile[0] === "f");
    if (back || !asked.length || asked.includes(start + found)) return found;
    const far = action => {
      const to = action.slice(start.length), place = boxOf(to === "f" ? table.data.slots[action] : to);
      return Math.hypot(left - place.left, bottom - place.bottom);
    };
    return asked.reduce((best, action) => (far(action) < far(best) ? action : best)).slice(start.length);
  }

  // Another place than the one meant is looked for once the answers on their way are in: they may have made that one fit.
  function putLater(pile, count, found, box) {
    const first = () => codeOf(itemsOf(pile, count)[0]), code = first();
    table.ask({
      resolve: () => {
        const place = first() === code && placeNear(pile, count, found, box);
        return place && `${name(pile, count)}-${place}`;
      },
    });
  }

  const boxOf = place => (table.pileOf(place) || document.getElementById("foundations")).getBoundingClientRect();

  play.addEventListener("pointerup", event => {
    if (!press || event.pointerId !== press.id) return;
    if (drag) return finish();
    const one = press, { pile, item } = one;
    clearTimeout(one.timer);
    press = null;
    swallow = true;
    setTimeout(() => { swallow = false; }, 0);
    if (one.spread) return;
    tap(pile, lies(one) ? item : null, event.timeStamp);
    if (taken.cards && taken.cards.pile === pile) setTimeout(spreadTaken, DOUBLE, one);
  });

  function finish() {
    const { pile, count, x, y } = drag, over = target();
    const box = { left: drag.box.left + x, bottom: drag.box.bottom + y };
    const found = automatic ? placeNear(pile, count, over, box) : over;
    const asked = `${name(pile, count)}-${found}`;
    const from = motion.snapshot(new Set([drag.items[0].parentElement, ...spread.pile ? [spread.pile] : [], ...Reussite.piles.between(asked, table.data)]));
    lay();
    if (found !== over && table.pending()) { motion.play(from); return putLater(pile, count, over, box); }
    if (!found || found === pile || (pile[0] === "f" && found === "f")) return motion.play(from);
    if (found === "f" && count > 1) { table.say(play.dataset.one, "refused"); return motion.play(from); }
    if (!table.data.actions.includes(asked)) motion.play(from);
    table.ask({ token: asked, from });
  }

  // Put down what is carried: the cards lie where the page has them.
  function lay() {
    for (const item of drag.items) { item.classList.remove("carried"); item.style.removeProperty("transform"); }
    aim(null);
    grip.classList.remove("on");
    if (grip.hasPointerCapture(drag.id)) grip.releasePointerCapture(drag.id);
    spread.close(true);
    dim();
    drag = press = null;
  }

  function cancel() {
    if (press) clearTimeout(press.timer);
    press = null;
    if (!drag) return;
    const from = motion.snapshot();
    lay();
    motion.play(from);
  }

  play.addEventListener("pointercancel", event => { if (press && event.pointerId === press.id) cancel(); });
  // A finger's first capture, by the card itself, is lost to ours as the drag begins: only the loss of ours ends it.
  play.addEventListener("lostpointercapture", event => { if (drag && event.target === grip && event.pointerId === press.id) cancel(); });
  for (const kind of ["resize", "blur", "orientationchange"]) addEventListener(kind, cancel);
  play.addEventListener("dragstart", event => event.preventDefault());
  play.addEventListener("contextmenu", event => { if (event.target.closest(".pile") && press && press.type !== "mouse") event.preventDefault(); });

  // A pile is about to be replaced: cards carried from it go home, and the focus is kept in mind.
  let focused = null;
  document.addEventListener("table:swap", ({ detail: pile }) => {
    if (drag && (!pile || token(pile) === drag.pile)) { lay(); }
    const active = document.activeElement;
    if (active && active.closest(".pile") && (!pile || pile.contains(active))) {
      focused = { pile: token(active.closest(".pile")), code: active.dataset.card };
    }
  });
  // What had been shown was taken back: cards that are carried may lie elsewhere again.
  document.addEventListener("table:back", () => {
    if (drag && drag.items.some(item => item.parentElement !== table.pileOf(drag.pile))) lay();
  });
  document.addEventListener("table:change", () => {
    mark();
    if (drag) light(drag.pile, drag.count);
    if (!focused) return reachable();
    const { pile, code } = focused;
    focused = null;
    focus(pile, code);
  });

  // A click that no pointer made: a screen reader or a switch. It is a tap.
  play.addEventListener("click", event => {
    const card = event.target.closest(`${AREA} .pile .card`);
    if (!card || swallow || event.detail) return;
    tap(token(card.closest(".pile")), card.parentElement, event.timeStamp);
  });

  // --- keyboard ----------------------------------------------------------------------------------------------------
  const buttons = pile => (table.pileOf(pile) ? [...table.pileOf(pile).querySelectorAll("button.card")] : []);
  const all = start => [...document.querySelectorAll(`${AREA} ${start}`)].map(token);
  const left = pile => table.pileOf(pile).getBoundingClientRect().left;
  const upper = () => [...all(".stock"), ...all(".waste"), ...all(".foundation")].sort((one, other) => left(one) - left(other));

  function focus(pile, code) {
    const list = buttons(pile);
    const button = list.find(one => code && one.dataset.card === code) || list.at(-1);
    if (!button) return false;
    for (const one of document.querySelectorAll(`${AREA} button[tabindex='0']`)) one.tabIndex = -1;
    button.tabIndex = 0;
    button.focus({ preventScroll: true });
    if (document.documentElement.scrollHeight > innerHeight) button.scrollIntoView({ block: "nearest" });   // zoomed far in
    return true;
  }

  function cursor() {
    const active = document.activeElement;
    const pile = active && active.closest(`${AREA} .pile`);
    return pile ? { pile: token(pile), button: active, list: buttons(token(pile)) } : null;
  }

  function sideways(step) {
    const at = cursor();
    const row = at && !isColumn(at.pile) ? upper() : all(".column");
    if (!at) return focus(row[0]);
    let place = row.indexOf(at.pile);
    do { place = (place + step + row.length) % row.length; } while (!buttons(row[place]).length && row[place] !== at.pile);
    focus(row[place]);
  }

  function vertical(step) {
    const at = cursor();
    if (!at) return focus(all(".column")[0]);
    if (!isColumn(at.pile)) return step > 0 ? focus(nearest(at.button, all(".column"))) : undefined;
    const place = at.list.indexOf(at.button) + step;
    if (place >= 0 && place < at.list.length) focus(at.pile, at.list[place].dataset.card);
    else if (place < 0 && upper().length) focus(nearest(at.button, upper().filter(pile => buttons(pile).length)));
  }

  function nearest(button, piles) {
    const x = button.getBoundingClientRect().left;
    const far = pile => Math.abs(table.pileOf(pile).getBoundingClientRect().left - x);
    return piles.reduce((best, pile) => (far(pile) < far(best) ? pile : best));
  }

  // The key that spreads the crowded column under the cursor, and closes it up again.
  function spreadAtCursor() {
    const at = cursor(), pile = at && isColumn(at.pile) && table.pileOf(at.pile);
    if (spread.pile) spread.close();
    else if (pile && spread.crowded(pile)) spread.open(pile);
  }

  // The key that takes and drops. Holding, the pile under the cursor is where the cards go.
  function takeOrDrop() {
    const at = cursor();
    if (!at) return;
    if (at.pile === "s") return tapStock();
    const item = at.button.parentElement;
    if (taken.cards && taken.cards.pile !== at.pile && (isColumn(at.pile) || at.pile[0] === "f")) {
      focused = { pile: at.pile };
      return drop(isColumn(at.pile) ? at.pile : "f");
    }
    if (taken.cards && taken.cards.pile === at.pile && taken.cards.count === countFrom(item)) return release();
    if (takes(item)) hold(at.pile, countFrom(item));
  }

  function send(meaning) {
    const at = cursor();
    const pile = taken.cards ? taken.cards.pile : at && at.pile, count = taken.cards ? taken.cards.count : at && countFrom(at.button.parentElement);
    if (!pile || pile === "s" || !itemsOf(pile, count).length) return;
    const key = name(pile, count);
    release();
    focused = { pile };
    table.ask({
      resolve: () => table.data[meaning][key],
      otherwise: () => { motion.refuse(itemsOf(pile, count)); if (meaning === "tap") table.ask({ token: `${key}-f` }); },
    });
  }

  const ask = name => { const button = document.getElementById(name); if (button && !button.disabled && !button.hidden) button.click(); };
  const turn = name => table.turn && table.turn(name);
  const KEYS = {
    ArrowLeft: () => sideways(-1), ArrowRight: () => sideways(1), ArrowUp: () => vertical(-1), ArrowDown: () => vertical(1),
    Home: () => focus(all(".column")[0]), End: () => focus(all(".column").at(-1)),
    Enter: takeOrDrop, " ": takeOrDrop, Escape: () => { cancel(); release(); spread.close(); }, e: spreadAtCursor,
    d: () => tapStock(), p: () => (document.getElementById("pass") ? ask("pass") : tapStock()), w: () => focus("w"),
    f: () => send("tap"), c: () => send("double"),
    z: () => turn("undo"), u: () => turn("undo"), y: () => turn("redo"), t: () => ask("finish"),
    h: () => ask("hint"), m: () => ask("list-moves"),
    s: () => table.pause && (table.data.paused ? table.resume() : table.pause()), n: () => document.getElementById("new-deal")?.requestSubmit(),
    "?": () => table.open("keys"),
  };

  document.addEventListener("keydown", event => {
    // A dialog just closed keeps the focus until the page is next drawn: only one that is open has its own keys.
    if (event.altKey || event.target.closest("input, select, textarea, dialog[open], :popover-open")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" || key === "y") { event.preventDefault(); turn(key === "y" || event.shiftKey ? "redo" : "undo"); }
      return;
    }
    if ((key === "Enter" || key === " ") && !cursor()) return;
    if (/^[1-9]$/.test(key)) return void (table.pileOf(`t${key}`) && focus(`t${key}`));
    const act = KEYS[key];
    if (!act || document.querySelector("dialog[open], :popover-open")) return;
    event.preventDefault();
    act();
  });

  // One card can be reached by the tab key; from there the arrows lead on.
  function reachable() {
    if (document.querySelector(`${AREA} button[tabindex='0']`)) return;
    const first = document.querySelector(`${AREA} .column:last-child button.card`);
    if (first) first.tabIndex = 0;
  }

  reachable();
})();
