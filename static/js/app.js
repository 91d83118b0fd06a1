// The offline page: a service worker keeps it, and nothing that anybody played.
"use strict";

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
