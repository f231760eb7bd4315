import { expect, newPerson, test } from "../fixtures.ts";
import { newAccount, signedIn } from "../session.ts";
import { fillSignIn } from "../support.ts";

/**
 * Every class of hostile `next`: each would lead to another origin, or back into the sign-in, in some URL parser.
 * Generated, so that each host is tried in each disguise.
 */
const HOSTS = ["evil.example", "evil.example:443", "user:secret@evil.example", "0x7f.1", "[::1]"];
const LEADS = [
  "https://",
  "http://",
  "//",
  "///",
  "////",
  "/\\",
  "\\/",
  "\\\\",
  "https:/",
  "https:",
  "https:\\\\",
  "/%2f",
  "/%5c",
  "%2f%2f",
  "/.//",
  "/..//",
  "/x/..//",
  "/%2e%2e//",
  "/\t/",
  "/\n/",
  "\t//",
  " //",
  "\u00a0//",
  "/\u0000/",
  "/%09/",
  "/%0a/",
  "/%0d%0a/",
  "\u2028//",
  "/\u200b/",
  "ftp://",
  "blob:https://",
  "view-source:https://",
];
const SCHEMES = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript://%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "mailto:ada@example.com",
  "about:blank",
];
const OWN = [
  "/auth/signin",
  "/auth/signup?next=/x",
  "/AUTH/signin",
  "/auth",
  "/%61uth/signin",
  "/./auth/signin",
  "/x/../auth/signin",
  "/firebase-action?mode=verifyEmail&oobCode=x",
  "/oauth/callback",
  "/oauth",
  "/Firebase-Action",
  "/auth%2fsignin",
];
const NOTHING = ["", "dashboard", "?x", "#x", ".", "..", "%", "/%", "/%zz", "/%e0%a4%a"];

const hostile = [
  ...LEADS.flatMap((lead) => HOSTS.map((host) => lead + host)),
  ...SCHEMES,
  ...OWN,
  ...NOTHING,
];
const HARMLESS = "/solutions?from=mail#solution2";

test(`the sign-in page leads to none of ${hostile.length} hostile targets`, async ({ page, request }) => {
  test.setTimeout(180_000);
  const elsewhere: string[] = [];
  const ada = newPerson();
  await signedIn(page, request, ada);
  const { origin } = new URL(page.url());
  page.on("request", (sent) => {
    if (new URL(sent.url()).origin !== origin && sent.isNavigationRequest()) elsewhere.push(sent.url());
  });
  page.on("dialog", (dialog) => {
    elsewhere.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  // One page load for all addresses: the test calls the page's navigation as a link does. The page records the
  // results, which saves a round trip per address.
  const astray = await page.evaluate(async (addresses) => {
    const PATIENCE_MS = 10_000;
    let steps: string[] = [];
    for (const name of ["pushState", "replaceState"] as const) {
      const go = window.history[name].bind(window.history);
      window.history[name] = (state, unused, url) => {
        steps.push(new URL(url ?? "", window.location.href).href);
        go(state, unused, url);
      };
    }
    const isSettled = () =>
      steps.length > 1 && /^Hello/.test(document.querySelector("h1")?.textContent ?? "");
    const lost: string[] = [];
    for (const next of addresses) {
      steps = [];
      const link = document.createElement("a");
      link.href = `/auth/signin?next=${encodeURIComponent(next)}`;
      document.body.append(link);
      link.click();
      link.remove();
      const deadline = performance.now() + PATIENCE_MS;
      do await new Promise((resolve) => requestAnimationFrame(resolve));
      while (!isSettled() && performance.now() < deadline);
      const wanted = [link.href, `${window.location.origin}/dashboard`].join(", then ");
      if (steps.join(", then ") !== wanted || window.location.pathname !== "/dashboard")
        lost.push(`${next} led to ${steps.join(", then ")}`);
    }
    return lost;
  }, hostile);
  expect(astray).toEqual([]);
  expect(elsewhere).toEqual([]);
});

for (const [kind, next, target] of [
  ["hostile", "//evil.example", "/dashboard"],
  ["harmless", HARMLESS, HARMLESS],
] as const)
  test(`a sign-in with the ${kind} target ${next} leads to ${target}`, async ({ page, request }) => {
    const ada = await newAccount(request);
    await page.goto(`/auth/signin?next=${encodeURIComponent(next)}`);
    await expect(page.getByRole("link", { name: "Create an account" })).toHaveAttribute(
      "href",
      kind === "hostile" ? "/auth/signup" : `/auth/signup?next=${encodeURIComponent(next)}`,
    );
    await fillSignIn(page, ada);
    await expect(page).toHaveURL(target);
  });
