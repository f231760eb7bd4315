import { describe, expect, test } from "vitest";
import { filesUnder } from "./architecture/import-graph.ts";

const EARLY_FORM =
  "the request of a press on a form that is not hydrated; the form takes it once, and a signed-in page begins no sign-in";
/**
 * State of the site that outlives a component: bound to a user by `userState`, `userResource` or `userStorage`, or
 * declared here as the same for every user, with the reason.
 */
const PUBLIC: Readonly<Record<string, string>> = {
  "src/analytics/consent-store.ts: consentStore": "the choice of the browser's owner",
  "src/analytics/consent.ts: stored analytics-consent": "the choice of the browser's owner",
  "src/analytics/visitor.ts: stored analytics-visitor":
    "exists by consent only; its own uid is compared before each message",
  "src/api/call-api-code.ts: callApiCode": "code",
  "src/app/navigation.ts: history": "the address",
  "src/app/navigation.ts: shown": "the address",
  "src/app/stale-chunk.ts: stored reloaded-for-chunk": "says that this tab has reloaded once",
  "src/config/site-config.ts: config": "the page's configuration",
  "src/contact/contact-action.ts: contactForm": EARLY_FORM,
  "src/identity/client/client.ts: client": "the identity client, which binds each session itself",
  "src/identity/client/client.ts: config": "the page's configuration",
  "src/identity/client/client.ts: endReason":
    "why the tab's session ended, but not whose; any sign-in removes it",
  "src/identity/client/client.ts: stored session-end-reason":
    "why the tab's session ended, but not whose; any sign-in removes it",
  "src/identity/client/client.ts: stopWatching":
    "ends the watch of stored sessions when the client takes over",
  "src/identity/methods/auth-forms.ts: signInForm": EARLY_FORM,
  "src/identity/methods/auth-forms.ts: signUpForm": EARLY_FORM,
  "src/identity/methods/auth-forms.ts: resetForm": EARLY_FORM,
  "src/pages/home/hero-film.tsx: stored filmPaused": "the choice of the browser's owner",
  "src/identity/second-factor/second-factor-panel.tsx: humanCheckStore":
    "the frame on view; its promise belongs to one attempt",
  "src/identity/methods/last-used-provider.ts: stored lastUsedAuthProvider":
    "the last sign-in method; survives a sign-out and does not identify the user",
  "src/identity/methods/oob-code.ts: history":
    "the code of a mailed link, in the history entry that the link opened",
  "src/identity/methods/passkey-offer.ts: stored passkeyOfferDismissed":
    "says that a user closed a card, but not which user",
  "src/identity/state/session-store.ts: sessionStore": "the session itself",
  "src/identity/client/sign-out.ts: leftPath": "says on which page a user signed out, but not which user",
  "src/identity/methods/use-password-rule.ts: policyOfProject": "the project's rules for passwords",
  "src/identity/state/user-state.ts: store": "what userState binds",
  "src/lib/clock.ts: frozenAt": "the time",
  "src/lib/clock.ts: offsetMs": "the time",
  "src/lib/kept-controls.ts: before": "the controls of the page, until it is hydrated",
  "src/lib/local-clock.ts: followers": "what follows the time",
  "src/lib/reload-page.ts: keepers": "what the modules keep",
  "src/lib/held-press.ts: isHeld": "whether a press that had to wait is being performed",
  "src/newsletter/subscribe.ts: newsletterForm": EARLY_FORM,
  "src/newsletter/subscribe.ts: subscriptionCode": "code",
  "src/pages/auth/typed-email.ts: stored email-for-reload":
    "written by a press on Reload, and removed by the page that this loads",
  "src/pages/firebase-action/firebase-action-page.tsx: stored emailForSignIn":
    "written by the page that asked for a link, before any sign-in; removed by the sign-in",
  "src/shell/site-header.tsx: menuCode": "code",
  "src/shell/local-badge.tsx: stored local-badge-dismissed": "a hint of local mode was read",
};

/** The modules that bind state to a user, and the one that names the browser's storage. */
const BINDING = ["src/identity/state/user-storage.ts", "src/lib/site-data.ts"];
/** Constants that their module fills when it is evaluated, and that are only read afterwards. */
const READ_ONLY =
  /^(src\/pages\/dashboard\/dashboard-page\.tsx: STATUSES|src\/analytics\/http-sink\.ts: TRY_AGAIN)$/;

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");

/** The state in a file that outlives a component and is not bound to a user. */
function stateIn(text: string): string[] {
  const code = withoutComments(text);
  const found = [
    ...code.matchAll(/^(?:export )?let (\w+)/gm),
    ...code.matchAll(/(?:const|let) (\w+) = createStore\b/g),
    ...code.matchAll(
      /^(?:export )?const (\w+)(?:: [^=\n]+)? = (?:new (?:Map|Set|Weak\w+)\b|lazyValue\(|createEarlyForm\b|\[\];|\{\};)/gm,
    ),
  ].map(([, name]) => name ?? "");
  if (/\bhistory\b.*\b(?:replace|push)State\(/.test(code)) found.push("history");
  if (/\b(?:localStorage|sessionStorage|lastingValues|tabValues)\b/.test(code)) {
    const keys = [...code.matchAll(/const [A-Z_]*KEY = "([^"]+)"/g)].map(([, key]) => key ?? "");
    found.push(...(keys.length > 0 ? keys : ["?"]).map((key) => `stored ${key}`));
  }
  return found;
}

const unbound = filesUnder("src")
  .filter(({ path }) => !BINDING.includes(path))
  .flatMap(({ path, text }) => [...new Set(stateIn(text))].map((name) => `${path}: ${name}`))
  .filter((entry) => !READ_ONLY.test(entry));

describe("state that outlives a component", () => {
  test("module-level state of the site is bound to a user, or declared as the same for all users", () => {
    expect(unbound.filter((entry) => !Object.hasOwn(PUBLIC, entry))).toEqual([]);
  });

  test("module-level state that is declared as the same for all users exists in the code", () => {
    expect(Object.keys(PUBLIC).filter((entry) => !unbound.includes(entry))).toEqual([]);
  });

  test("the search for module-level state finds each form of it, and ignores per-user state", () => {
    const text = `
      export const drafts = createStore(() => ({}));
      const KEY = "unsaved";
      lastingValues.write(KEY, "x");
      history.replaceState({}, "");`.replaceAll("      ", "");
    expect(stateIn(`let typed = "";\nconst seen = new Map();\nconst list: string[] = [];\n${text}`)).toEqual([
      "typed",
      "drafts",
      "seen",
      "list",
      "history",
      "stored unsaved",
    ]);
    expect(stateIn('const typed = userState("");\nconst own = userStorage("unsaved-text", Schema);')).toEqual(
      [],
    );
  });
});
