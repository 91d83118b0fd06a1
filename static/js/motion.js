// How cards travel: measured before, measured after, animated from one to the other (FLIP). Nothing here changes the
// table; nothing runs under reduced motion; every animation starts from where a card is seen, so it can be interrupted.
window.Reussite = window.Reussite || {};
Reussite.motion = (() => {
  "use strict";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const EASE = "cubic-bezier(.2,.75,.3,1)";
  const SHORTEST = 120, LONGEST = 220;

  // Where every card is seen now: a list of {code, pile, index, rect}.
  function snapshot() {
    if (calm.matches) return null;
    const seen = [];
    for (const pile of document.querySelectorAll("#table .pile")) {
      let index = 0;
      for (const item of pile.children) {
        const card = item.firstElementChild;
        if (card && card.dataset.card) seen.push({ code: card.dataset.card, pile: pile.id, index, item, rect: item.getBoundingClientRect() });
        index++;
      }
    }
    const stocks = [...document.querySelectorAll("#table .stock")].map(stock => [stock.id, stock.getBoundingClientRect()]);
    return { seen, stocks: new Map(stocks) };
  }

  // Let every card that is seen elsewhere than in the snapshot travel from there.
  function play(before) {
    if (!before || calm.matches) return;
    const now = snapshot();
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
      else if (before.stocks.has(one.pile.replace(/w$/, "s"))) travel(one.item, before.stocks.get(one.pile.replace(/w$/, "s")), one.rect, true);
      else if (one.pile.includes("pile-t")) turn(one.item);
    }
    for (const [from, to] of pairs) travel(to.item, from.rect, to.rect, from.pile !== to.pile);
  }

  function travel(item, from, to, above) {
    const x = from.left - to.left, y = from.top - to.top;
    if (Math.abs(x) < 1 && Math.abs(y) < 1) return;
    const duration = Math.min(LONGEST, SHORTEST + Math.hypot(x, y) / 6);
    const size = Math.abs(from.width - to.width) > 1 && from.width && to.width ? ` scale(${from.width / to.width})` : "";
    const start = { transform: `translate(${x}px, ${y}px)${size}`, transformOrigin: "0 0" };
    run(item, [start, { transform: "none", transformOrigin: "0 0" }], { duration, easing: EASE }, above);
  }

  function turn(item) {
    run(item.firstElementChild, [{ transform: "scaleX(.05)" }, { transform: "none" }], { duration: 160, easing: EASE });
  }

  function run(element, frames, timing, above) {
    const motion = element.animate(frames, timing);
    if (!above) return;
    element.classList.add("moving");
    motion.onfinish = motion.oncancel = () => element.classList.remove("moving");
  }

  // A card that does not go where it was sent shakes its head.
  function refuse(items) {
    if (calm.matches) return;
    for (const item of items) {
      item.animate([{ transform: "none" }, { transform: "translateX(-5px)" }, { transform: "translateX(4px)" }, { transform: "none" }], { duration: 200, easing: "ease-out" });
    }
  }

  // A win: the foundations bow one after the other, and a few suits rise over the cloth.
  function celebrate() {
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

  return { snapshot, play, refuse, celebrate };
})();
