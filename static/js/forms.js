// Forms: one submission per press, a look at the password being typed, and a word when a passkey fails.
"use strict";

for (const form of document.querySelectorAll("form.form")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
}

// A page that comes back from the browser's memory can be sent again.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

const words = document.getElementById("password-words");
for (const input of document.querySelectorAll("input[type=password]")) {
  if (!words) break;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "peek";
  button.setAttribute("aria-controls", input.id);
  const say = (hidden) => {
    input.type = hidden ? "password" : "text";
    button.textContent = hidden ? words.dataset.show : words.dataset.hide;
    button.setAttribute("aria-label", hidden ? words.dataset.showAll : words.dataset.hideAll);
  };
  button.addEventListener("click", () => say(input.type === "text"));
  say(true);
  const frame = document.createElement("div");
  frame.className = "peeked";
  input.replaceWith(frame);
  frame.append(input, button);
}

document.addEventListener("allauth.error", (event) => {
  const failure = document.getElementById("passkey-failure");
  if (!failure) return;
  event.preventDefault();
  failure.hidden = false;
});
