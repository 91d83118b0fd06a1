// The countdown of the challenge, and the button that copies the text to share.
(() => {
  const pad = (number) => String(number).padStart(2, "0");

  function tick() {
    for (const time of document.querySelectorAll("#countdown[data-until]")) {
      const seconds = Math.max(0, Math.round((new Date(time.dataset.until) - Date.now()) / 1000));
      const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
      time.textContent = `${hours}:${pad(minutes)}:${pad(seconds % 60)}`;
      if (seconds === 0) return setTimeout(() => location.reload(), 1500);
    }
    return setTimeout(tick, 1000);
  }

  function offerCopy() {
    const button = document.getElementById("share-copy"), text = document.getElementById("share-text");
    if (!button || !navigator.clipboard) return;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text.value);
      button.textContent = button.dataset.done;
    });
  }

  tick();
  offerCopy();
})();
