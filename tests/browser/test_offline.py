"""Without a line the site says so, honestly; with one, the worker that says it stands in nobody's way."""

from playwright.sync_api import Browser, expect


def test_without_a_line_the_offline_page_stands_in_for_every_page(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, service_workers="allow")
    page = context.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("caches.keys().then(names => names.length === 1)")
    kept = page.evaluate(
        "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).map(one => one.url))"
    )
    assert {url.removeprefix(site).split("?")[0] for url in kept} == {
        "/hors-ligne/",
        "/en/hors-ligne/",
        "/static/css/tokens.css",
        "/static/css/base.css",
        "/static/img/icon.svg",
    }
    page.reload()
    context.set_offline(True)
    page.goto("/classements/")
    expect(page.locator("h1")).to_have_text("Pas de connexion")
    page.goto("/en/classements/")
    expect(page.locator("h1")).to_have_text("No connection")
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("nav").first).to_be_visible()
    context.close()


def test_the_clock_stops_as_the_table_is_left_past_the_worker(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, service_workers="allow")
    page = context.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for _ in range(3):
        page.goto("/jouer/klondike/")
        page.locator("form.begin button").first.click()
        table = page.url
        page.evaluate("navigator.serviceWorker.controller.state")
        page.locator("#pile-s").click()
        expect(page.locator(".figure-moves b")).to_have_text("1")
        page.locator("header a").first.click()
        page.wait_for_url(f"{site}/")
        page.goto(table)
        expect(page.locator(".paused")).to_be_visible()
    context.close()
