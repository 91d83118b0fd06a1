// Keeps the offline page and the files it is made of; never a table, an answer or any other page.
"use strict";

const NAME = "offline-{{ version }}";
const PAGES = {{ pages|safe }};
const FILES = {{ files|safe }};

addEventListener("install", event => {
  // What is posted goes past the worker: a page's goodbye, which stops the clock, would be lost with the page on its way here.
  if (event.addRoutes) event.waitUntil(event.addRoutes({ condition: { requestMethod: "POST" }, source: "network" }).catch(() => {}));
  const wanted = [...Object.values(PAGES), ...FILES].map(url => new Request(url, { credentials: "omit", cache: "reload" }));
  event.waitUntil(caches.open(NAME).then(cache => cache.addAll(wanted)).then(() => skipWaiting()));
});

addEventListener("activate", event => {
  event.waitUntil(caches.keys().then(names => Promise.all(names.filter(name => name !== NAME).map(name => caches.delete(name)))));
});

addEventListener("fetch", event => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate" && event.request.method === "GET") {
    const [, first] = /^\/([^/]+)\//.exec(pathname) || [];
    const page = PAGES[first] || PAGES.fr;
    event.respondWith(fetch(event.request).catch(() => caches.match(page)));
  } else if (FILES.includes(pathname)) {
    event.respondWith(fetch(event.request).catch(() => caches.match(pathname)));
  }
});
