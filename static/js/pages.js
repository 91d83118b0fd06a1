/* The pages around the table work without this. It keeps two promises better: one press begins one game, and a page
   that comes back from the browser's history begins a new one. */

// A page restored from history still holds the keys of forms already sent: the next press is a new game.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const key of document.querySelectorAll("[data-form-key]")) key.value = crypto.randomUUID();
  for (const button of document.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
});

// A second press while the first is under way changes nothing.
addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button || !event.target.querySelector("[data-form-key]")) return;
  if (button.hasAttribute("aria-busy")) event.preventDefault();
  button.setAttribute("aria-busy", "true");
});
