// The lobby's lists follow what happens: the server says when they changed, the page asks for them.
(() => {
  "use strict";
  Reussite.line("/ws/lobby/", {
    heard: message => {
      if (message.type === "lobby" || message.type === "invited") htmx.trigger(document.body, "lobby:changed");
      if (message.type === "paired") htmx.trigger(document.body, "lobby:paired");
    },
  });
  addEventListener("pageshow", event => { if (event.persisted) location.reload(); });
})();
