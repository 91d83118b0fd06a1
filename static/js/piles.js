// Piles on the page: a move shown before it is confirmed, and the server's piles put in the place of those shown.
// No rule of any game stands here. Shared by the table for one and by matches.
window.Reussite = window.Reussite || {};
Reussite.piles = (() => {
  "use strict";
  const MOVE = /^(w|[tf]\d+)(?::(\d+))?-(f|t\d+)$/;
  const pileOf = token => document.getElementById(`pile-${token}`);

  // Move the cards of a token on the page. Returns how to take that back; null if it cannot be shown.
  // `first`: nothing is on its way before it, so that what the data do not allow is not shown at all.
  function show(token, data, first) {
    const found = MOVE.exec(token || "");
    if (!found) return null;
    const [, from, count = "1", to] = found;
    const source = pileOf(from), target = to === "f" ? pileOf(data.slots[token]) : pileOf(to);
    const items = source ? [...source.children].slice(-count) : [];
    if (!target || items.length < count || !items.every(item => item.firstElementChild.dataset.card)) return null;
    if (first && !data.actions.includes(token)) return null;
    const place = target.querySelector(".place");
    const gone = place && place.parentElement;
    if (gone) gone.remove();
    target.append(...items);
    const bare = !source.children.length && emptyPlace(from);
    if (bare) source.append(bare);
    return () => {
      if (bare) bare.remove();
      source.append(...items);
      if (gone) target.append(gone);
    };
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

  function sameCards(old, fresh) {
    return old.children.length === fresh.children.length && [...old.children].every((item, index) => {
      const a = item.firstElementChild, b = fresh.children[index].firstElementChild;
      return a && b && a.tagName === b.tagName && a.dataset.card === b.dataset.card && a.className === b.className && item.className.replace(/ ?(taken|carried|moving)/g, "").trim() === fresh.children[index].className;
    });
  }

  // A pile that shows the right cards already keeps its elements: focus, drag and animations go on.
  function keep(old, fresh) {
    if (!sameCards(old, fresh) || old.classList.contains("stock")) return false;
    old.setAttribute("aria-label", fresh.getAttribute("aria-label"));
    old.className = fresh.className;
    return true;
  }

  // The whole table came: only the piles that differ are replaced, each announced to `swapping` before.
  function swapAll(table, fresh, swapping) {
    const all = [...fresh.querySelectorAll(".pile")];
    if (!all.length || all.some(pile => !table.querySelector(`#${pile.id}`))) return false;
    for (const pile of all) {
      const old = document.getElementById(pile.id);
      if (keep(old, pile)) continue;
      swapping(old);
      old.replaceWith(document.importNode(pile, true));
    }
    return true;
  }

  return { pileOf, show, carried, keep, swapAll };
})();
