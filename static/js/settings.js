// Settings: what is chosen shows on the page at once; it is kept when the form is sent.
"use strict";

const root = document.documentElement;
for (const input of document.querySelectorAll("[data-shows]")) {
  const name = input.dataset.shows;
  const show = () => {
    const value = input.type === "checkbox" ? input.checked && input.dataset.as : input.value;
    if (value) root.dataset[name] = value; else delete root.dataset[name];
  };
  input.addEventListener("change", show);
  show();                                 // chosen before this script came, or kept by the browser on the way back
}
