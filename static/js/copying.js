// A button that copies what a field holds, and says so. Where the browser lets no page copy, the text is left selected, for
// the reader to copy it.
"use strict";

for (const button of document.querySelectorAll("[data-copies]")) {
  const field = document.getElementById(button.dataset.copies), words = button.firstElementChild, before = words.textContent;
  button.addEventListener("click", async () => {
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { return; }
    words.textContent = button.dataset.done;
    setTimeout(() => { words.textContent = before; }, 1500);
  });
}
