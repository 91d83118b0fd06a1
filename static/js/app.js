// What every page has but the tables: the menu of the account, and the offline page.
"use strict";

// A service worker keeps the offline page, and nothing that anybody played.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});

// The menu of the account lies over the page: it closes by Escape, which gives the focus back, and as soon as
// the focus or a press is elsewhere, so that it hides nothing one has come to (WCAG 2.4.11).
(() => {
  const menu = document.querySelector(".account-menu");
  if (!menu) return;

  function close(event) {
    if (menu.open && !menu.contains(event.relatedTarget ?? event.target)) menu.open = false;
  }

  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  menu.addEventListener("focusout", (event) => event.relatedTarget && close(event));
  document.addEventListener("pointerdown", close);
})();
