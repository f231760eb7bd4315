import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createNavigation, settleAddress } from "../../src/app/navigation.ts";
import { type PageModule, routeAt } from "../../src/app/routes.ts";
import { noteChunkArrived, reloadOnce } from "../../src/app/stale-chunk.ts";
import { until } from "./support/until.ts";

/** The page's chunk, which loads when the test says so. */
function holdChunk(path: string) {
  let release = (): void => undefined;
  let lose = (_: Error): void => undefined;
  const arriving = new Promise<Awaited<ReturnType<PageModule["load"]>>>((resolve, reject) => {
    release = () => resolve(() => null);
    lose = reject;
  });
  vi.spyOn(routeAt(path).page, "load").mockReturnValue(arriving);
  return { release: () => release(), lose: () => lose(new Error("404")) };
}

let stop = (): void => undefined;
const gone = vi.fn();
const start = () => {
  const navigation = createNavigation(window, gone);
  stop = navigation.start();
  return navigation;
};

beforeEach(() => {
  window.history.replaceState(null, "", "/");
  gone.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  stop();
  document.body.replaceChildren();
  window.sessionStorage.clear();
});

/** Whether the site handled a click. Other clicks are stopped here, because no server serves these pages. */
function click(html: string, init: MouseEventInit = {}): boolean {
  document.body.innerHTML = html;
  let taken = false;
  const afterDocument = (event: Event) => {
    taken = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener("click", afterDocument, { once: true });
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, button: 0, ...init });
  document.body.firstElementChild?.dispatchEvent(event);
  return taken;
}

test("the URL changes only after the code of the next page has loaded", async () => {
  const about = holdChunk("/about");
  const { navigate } = start();
  navigate("/about");
  await Promise.resolve();
  expect(window.location.pathname).toBe("/");
  about.release();
  await until(() => expect(window.location.pathname).toBe("/about"));
});

test("a page that loads slowly does not replace the page of a later click", async () => {
  const slow = holdChunk("/about");
  const quick = holdChunk("/contact");
  const { navigate } = start();
  navigate("/about");
  navigate("/contact");
  quick.release();
  await until(() => expect(window.location.pathname).toBe("/contact"));
  slow.release();
  await new Promise((resolve) => setTimeout(resolve));
  expect(window.location.pathname).toBe("/contact");
});

test("a navigation to a page whose code is missing becomes a full page load", async () => {
  vi.stubGlobal("fetch", async () => new Response());
  const about = holdChunk("/about");
  const { navigate } = start();
  navigate("/about");
  about.lose();
  await until(() => expect(gone).toHaveBeenCalledWith(new URL("/about", window.location.href).href));
  expect(window.location.pathname).toBe("/");
});

test("a navigation to /technology leads to /tech", async () => {
  holdChunk("/tech").release();
  start().navigate("/technology");
  await until(() => expect(window.location.pathname).toBe("/tech"));
});

test("a page opened at /technology changes its URL to /tech and keeps the query and the hash", () => {
  window.history.replaceState(null, "", "/technology?from=mail#top");
  settleAddress(window);
  expect(window.location.href.slice(window.location.origin.length)).toBe("/tech?from=mail#top");
});

test.each(["pointerover", "focusin", "touchstart"])(
  "the event %s on a link loads the page of the link and notifies the listener",
  (intent) => {
    holdChunk("/auth/signin");
    const pointedAt = vi.fn();
    stop = createNavigation(window, gone, pointedAt).start();
    document.body.innerHTML = '<a href="/auth/signin"><span>x</span></a><a href="https://example.com/">y</a>';
    const [link, elsewhere] = document.querySelectorAll("a");
    elsewhere?.dispatchEvent(new Event(intent, { bubbles: true }));
    expect(pointedAt).not.toHaveBeenCalled();
    link?.firstElementChild?.dispatchEvent(new Event(intent, { bubbles: true }));
    expect(routeAt("/auth/signin").page.load).toHaveBeenCalledOnce();
    expect(pointedAt).toHaveBeenCalledWith(routeAt("/auth/signin"));
  },
);

test.each([
  ["a page of ours", '<a href="/about">x</a>', {}, true],
  ["a page of ours with a parameter in its path", '<a href="/auth/whatever">x</a>', {}, true],
  ["a page of ours, in a new tab", '<a href="/about">x</a>', { ctrlKey: true }, false],
  ["a page of ours, by the middle button", '<a href="/about">x</a>', { button: 1 }, false],
  ["a link with a target", '<a href="/about" target="_blank">x</a>', {}, false],
  ["a download", '<a href="/media/hero.mp4" download>x</a>', {}, false],
  ["a place on this page", '<a href="#content">x</a>', {}, false],
  ["a path that only the server handles", '<a href="/__local/">x</a>', {}, false],
  ["another origin", '<a href="https://example.com/about">x</a>', {}, false],
  ["a mail address", '<a href="mailto:a@example.com">x</a>', {}, false],
])(
  "the site decides whether to handle a click on %s: link %s, options %o, handled: %s",
  (_, html, init, taken) => {
    for (const path of ["/about", "/auth/signup"]) holdChunk(path);
    start();
    expect(click(html, init)).toBe(taken);
  },
);

test("the site reloads once for a missing chunk, and not again until a chunk has loaded", () => {
  const page = {
    sessionStorage: window.sessionStorage,
    location: { href: "https://a.example/", reload: vi.fn(), assign: vi.fn() },
  } as unknown as Window;
  expect(reloadOnce(page, "https://a.example/")).toBe(true);
  expect(page.location.reload).toHaveBeenCalledOnce();
  expect(reloadOnce(page, "https://a.example/")).toBe(false);
  noteChunkArrived(page);
  expect(reloadOnce(page, "https://a.example/about")).toBe(true);
  expect(page.location.assign).toHaveBeenCalledWith("https://a.example/about");
});

test("a click on a link to the current page adds no history entry and notifies subscribers", async () => {
  holdChunk("/about").release();
  window.history.replaceState(null, "", "/about");
  const navigation = start();
  const arrived = vi.fn();
  navigation.subscribe(arrived);
  const entries = window.history.length;
  expect(click('<a href="/about">x</a>')).toBe(true);
  await until(() => expect(arrived).toHaveBeenCalled());
  expect(window.history.length).toBe(entries);
});
