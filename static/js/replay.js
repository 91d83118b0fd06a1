/* A replay without reloading the page; without this script the same links show the same steps.
   The server draws each step from what the player saw. Steps are asked for one after the other, the last wish wins. */
(() => {
  const root = document.getElementById("replay");
  const { last, waits } = JSON.parse(document.getElementById("replay-data").textContent);
  const slider = document.getElementById("replay-at");
  const pace = document.getElementById("replay-pace");
  const play = root.querySelector('[data-go="play"]');
  const EVEN = 900, FAST = 320, LEAST = 120;
  const playWords = play.querySelector("span").textContent;
  let shown = Number(document.getElementById("replay-step").dataset.number);
  let wanted = shown, asking = null, timer = 0, playing = false;

  // --- one step after another ------------------------------------------------------------------------------------
  const target = { first: () => 0, back: () => wanted - 1, forward: () => wanted + 1, last: () => last };

  function go(number) {
    wanted = Math.max(0, Math.min(last, number));
    slider.value = wanted;
    asking ??= ask().finally(() => { asking = null; });
    return asking;
  }

  async function ask() {
    while (wanted !== shown) {
      const to = wanted, before = Math.abs(to - shown) === 1 ? Reussite.motion.snapshot() : null;
      const url = `${root.dataset.url}?pas=${to}`;
      const answer = await fetch(`${url}&de=${shown}`, { headers: { "HX-Request": "true" } }).catch(() => null);
      if (!answer?.ok) { location.href = url; return; }
      swap(await answer.text());
      shown = to;
      Reussite.motion.play(before);
      links();
      history.replaceState(null, "", url);
    }
  }

  // The answer is whole elements with ids: each takes the place of its own. The live line stays, so that it is heard.
  function swap(html) {
    for (const fresh of [...new DOMParser().parseFromString(html, "text/html").body.children]) {
      fresh.removeAttribute("hx-swap-oob");
      if (fresh.id === "replay-step") {
        const words = document.getElementById("said");
        words.textContent = fresh.querySelector("#said").textContent;
        fresh.querySelector("#said").replaceWith(words);
      }
      document.getElementById(fresh.id)?.replaceWith(fresh);
    }
  }

  function links() {
    for (const [name, number] of Object.entries({ first: 0, back: shown - 1, forward: shown + 1, last })) {
      const link = root.querySelector(`[data-go="${name}"]`);
      const at = Math.max(0, Math.min(last, number));
      link.href = `?pas=${at}`;
      link.toggleAttribute("aria-disabled", at === shown);
      if (at === shown) link.setAttribute("aria-disabled", "true");
    }
    slider.setAttribute("aria-valuetext", document.querySelector(".replay-figures").textContent.trim());
  }

  // --- playing -------------------------------------------------------------------------------------------------------
  function wait() {
    if (pace.value === "played") return Math.max(LEAST, waits[shown] ?? 0);
    return pace.value === "fast" ? FAST : EVEN;
  }

  function schedule() {
    clearTimeout(timer);
    if (!playing) return;
    if (shown >= last) { stop(); return; }
    timer = setTimeout(async () => { await go(shown + 1); schedule(); }, wait());
  }

  async function start() {
    playing = true;
    face();
    if (shown >= last) await go(0);
    schedule();
  }

  function stop() {
    playing = false;
    clearTimeout(timer);
    face();
  }

  function face() {
    play.classList.toggle("playing", playing);
    play.querySelector("span").textContent = playing ? play.dataset.playing : playWords;
  }

  // --- hands -----------------------------------------------------------------------------------------------------------
  root.addEventListener("click", (event) => {
    const control = event.target.closest("[data-go]");
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (control === play) { if (playing) stop(); else start(); return; }
    stop();
    go(target[control.dataset.go]());
  });

  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  slider.form.addEventListener("submit", (event) => { event.preventDefault(); go(Number(slider.value)); });
  pace.addEventListener("change", schedule);

  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, input")) return;
    if (keys[event.key]) { event.preventDefault(); stop(); go(target[keys[event.key]]()); }
    if (event.key === " " && !event.target.closest("a, button")) { event.preventDefault(); play.click(); }
  });

  for (const one of root.querySelectorAll(".scripted")) one.classList.remove("scripted");
  document.getElementById("replay-to").hidden = true;
  links();
})();
