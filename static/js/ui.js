// What every table's page has around its cards: the line that says something, dialogs, questions, copying.
window.Reussite = window.Reussite || {};
Reussite.ui = (() => {
  "use strict";
  const byId = id => document.getElementById(id);

  function say(text, kind = "") {
    const message = byId("message");
    if (message.textContent === text) return;
    message.textContent = text;
    message.className = text ? `message ${kind}` : "message";
  }

  function open(id) {
    const dialog = byId(id);
    if (dialog.open) dialog.close();
    const menu = byId("menu");
    if (menu && menu.matches(":popover-open")) menu.hidePopover();
    dialog.showModal();
  }

  // Ask once more before what cannot be undone.
  function confirm(question, yes) {
    const dialog = byId("confirm");
    byId("confirm-text").textContent = question;
    dialog.returnValue = "";
    dialog.onclose = () => { if (dialog.returnValue === "yes") yes(); };
    open("confirm");
  }

  // Whether the text is in the clipboard now: not every browser lets a page do that.
  async function copy(text) {
    try { await navigator.clipboard.writeText(text); return true; } catch { return false; }
  }

  document.addEventListener("click", async event => {
    const opener = event.target.closest("[data-opens]");
    if (opener) return open(opener.dataset.opens);
    const copier = event.target.closest("[data-copy]");
    if (!copier) return;
    event.preventDefault();
    const words = copier.querySelector("span") || copier;
    const text = "absolute" in copier.dataset ? new URL(copier.dataset.copy, location.href).href : copier.dataset.copy;
    const done = await copy(text);
    if (!done || copier.id === "copy") return say(done ? copier.dataset.done : text);
    const before = words.textContent;
    words.textContent = copier.dataset.done;
    setTimeout(() => { words.textContent = before; }, 1500);
  });

  return { say, open, confirm };
})();
