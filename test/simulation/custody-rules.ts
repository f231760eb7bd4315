import type { SessionRecord } from "../../packages/identity/src/session/record.ts";
import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import type { Library } from "./library.ts";
import { bringsToken, type Sent } from "./network.ts";
import { LOST_LOCK_MS } from "./pace.ts";
import type { Site } from "./site/site.ts";

const NEW = "new";
const HAND_OVER = "/api/session";
const TOKEN = "/api/session/token";
const RELEASE = "/api/session/release";

/** A sign-out waits this long for the site's server. */
const SIGN_OUT_MS = 2000;
/** A page that could not store for a time needs some more to agree with the others. */
const SOON_MS = 60_000;

type Parts = {
  now: () => number;
  fail: (rule: string, text: string) => void;
  library: Library;
  tabs: ReadonlyMap<number, Tab>;
  /** The site's server, if it keeps sessions. */
  site: Site | undefined;
  /** Whose session a page's user wants, although the page may show none yet. */
  wishOf: (page: Page) => string | undefined;
  /** When storage, or the notes, last failed. */
  storageFailedAt: () => number;
  notesFailedAt: () => number;
  /** When a page last took the lock of exchanges from another. */
  lockTakenAt: () => number;
};

type Accepted = { page: Page; at: number };

const ownerIn = (body: string): string | undefined => {
  const claims = /"idToken":"[^".]*\.([^".]+)/.exec(body)?.[1];
  const text = Buffer.from(claims ?? "", "base64url").toString();
  return text ? (JSON.parse(text) as { sub?: string }).sub : undefined;
};

/** Watches what the pages of one browser leave with the site's server, and what they ask of it. */
export function createCustodyRules(parts: Parts) {
  const { now, fail, library, tabs, site, wishOf, storageFailedAt, notesFailedAt, lockTakenAt } = parts;
  /** The sessions that a page has got from the server. */
  const accepted = new Map<string, Accepted>();
  /** The signed-out sessions, and the page that ends each on the server; none while no page is open that knows of it. */
  const signedOut = new Map<string, { page: Page | undefined; at: number }>();
  /** The names of sessions that the server has given. */
  const handles = new Set<string>();
  /** The sessions whose end the server has answered, or could not. */
  const tried = new Set<string>();
  /** The sessions whose refresh token a page has got back. */
  const released = new Map<string, Accepted>();
  /** The sessions whose new tokens have not reached the server. */
  const owed = new Map<string, Page>();
  /** The session of the page that changes an account. */
  const changing = new WeakMap<Sent, string>();
  /** The sessions whose cookie the user has cleared. */
  const lost = new Set<string>();
  let stored = "";

  const isOpen = (page: Page | undefined): boolean =>
    page !== undefined && !page.isGone && tabs.get(page.tab)?.page === page;
  const sessionOf = ({ client }: Tab) => library.partsOf(client).runner.getSession();
  /** The sessions that storage or a page holds. */
  const heldHandles = (): Set<string> =>
    new Set([stored, ...[...tabs.values()].map((tab) => sessionOf(tab)?.handle ?? "")]);
  const hasForeignPage = (): boolean => [...tabs.values()].some(({ page }) => page.sessions === undefined);
  /** Sessions with those that they replaced, one after the other. */
  const replacedBy = (handles: Iterable<string>): Set<string> => {
    const all = new Set(handles);
    for (const handle of all) {
      const before = site?.replacedBy(handle);
      if (before !== undefined) all.add(before);
    }
    return all;
  };
  const forget = (page: Page): void => {
    for (const [handle, own] of released) if (own.page === page) released.delete(handle);
    for (const [handle, own] of owed) if (own === page) owed.delete(handle);
  };

  /** A sign-in that its user no longer wants must not take the browser's cookie. */
  const checkHandOver = ({ page, body }: Sent): void => {
    const owner = ownerIn(body);
    const tab = tabs.get(page.tab);
    const wish = wishOf(page);
    if (!tab || wish === "any" || wish === owner || sessionOf(tab)?.user.uid === owner) return;
    fail("a sign-in that the user no longer wants is not handed over", page.name);
  };
  /** Whether a request acts on the session's account. Its response can bring new tokens. */
  const isChange = ({ path, body }: Sent): boolean =>
    path.startsWith("/identitytoolkit") && body.includes('"idToken"');
  const handleOf = ({ page }: Sent): string | undefined => {
    const tab = tabs.get(page.tab);
    return tab?.page === page ? sessionOf(tab)?.handle : undefined;
  };
  const began = (sent: Sent): void => {
    const { page, path, method } = sent;
    const handle = sent.headers.get("x-session") ?? "";
    const spent = new URLSearchParams(sent.body).get("refresh_token");
    if (path.startsWith("/securetoken") && spent !== null && handles.has(spent))
      fail("a handle goes to the site's server only", `${page.name} sends one to Google`);
    if (isChange(sent)) changing.set(sent, handleOf(sent) ?? "");
    if (method !== "POST") return;
    if (path === HAND_OVER && handle === NEW) checkHandOver(sent);
    // A page that wakes up may take the lock from its own change, whose new tokens are on their way.
    const hasLock = now() - lockTakenAt() > LOST_LOCK_MS;
    if (path === TOKEN && owed.get(handle) === page && storageFailedAt() < now() - SOON_MS && hasLock)
      fail("new tokens of a session reach its server", `${page.name} asks with the ones before`);
    if (path !== RELEASE) return;
    accepted.delete(handle);
    const own = released.get(handle);
    // After a sleep, a page may lose the lock before it has stored what it got.
    const hasFailed = storageFailedAt() >= (own?.at ?? 0) - SOON_MS || lockTakenAt() >= (own?.at ?? 0);
    if (own && isOpen(own.page) && !hasFailed)
      fail("a released token is asked for once", `${page.name} asks again`);
  };
  const handedOver = (sent: Sent, handle: string): void => {
    const { page, outcome } = sent;
    if (outcome === "failed" && handle !== NEW) owed.set(handle, page);
    else owed.delete(handle);
    const got = /^\{"session":"([^"]+)"/.exec(sent.answer)?.[1];
    if (got) handles.add(got);
    if (handle === NEW && outcome === "granted" && got && !hasForeignPage())
      accepted.set(got, { page, at: now() });
  };
  /** New tokens are dropped if another session has replaced theirs. */
  const changed = (sent: Sent): void => {
    const handle = handleOf(sent);
    if (sent.outcome === "granted" && bringsToken(sent) && handle && changing.get(sent) === handle)
      owed.set(handle, sent.page);
  };
  const ended = (sent: Sent): void => {
    const { page, path, method, outcome } = sent;
    const handle = sent.headers.get("x-session") ?? "";
    if (isChange(sent)) changed(sent);
    const isOfSession = path.split("?")[0] === HAND_OVER;
    if (method === "POST" && isOfSession) handedOver(sent, handle);
    if (method === "DELETE" && isOfSession) tried.add(handle);
    // The server has ended it for a reason of its own, and keeps those that it replaced.
    if (outcome === "refused") for (const before of replacedBy([handle])) accepted.delete(before);
    if (path === RELEASE && outcome === "granted") released.set(handle, { page, at: now() });
  };

  const opened = ({ page, client }: Tab): void => {
    // A session that storage did not take in time may give way to the later one that another tab has stored.
    const { runner } = library.partsOf(client);
    runner.watch((state) => {
      if (state && !runner.isDurable()) accepted.delete(state.session?.handle ?? "");
    });
    // A page without custody ends no session on the server, and neither does its sign-in.
    if (page.sessions === undefined) accepted.clear();
    else for (const own of signedOut.values()) own.page ??= page;
  };
  const left = (page: Page): void => {
    forget(page);
    // What only this page knew, and the ends that it has not sent yet.
    const held = heldHandles();
    for (const handle of accepted.keys()) if (!held.has(handle)) accepted.delete(handle);
    for (const [handle, own] of signedOut)
      if (own.page === page && notesFailedAt() >= own.at) signedOut.delete(handle);
      else if (own.page === page) own.page = undefined;
  };

  const agree = async (): Promise<void> => {
    if (!site) return;
    for (const [handle, { page, at }] of signedOut) {
      // Without the session that replaced it, the browser's cookie no longer opens a session that a tab still shows. A
      // sign-in replaces it during the sign-out, or when storage has failed.
      const othersEndedAt = site.othersEndedAt();
      const isUnreachable = othersEndedAt >= at - SOON_MS || (storageFailedAt() > 0 && othersEndedAt > 0);
      if (!(await site.holds(handle))) signedOut.delete(handle);
      else if (isOpen(page) && !isUnreachable)
        fail("a sign-out ends the session on the server", `${page?.name}`);
    }
    const held = replacedBy(heldHandles());
    for (const [handle, { page, at }] of accepted) {
      if (!(await site.holds(handle))) accepted.delete(handle);
      else if (
        !held.has(handle) &&
        Math.max(storageFailedAt(), notesFailedAt(), site.othersEndedAt()) < at - SOON_MS
      )
        fail("the server holds no session that its browser has left", `${page.name} got it`);
    }
  };

  return {
    began,
    ended,
    opened,
    left,
    agree,
    /** A frozen page may have lost its lock. */
    froze: forget,
    /** The page's user signs out. Returns the function to call when the sign-out says that it is done. */
    signsOut: (tab: Tab): (() => void) => {
      const { page } = tab;
      const { handle } = sessionOf(tab) ?? {};
      const at = now();
      if (page.sessions === undefined) accepted.clear();
      if (page.sessions === undefined || handle === undefined) return () => {};
      if (!lost.has(handle)) signedOut.set(handle, { page, at });
      // Another tab, which has ended the session already, tells the server.
      const isEnded = stored !== handle;
      return () => {
        if (!isEnded && !tried.has(handle) && now() - at < SIGN_OUT_MS)
          fail("a sign-out waits for the site's server", `${page.name} has no answer yet`);
      };
    },
    stored: (record: SessionRecord | undefined): void => {
      const { handle, refreshToken } = record?.session ?? {};
      stored = handle ?? "";
      // A page that keeps sessions in the browser has replaced what the server keeps.
      if (refreshToken !== undefined && handle === undefined) accepted.clear();
    },
    /** The browser knows of no session any more. */
    clear: (): void => {
      for (const handle of heldHandles()) lost.add(handle);
      for (const all of [accepted, signedOut, released, owed]) all.clear();
      stored = "";
    },
  };
}
