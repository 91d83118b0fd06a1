// Settings: what is chosen shows on the page at once; it is kept when the form is sent.
"use strict";

const root = document.documentElement;
for (const input of document.querySelectorAll("[data-shows]")) {
  const chosen = () => (input.type === "checkbox" ? input.checked && input.dataset.as : input.value);
  input.addEventListener("change", () => {
    const value = chosen();
    if (value) root.dataset[input.dataset.shows] = value; else delete root.dataset[input.dataset.shows];
  });
}
