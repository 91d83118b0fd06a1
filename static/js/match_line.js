// The line to the server: a socket that says that it is there, notices silence, and finds back by itself.
window.Reussite = window.Reussite || {};
Reussite.line = (path, told) => {
  "use strict";
  const { heard, lost, closed } = told;
  const PING = 4000, SILENCE = 9000;      // ms between two pings; ms without a word after which the line is dead
  const AGAIN = [300, 1000, 2000, 4000, 8000];
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  let socket = null, tries = 0, heardAt = 0, beat = 0, timer = 0, done = false;

  function open() {
    clearTimeout(timer);
    if (done || socket) return;
    const mine = socket = new WebSocket(url);
    heardAt = performance.now();
    clearInterval(beat);
    beat = setInterval(() => tend(mine), PING);
    mine.onopen = () => { heardAt = performance.now(); };
    mine.onmessage = event => {
      if (mine !== socket) return;
      heardAt = performance.now();
      tries = 0;
      const message = JSON.parse(event.data);
      if (message.type === "ping") send(message); else heard(message);   // browsers let a hidden page's own pings wait
    };
    mine.onclose = event => { if (mine === socket) gone(event.code); };
  }

  function tend(mine) {
    if (mine !== socket) return;
    if (performance.now() - heardAt > SILENCE) return drop();
    send({ type: "ping" });
  }

  // The other end is silent: no longer wait for it to say so.
  function drop() {
    const mine = socket;
    gone(1006);
    if (mine) mine.close();
  }

  function gone(code) {
    socket = null;
    clearInterval(beat);
    if (done) return;
    if (code >= 4400 && code !== 4408) { done = true; if (closed) closed(code); return; }
    if (lost) lost();
    const wait = AGAIN[Math.min(tries++, AGAIN.length - 1)];
    timer = setTimeout(open, wait * (0.8 + 0.4 * Math.random()));
  }

  function send(message) {
    if (!socket || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function end() {
    done = true;
    clearTimeout(timer);
    clearInterval(beat);
    if (socket) socket.close();
  }

  addEventListener("online", () => { tries = 0; open(); });
  addEventListener("offline", drop);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && !socket) { tries = 0; open(); } });
  addEventListener("pagehide", end);
  open();
  return { send, end };
};
