// Steps of an example without reloading the page; without this script the same links do the same.
(() => {
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first" };
  const pace = 1600;
  let timer = null;

  const box = () => document.getElementById("example");
  const link = (where) => box().querySelector(`[data-go="${where}"]`);

  async function go(url, remember = true) {
    const answer = await fetch(url, { headers: { Accept: "text/html" } });
    if (!answer.ok) { location.href = url; return; }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const focused = document.activeElement?.dataset?.go;
    const words = box().querySelector(".example-words");
    const fresh = page.getElementById("example");
    // The live region stays, its words change: that is what makes them heard.
    words.replaceChildren(...fresh.querySelector(".example-words").childNodes);
    fresh.querySelector(".example-words").replaceWith(words);
    box().replaceWith(fresh);
    if (remember) history.replaceState(null, "", url);
    begin();
    if (focused) link(focused)?.focus({ preventScroll: true });
  }

  function stop() {
    clearTimeout(timer);
    timer = null;
  }

  async function play() {
    if (timer === null) return;
    if (link("forward").classList.contains("off")) { stop(); begin(); return; }
    await go(link("forward").href);
    if (timer !== null) timer = setTimeout(play, pace);
  }

  function begin() {
    const button = link("play");
    button.hidden = false;
    if (timer !== null) [button.textContent, button.dataset.playing] = [button.dataset.playing, button.textContent];
    button.onclick = async () => {
      if (timer !== null) { stop(); await go(location.href); return; }
      timer = setTimeout(play, pace / 2);
      if (link("forward").classList.contains("off")) await go(link("first").href);
      else begin();
    };
  }

  document.addEventListener("click", (event) => {
    const target = event.target.closest("#example a[data-go]");
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    if (target.classList.contains("off")) return;
    // On a phone the words can lie under the buttons at the foot: whoever asks for a step sees all of it.
    go(target.href).then(() => box().scrollIntoView({ block: "nearest" }));
  });

  document.addEventListener("keydown", (event) => {
    const where = keys[event.key];
    if (!where || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    link(where).click();
  });

  begin();
})();
