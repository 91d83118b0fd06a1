// The countdown of the challenge.
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

  tick();
})();
