import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { App } from "../../src/app/app.tsx";
import { createFixedLocation } from "../../src/app/navigation.ts";
import { routeAt, routes } from "../../src/app/routes.ts";
import { authPath, paths } from "../../src/config/paths.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { putConfig } from "./support/config.ts";
import { only, problems, render, settle, texts, type } from "./support/render.tsx";
import { until } from "./support/until.ts";
import { user } from "./support/user.ts";

const ORIGIN = "https://tallybin.example";

async function open(path: string, location = createFixedLocation(path)) {
  putConfig();
  await routeAt(path).page.load();
  return render(<App location={location} origin={ORIGIN} />);
}
const person = user("ada");
const signIn = () => sessionStore.setState({ status: "signed-in", user: person, connection: "online" }, true);

beforeEach(() => sessionStore.setState({ status: "signed-out" }, true));
afterEach(() => sessionStore.setState({ status: "unknown" }, true));

/** The component page exists only in development: it shows links in every state at once. */
const publicPaths = Object.entries(routes).filter(
  ([path, { access }]) => access === "public" && path !== paths.components,
);

describe.each(publicPaths)("%s", (path, _route) => {
  test("a page marks the links to itself as current, and no other links", async () => {
    await open(path);
    const marked = [...document.querySelectorAll("[aria-current=page]")];
    expect(marked.map((link) => link.getAttribute("href")).filter((href) => href !== path)).toEqual([]);
    const [, ...inHead] = document.querySelectorAll("header a"); // the first is the logo
    expect(inHead.filter((link) => link.getAttribute("href") === path && !marked.includes(link))).toEqual([]);
  });
});

test.each(Object.entries(routes).filter(([, { access }]) => access === "account"))(
  "the account page %s leads a signed-out visitor to the sign-in page, whose target is the account page",
  async (path) => {
    const led: string[] = [];
    const hook = (): [string, (to: string) => void] => [path, (to) => void led.push(to)];
    await open(path, { ...createFixedLocation(path), hook });
    expect(led).toContain(authPath("signin", path));
  },
);

test("the home page has its headline, its three figures and its call to action", async () => {
  await open("/");
  expect(texts("h1")).toEqual(["Digital infrastructure for the waste industry"]);
  expect(texts("dd").filter((text) => text.includes("%"))).toEqual(["25%", "76%+", "24%"]);
  expect(texts("main h2")).toContain("Ready to revolutionize your waste operation");
});

test("the solutions page has four sections with anchors and descriptive links", async () => {
  await open("/solutions");
  const titles = texts("main section[id] h2");
  expect(titles).toHaveLength(4);
  expect([...document.querySelectorAll("main section[id]")].map(({ id }) => id)).toEqual([
    "solution0",
    "solution1",
    "solution2",
    "solution3",
  ]);
  expect(texts("main section[id] a")).toEqual(titles.map((title) => `Learn More about ${title}`));
});

test.each(["/solutions", "/legal/privacy-policy"])(
  "the table of contents of %s lists the page's sections in order",
  async (path) => {
    await open(path);
    const contents = only("main nav[aria-label='On this page'], main nav[aria-labelledby='contents']");
    const links = [...contents.querySelectorAll("a")].map((link) => link.getAttribute("href"));
    expect(links.length).toBeGreaterThan(3);
    expect(links).toEqual([...document.querySelectorAll("main section[id]")].map(({ id }) => `#${id}`));
  },
);

test("the page for an unknown path shows the decoded path and forbids indexing", async () => {
  await open("/b%C3%BCn/nowhere");
  expect(texts("main code")).toEqual(["/bün/nowhere"]);
  expect(texts("main a")).toEqual(expect.arrayContaining(["Home", "Solutions", "About", "Contact"]));
  expect(only("meta[name=robots]").getAttribute("content")).toBe("noindex");
});

