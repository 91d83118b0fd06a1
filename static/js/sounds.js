// Sounds of the table, made on the spot: short, soft, no files. Loaded only where the reader switched them on.
(() => {
  "use strict";
  const VOLUME = 0.16;
  const LATE = 400;                       // ms after which a sound no longer belongs to what is seen
  let audio = null;

  function faded(start, seconds, loud) {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(VOLUME * loud, start);
    gain.gain.exponentialRampToValueAtTime(0.0005, start + seconds);
    gain.connect(audio.destination);
    return gain;
  }

  function note(pitch, after, seconds, loud = 1, shape = "sine") {
    const start = audio.currentTime + after, tone = audio.createOscillator();
    tone.type = shape;
    tone.frequency.value = pitch;
    tone.connect(faded(start, seconds, loud));
    tone.start(start);
    tone.stop(start + seconds);
  }

  // A card on cloth: a breath of noise.
  function card(after = 0, loud = 1) {
    const start = audio.currentTime + after, length = Math.round(audio.sampleRate * 0.07);
    const buffer = audio.createBuffer(1, length, audio.sampleRate), noise = buffer.getChannelData(0);
    for (let at = 0; at < length; at++) noise[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 3;
    const source = audio.createBufferSource(), filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = 1500;
    filter.Q.value = 0.7;
    source.buffer = buffer;
    source.connect(filter).connect(faded(start, 0.07, 2.2 * loud));
    source.start(start);
  }

  const SOUNDS = {
    deal: () => { for (let count = 0; count < 7; count++) card(count * 0.065, 0.7); },
    move: () => card(),
    refusal: () => { note(165, 0, 0.11, 1, "triangle"); note(131, 0.1, 0.16, 1, "triangle"); },
    win: () => [523, 659, 784, 1047].forEach((pitch, at) => note(pitch, at * 0.13, 0.5)),
    turn: () => { note(587, 0, 0.22); note(880, 0.14, 0.35); },
  };

  // Browsers let a page sound only after a gesture on it or on the page before; waking up takes a moment.
  function sound(name) {
    audio = audio || new AudioContext();
    if (audio.state === "running") return SOUNDS[name]();
    const asked = performance.now();
    audio.resume().then(() => { if (performance.now() - asked < LATE) SOUNDS[name](); });
  }

  // A move sounds when it is seen; its confirmation is silent, and what only the answer shows sounds then.
  let seen = 0, version = null, last = 0;
  const move = () => {
    if (performance.now() - last > 80) sound("move");
    last = performance.now();
  };
  document.addEventListener("table:moved", () => { seen++; move(); });
  document.addEventListener("table:change", () => {
    const now = Reussite.table.data.version;
    if (now === version) return;
    version = now;
    if (seen) seen--; else move();
  });
  document.addEventListener("table:refused", () => { seen = 0; sound("refusal"); });
  document.addEventListener("table:won", () => sound("win"));

  const play = document.getElementById("play");
  if (!play || !window.AudioContext) return;
  addEventListener("DOMContentLoaded", () => { version = Reussite.table && Reussite.table.data.version; });
  if (play.classList.contains("fresh")) sound("deal");
  let turn = play.dataset.turn;
  new MutationObserver(() => {
    if (play.dataset.turn !== turn && play.dataset.turn === "below") sound("turn");
    turn = play.dataset.turn;
  }).observe(play, { attributes: true, attributeFilter: ["data-turn"] });
})();