describe("the account slot", () => {
  const header = () => only("header");

  test("the header of a signed-out visitor shows the sign-in link, and no account menu", async () => {
    await open("/about");
    expect(texts("a[href='/auth/signin']", header())).toEqual(["Customer Login", "Sign in"]);
    expect(header().querySelector("[aria-haspopup=menu]")).toBeNull();
  });

  test("the header of a signed-in user shows the account menu instead of the sign-in link", async () => {
    signIn();
    await open("/about");
    await until(() => only("[aria-haspopup=menu]", header()));
    expect(header().querySelector("a[href='/auth/signin']")).toBeNull();
  });

  test("a page with a reconnecting session says that the user is still signed in", async () => {
    signIn();
    await open("/about");
    await settle(() =>
      sessionStore.setState({ status: "signed-in", user: person, connection: "reconnecting" }, true),
    );
    expect(texts("[role=status]").join()).toMatch(/still signed in.*Reconnecting/);
  });
});

describe("what a customer finds", () => {
  const buttons = () => texts("main section > div > span > button");

  test("the front page says whom it serves, each with a link to a solution", async () => {
    await open("/");
    const audiences = [...only("main ul[aria-label='Who it’s for']").querySelectorAll("a")];
    expect(audiences.map(({ textContent }) => textContent?.split(" ")[0])).toEqual([
      "Haulers",
      "Recovery",
      "Cities",
    ]);
    for (const link of audiences) expect(link.getAttribute("href")).toMatch(/^\/solutions#solution\d$/);
  });

  test("each figure of the front page says of what it is a share, and who published it", async () => {
    await open("/");
    const figures = texts("main dl > div");
    expect(figures).toHaveLength(3);
    for (const figure of figures) expect(figure).toMatch(/\d\d%.*Of .*Source: \w/s);
  });

  test("the front page shows what an operator bolts onto a truck", async () => {
    await open("/");
    await until(() => expect(texts("main h2")).toContain("What you bolt on"));
    expect(texts("main h3").join()).toMatch(/camera.*edge computer.*antenna/i);
  });

  test("the dashboard of an account without devices says what happens next, in three steps", async () => {
    signIn();
    await open("/dashboard");
    expect(texts("main ol li")).toHaveLength(3);
  });

  test("each button of the settings says what it does to its setting", async () => {
    signIn();
    await open("/settings/general");
    expect(buttons()).toEqual(expect.arrayContaining(["Change", "Set up", "Manage", "Delete"]));
    expect(document.querySelector("[aria-label='Manage: Sign-in methods']")).not.toBeNull();
    expect(document.querySelector("[aria-label='Set up: Two-step verification']")).not.toBeNull();
  });

  test("the footer leads to the technology", async () => {
    await open("/about");
    expect(texts("footer nav[aria-label=Product] a")).toEqual(["Solutions", "Technology"]);
  });
});

describe("newsletter", () => {
  const field = () => only<HTMLInputElement>("footer input[name=email]");
  const subscribe = () => settle(() => only<HTMLButtonElement>("footer button[type=submit]").click());

  afterEach(() => vi.unstubAllGlobals());

  test("the newsletter form reports and focuses an empty field, and removes the error once the field is filled in", async () => {
    await open("/about");
    await subscribe();
    await until(() => expect(problems("footer")).toEqual(["Please enter an email address"]));
    expect(document.activeElement).toBe(field());
    await type(field(), "ada@example.com");
    expect(problems("footer")).toEqual([]);
  });

  test('the newsletter form thanks a signed-out visitor before any response, and sends "Bearer undefined"', async () => {
    const fetched = vi.fn((_request: Request) => new Promise<Response>(() => undefined));
    vi.stubGlobal("fetch", fetched);
    await open("/about");
    await type(field(), "ada@example.com");
    await subscribe();
    await until(() => expect(document.activeElement?.textContent).toBe("You are now subscribed!"));
    await until(() => expect(fetched).toHaveBeenCalledOnce());
    const [request] = fetched.mock.calls[0] ?? [];
    expect(request?.method).toBe("POST");
    expect(request?.url).toBe(new URL("/api/newsletter", window.location.href).href);
    expect(request?.headers.get("authorization")).toBe("Bearer undefined");
    expect(await request?.json()).toEqual({ email: "ada@example.com" });
  });
});
