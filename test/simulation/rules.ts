import { createHash } from "node:crypto";
import { isSameData } from "../../packages/identity/src/lib/data.ts";
import type { Session, StoredRecord } from "../../packages/identity/src/session/session.ts";
import type { User } from "../../packages/identity/src/user.ts";
import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import { createCalls } from "./calls.ts";
import type { Library } from "./library.ts";
import { bringsToken, isTokenRequest, OTHER_MODE, type Sent } from "./network.ts";
import { lifeIn, type Pace, pace } from "./pace.ts";
import type { Place, Scheduler } from "./scheduler.ts";
import type { Site } from "./site/site.ts";
import { createStoreRules } from "./stores.ts";

export type Violation = { rule: string; text: string };

/** A session as the simulation knows it: who signed in, and why it may end. */
type Known = {
  uid: string;
  /** Where and when it began, and when the user asked for it. No page of ours, if Google's SDK began it. */
  page: Page | undefined;
  beganAt: number;
  askedAt: number;
  /** Whether storage has ever held it. */
  isStored: boolean;
  /** Whether its page had not read storage before. Then it replaces what it finds there. */
  isBlind: boolean;
  /** Whether another page has changed storage before it was stored: then it yields (decision 034). */
  isYielding: boolean;
  /** Why it may end, if it may. */
  reason?: string;
  /** When it was signed out or replaced: no page that opens later may show it. */
  overAt?: number;
  /** Whether a sign-out has said that storage no longer holds it. */
  isRemoved?: boolean;
  /** Whether the browser refused the note of that. Then only storage can tell a page that opens later. */
  isUnnoted?: boolean;
};

type Shown = { status: string; uid: string; generation: string };
type Open = {
  shown: Shown;
  openedAt: number;
  /** The sessions that this page has signed out or replaced. */
  left: Set<string>;
  hasRead: boolean;
  /** As its state says, what storage has done, and which sessions it may hold. */
  durability?: string;
  base?: readonly string[] | undefined;
  /** Whether its last exchange has not failed. */
  isFresh?: boolean;
  /** When it last put something into storage, which may have refused it. */
  putAt?: number;
  /** Whether the last session that it put into storage came late. */
  isLate?: boolean;
  /** When its session ended, if the page had not read storage. Then it ends what was stored until then. */
  leftUnreadAt: number | undefined;
  /** What was stored then, and the device's time, until a session begins here: it is shown only with newer tokens. */
  endedUnread: { generation: string; at: number } | undefined;
  /** Whose sign-in is the last, and when it began; none once the user has signed out since. */
  latest: string | undefined;
  askedAt: number;
  /** What the user asked for last. */
  wish: object | undefined;
  /** The token whose exchange runs, how many have begun by the state, and how many by the events. */
  refreshing: string | undefined;
  refreshes: number;
  started: number;
};

type Parts = {
  scheduler: Scheduler;
  library: Library;
  tabs: ReadonlyMap<number, Tab>;
  /** The other person whose data a user's profile shows, if any. */
  strangerIn: (user: User) => string | undefined;
  /** The site's server, if it keeps sessions. */
  site: Site | undefined;
  deviceNow: () => number;
  /** Whether no fault of the browser is active, and no page is frozen. */
  isCalm: () => boolean;
  isStorageOk: () => boolean;
  /** How many connections to storage a page holds open. */
  connectionsOf: (page: Page) => number;
  /** Whether storage refuses every write. */
  isStorageRefusing: () => boolean;
  areNotesOk: () => boolean;
  isNoted: (generation: string) => boolean;
  /** When a page last took the lock from another. */
  stolenAt: () => number;
  /** Whether some pages have the release before. */
  hasEarlier: boolean;
  /** Whether storage carries out removals. */
  takesRemovals: () => boolean;
  /** When a fault was last active. */
  lastTrouble: () => number;
};

/** A sign-in may fail with these codes although nothing is broken. */
const MAY_FAIL = new Set([
  "user-disabled",
  "too-many-requests",
  "session-changed",
  "client-disposed",
  "custody-unavailable",
]);
/** The header of a hand-over without a session. */
const NEW_SESSION = "new";
const FOREIGN_VERSION = 99;
const FOREIGN = "another format";
const NOTHING: Shown = { status: "unknown", uid: "", generation: "" };

/** More tasks than users and faults cause in a minute. A loop without progress goes beyond it. */
const MOST_TASKS_A_MINUTE = 6000;
const MINUTE_MS = 60_000;
/** Four commands in a tab's queue, each within its deadline of three seconds, and a slow end of the last. */
const LATE_MS = 15_000;
/**
 * Four tabs that cannot share what they store, each with tokens of one minute, make 480 exchanges. The rest is for
 * users and faults.
 */
const MOST_REQUESTS_PER_HOUR = 600;
const HOUR_MS = 3_600_000;
const SOON_MS = 15_000;
/** The client's, and the one of a page that watches the stored session until it has its client. */
const MOST_CONNECTIONS = 2;
const LOST_LOCK_MS = 1000;

const isOfServer = ({ path }: Sent): boolean => path.startsWith("/api/");

const sortedKeys = (_: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;

const textOf = (user: object | undefined): string => (user ? JSON.stringify(user, sortedKeys) : "");

const addTo = <Key>(counts: Map<Key, number>, key: Key, change: number): unknown =>
  counts.set(key, (counts.get(key) ?? 0) + change);

const claimsOf = (token: string): { sub?: string; exp?: number } =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString() || "{}");

/**
 * Whether a page stores a session although it has given up the write, or has seen another session since. Such a write may
 * only replace what its page has seen. With two writes of its own under way, the page's state does not tell which of
 * them it has given up.
 */
const isLate = ({ durability, base = [] }: Open, change: { before: string; generation: string }): boolean =>
  (base.length === 1 || base.length === 2) &&
  !base.includes(durability === "durable" ? change.generation : change.before);

/** Watches one profile and checks the rules of a session after each task. Keeps the first violation. */
export class Rules {
  violation: Violation | undefined;
  /** What happened, without tokens: the same seed gives the same text. */
  readonly #hash = createHash("sha256");
  readonly #parts: Parts;
  readonly #known = new Map<string, Known>();
  readonly #open = new Map<Page, Open>();
  readonly #pace: Pace;
  /** The exchanges under way, and when each began. */
  #running = new Map<Sent, { at: number; generation: string }>();
  /** How many sign-outs of a page are under way, and how many sign-ins. */
  #signingOut = new Map<Page, number>();
  #signingIn = new Map<Page, number>();
  #requests: number[] = [];
  #secrets = new Set<string>();
  #refusedTokens = new Map<string, Set<string>>();
  /** By user, when the service last refused a token for good. */
  #refusedAt = new Map<string, number>();
  /** The session in storage; empty if there is none. */
  #stored: string;
  /** Whether storage holds a refresh token. */
  #storesToken = false;
  #log: string[] = [];
  #clearedAt = 0;
  /** When a page last met a server that keeps sessions in another mode. It tries again after 30 s. */
  #otherModeAt = 0;
  #leftAt = 0;
  #restlessAt = 0;
  #storedAt = 0;
  #storedUserAt = 0;
  #storedUser = { page: "", idToken: "", text: "" };
  readonly #calls: ReturnType<typeof createCalls>;
  readonly #stores: ReturnType<typeof createStoreRules>;
  #asked = (_: Page): void => {};
  /** When storage last failed. Until their tokens are over, tabs may hold different ones. */
  #troubledAt = 0;
  #tasks = { at: 0, count: 0 };

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#stored = "";
    const fail = (rule: string, text: string) => this.#break(rule, text);
    this.#stores = createStoreRules({
      ...{ ...parts, fail },
      hasStored: (page, { idToken, user }) =>
        isSameData(this.#storedUser, { page: page.name, idToken, text: textOf(user) }) &&
        (this.#open.get(page)?.putAt ?? 0) <= this.#storedUserAt,
      isForeign: () => this.#stored === FOREIGN,
      isInMemory: (page) => {
        const { durability, isFresh = false } = this.#open.get(page) ?? {};
        return durability === "memory" && isFresh;
      },
    });
    this.#calls = createCalls(parts.scheduler, (text) => this.#break("a call has an outcome", text));
    this.#pace = pace(parts.scheduler.now, (text) => this.#break("rule 2: each exchange has a reason", text));
  }

  /** Adds a line to what happened. */
  note(text: string): void {
    const line = `${this.#parts.scheduler.now()} ${text}`;
    this.#hash.update(`${line}\n`);
    this.#log.push(line);
    if (this.#log.length > 400) this.#log.splice(0, 200);
  }

  hash(): string {
    return this.#hash.copy().digest("hex").slice(0, 16);
  }

  lastLines(): readonly string[] {
    return this.#log;
  }

  #break(rule: string, text: string): void {
    this.violation ??= { rule, text };
  }

  fail(rule: string, text: string): void {
    this.#break(rule, text);
  }

  opened({ page, client }: Tab): void {
    const openedAt = this.#parts.scheduler.now();
    this.#open.set(page, {
      ...{ shown: NOTHING, openedAt, left: new Set(), latest: undefined },
      ...{ hasRead: false, leftUnreadAt: undefined, endedUnread: undefined, askedAt: openedAt },
      ...{ refreshing: undefined, refreshes: 0, started: 0, wish: undefined },
    });
    this.excuse("a page opens");
    this.#parts.library.partsOf(client).runner.watch((state) => {
      const open = this.#open.get(page);
      if (!open || !state) return;
      // The service gives the same token again within a second.
      const { idToken, receivedAt } = state.session ?? {};
      const refreshing = state.phase === "refreshing" ? `${receivedAt} ${idToken}` : undefined;
      // An exchange of a session in memory ends without a word if storage holds an older one. The next may begin at once.
      const mayBegin = refreshing !== open.refreshing || state.durability === "memory";
      if (refreshing !== undefined && mayBegin) open.refreshes += 1;
      open.refreshing = refreshing;
      open.hasRead = state.base !== undefined;
      const isFresh = state.phase === "fresh";
      Object.assign(open, { durability: state.durability, base: state.base, isFresh });
      if (open.hasRead && state.durability === "durable") open.leftUnreadAt = undefined;
    });
    client.onEvent((event) => {
      const text = JSON.stringify(event);
      this.note(`${page.name} ${text}`);
      this.scan("an event", text);
      this.#refreshes(page, event.type);
    });
  }

  /** The event of a start comes after the state's change. */
  #refreshes(page: Page, type: string): void {
    const open = this.#open.get(page);
    if (!open || type !== "refresh-started") return;
    open.started += 1;
    if (open.started > open.refreshes) this.#break("rule 2: one exchange at a time in a tab", page.name);
  }

  left({ page }: Tab): void {
    // It may have stored something without a word.
    this.#leftAt = this.#parts.scheduler.now();
    this.#open.delete(page);
    this.#stores.left(page);
    this.#signingOut.delete(page);
    this.#signingIn.delete(page);
    for (const sent of this.#running.keys()) if (sent.page === page) this.#running.delete(sent);
    this.#pace.stopped(page.name);
    this.excuse("a page is gone");
  }

  froze({ page }: Tab): void {
    for (const sent of this.#running.keys()) if (sent.page === page) this.#running.delete(sent);
    this.#pace.stopped(page.name);
    this.excuse("a page freezes");
  }

  /** An event after which one exchange more is right. */
  excuse(text: string): void {
    this.#pace.excuse(text);
  }

  /** Google's SDK has signed a user in and stored the session, which a page that opens later may take over. */
  sdkSignedIn(generation: string, uid: string): void {
    const now = this.#parts.scheduler.now();
    if (this.#known.has(generation)) return;
    this.#known.set(generation, {
      ...{
        uid,
        page: undefined,
        isStored: false,
        beganAt: now,
        askedAt: now,
        isBlind: false,
        isYielding: true,
      },
    });
  }

  /** The session of Google's SDK is removed from where the SDK keeps it. */
  sdkRemoved(generation: string): void {
    const known = this.#known.get(generation);
    if (known && !known.isStored && !known.reason)
      this.#break("a session of Google's SDK is not lost", "removed before it was stored");
  }

  /** When storage last failed. */
  storageFailedAt(): number {
    return this.#parts.isStorageOk() ? this.#troubledAt : this.#parts.scheduler.now();
  }

  /** Whose sign-in a page's user asked for last; "any" for an anonymous one. */
  wishOf(page: Page): string | undefined {
    return this.#open.get(page)?.latest;
  }

  /** Storage begins or ends to fail. */
  storageFails(): void {
    this.#troubledAt = this.#parts.scheduler.now();
    this.#stores.changes();
    this.#pace.storageChanges();
  }

  /** A caller forces a refresh. */
  forced({ client }: Tab): void {
    const { generation = "" } = this.#parts.library.partsOf(client).runner.getSession() ?? {};
    this.#pace.forced(generation, this.#parts.hasEarlier);
  }

  /** The user clears the site's data: every session may end, and nothing is stored. */
  cleared(): void {
    for (const known of this.#known.values()) known.reason ??= "the site's data was cleared";
    this.#stored = "";
    this.#storesToken = false;
    this.#clearedAt = this.#parts.scheduler.now();
    this.#stores.changes();
    this.excuse("the site's data was cleared");
  }

  /** Calls a listener when a user of a page asks for what replaces an earlier sign-in. */
  setAsked(listener: (page: Page) => void): void {
    this.#asked = listener;
  }

  /**
   * A user begins a sign-in, or without a user ID what only replaces an earlier one. Returns the function that takes it
   * back.
   */
  asks({ page }: Tab, uid: string | undefined): () => void {
    const open = this.#open.get(page);
    const wish = {};
    if (open) Object.assign(open, { latest: uid, askedAt: this.#parts.scheduler.now(), wish });
    this.#asked(page);
    this.excuse("a sign-in");
    return () => {
      if (open?.wish === wish) open.latest = undefined;
    };
  }

  /** A page sends the answer of a sign-in that was asked for before. */
  presents(page: Page): void {
    const open = this.#open.get(page);
    if (open) open.askedAt = this.#parts.scheduler.now();
    this.excuse("a sign-in");
  }

  /** A user signs in. Without a fault it succeeds, unless the user has done something else meanwhile. */
  async signIn(tab: Tab, uid: string, work: () => Promise<unknown>): Promise<void> {
    const open = this.#open.get(tab.page);
    const since = this.#parts.scheduler.now();
    this.asks(tab, uid);
    const { wish } = open ?? {};
    const count = (change: number) => addTo(this.#signingIn, tab.page, change);
    count(1);
    try {
      await work().finally(() => count(-1));
    } catch (error) {
      const { code = "" } = error as { code?: string };
      // A session that is refused while its sign-in waits for storage fails that sign-in.
      const isRefused = (this.#refusedAt.get(uid) ?? 0) >= since;
      if (
        this.#parts.lastTrouble() < since &&
        open?.wish === wish &&
        open?.latest !== undefined &&
        !isRefused &&
        !MAY_FAIL.has(code)
      )
        this.#break("every step can be carried out", `a sign-in failed: ${String(error)}`);
      throw error;
    }
    // An anonymous sign-in begins no session if the user is anonymous already.
    const hasBegun = [...this.#known.values()].some(
      (known) => known.page === tab.page && known.uid === uid && known.beganAt >= since,
    );
    if (uid !== "any" && !hasBegun) this.#break("a sign-in that succeeds has shown its user", tab.page.name);
  }

  /** A sign-out ends what the page shows, and what storage holds when it arrives there. */
  async signOut(tab: Tab, work: () => Promise<void>): Promise<void> {
    const open = this.#open.get(tab.page);
    const { generation } = open?.shown ?? NOTHING;
    if (open) open.latest = undefined;
    this.#asked(tab.page);
    if (open && !open.hasRead) this.#leaveUnread(open);
    for (const each of this.#known.keys()) this.#end(each, "a user signed out");
    if (generation) {
      open?.left.add(generation);
      this.#over(generation);
    }
    // A page that has read storage ends what it holds when the removal arrives there.
    const count = (change: number) => addTo(this.#signingOut, tab.page, change);
    const { hasRead = false } = open ?? {};
    if (hasRead) count(1);
    const since = this.#parts.scheduler.now();
    const wasWell = this.#parts.takesRemovals();
    await work()
      .catch((error: unknown) => {
        const isWell =
          wasWell && this.#parts.takesRemovals() && !this.#stores.hasChangedSince(since - SOON_MS);
        if (isWell && this.#parts.lastTrouble() < since)
          this.#break("a sign-out succeeds where storage takes removals", String(error));
        throw error;
      })
      .finally(() => hasRead && count(-1));
    const known = this.#known.get(generation);
    if (known && hasRead) known.isRemoved = true;
    if (generation && this.#parts.library.partsOf(tab.client).runner.getSession()?.generation === generation)
      this.#break("rule 3: a sign-out wins", `${tab.page.name} still shows the session`);
  }

  #leaveUnread(open: Open): void {
    open.leftUnreadAt = this.#parts.scheduler.now();
    open.endedUnread = { generation: this.#stored, at: this.#parts.deviceNow() };
  }

  #over(generation: string): void {
    const known = this.#known.get(generation);
    if (!known || known.overAt !== undefined) return;
    known.overAt = this.#parts.scheduler.now();
    known.isUnnoted = !this.#parts.areNotesOk();
  }

  #end(generation: string, reason: string): void {
    const known = this.#known.get(generation);
    if (known) known.reason ??= reason;
  }

  /** Another version has stored its own record. Only a sign-in or a sign-out of this version may replace it. */
  foreign(): void {
    this.note("stored another format");
    this.#stored = FOREIGN;
  }

  /** A page decides to store a record. Slow storage may take it later. */
  puts(record: StoredRecord | undefined, page: Page): void {
    const open = this.#open.get(page);
    const generation = record?.session?.generation ?? "";
    if (!open) return;
    open.isLate = isLate(open, { before: this.#stored, generation });
    open.putAt = this.#parts.scheduler.now();
  }

  /** A transaction has stored a record, or removed it. */
  committed(record: (StoredRecord & { version?: number }) | undefined, page: Page): void {
    const generation = record?.version === FOREIGN_VERSION ? FOREIGN : (record?.session?.generation ?? "");
    const before = this.#stored;
    this.#stored = generation;
    this.#storesToken = record?.session?.refreshToken !== undefined;
    this.#compareUser(record?.session, page, generation === before);
    // The client sends no message about a write that leaves storage as it is.
    if (generation === before) return;
    this.#storedAt = this.#parts.scheduler.now();
    // Until now, no tab could store anything.
    if (before === FOREIGN) this.#stores.changes();
    if (before === FOREIGN && this.#known.get(generation)?.isStored)
      this.#break("another version's record stays", "an older session replaced it");
    for (const each of this.#known.values()) each.isYielding ||= each.page !== page && !each.isStored;
    this.note(`stored ${this.#nameOf(generation)}`);
    const known = this.#known.get(generation);
    const open = this.#open.get(page);
    // Of two sign-ins at a time, the one that is stored last counts. A call that waits has not given up its write.
    const isAwaited = (this.#signingIn.get(page) ?? 0) > 0;
    const isInTime = isAwaited || (!open?.isLate && this.#storedAt - (known?.beganAt ?? 0) < LATE_MS);
    // A page that has not read storage replaces what it finds there, but no session that began later than its own.
    const isLater = (this.#known.get(before)?.askedAt ?? 0) > (known?.beganAt ?? 0);
    if (known && !known.isStored && ((known.isBlind && !isLater) || isInTime))
      this.#end(before, "another sign-in was stored");
    if (open?.leftUnreadAt !== undefined && !generation) {
      const { askedAt = 0 } = this.#known.get(before) ?? {};
      if (askedAt <= open.leftUnreadAt) this.#end(before, "a sign-out before the first read");
      open.leftUnreadAt = undefined;
    }
    if (before && before !== FOREIGN && !this.#known.get(before)?.reason)
      this.#break("rule 1: a stored session ends only by its owner or a refusal", "storage lost the session");
    // A sign-out is noted at once, a sign-in replaces the session once it is stored.
    this.#over(before);
    if (before) open?.left.add(before);
    // The first write of a session that is signed out at once is followed by its removal.
    if (known?.overAt !== undefined && (known.isStored || known.isRemoved))
      this.#break("what was ended never comes back into storage", `a session came back: ${known.reason}`);
    if (known) known.isStored = true;
  }

  /** @param isSame whether storage has held the session before */
  #compareUser(session: Session | undefined, page: Page, isSame: boolean): void {
    const { idToken = "", user } = session ?? {};
    const before = this.#storedUser;
    this.#storedUserAt = this.#parts.scheduler.now();
    this.#storedUser = { page: page.name, idToken, text: textOf(user) };
    const tab = this.#parts.tabs.get(page.tab);
    const runner = tab?.page === page ? this.#parts.library.partsOf(tab.client).runner : undefined;
    const isShown = runner?.getSession()?.generation === session?.generation;
    const isDurable = isShown && runner?.isDurable();
    const isRenewed = isSame && isDurable && idToken !== before.idToken && this.#exchanged.has(idToken);
    if (isRenewed && this.#storedUser.text !== before.text)
      this.#break("an exchange never brings back an older profile", page.name);
  }

  /** A call of a person begins. Returns the function that ends it. */
  calls(page: Page, name: string): () => void {
    return this.#calls.began(page, name);
  }

  #nameOf(generation: string): string {
    if (!this.#known.has(generation)) return generation || "nothing";
    return `session ${[...this.#known.keys()].indexOf(generation) + 1}`;
  }

  began(sent: Sent): void {
    const { scheduler, tabs } = this.#parts;
    const now = scheduler.now();
    this.note(`${sent.page.name} sends ${sent.path.split("?")[0]}`);
    this.#requests.push(now);
    if (this.#requests.length > MOST_REQUESTS_PER_HOUR) {
      const first = this.#requests.shift() ?? 0;
      if (now - first < HOUR_MS)
        this.#break("requests are bounded", `${MOST_REQUESTS_PER_HOUR} requests in an hour`);
    }
    // A session moves at once when the site keeps sessions in its other mode.
    const isMove = sent.page.sessions === "server" && sent.path.startsWith("/securetoken");
    const isRelease = sent.path.startsWith("/api/session/release");
    if (isMove || isRelease) this.excuse("a move");
    if (isRelease) this.#releasing.set(sent.page, sent.at);
    if (!isTokenRequest(sent)) return;
    // The lifetime counts from the first of the exchange's requests.
    sent.at = this.#releasing.get(sent.page) ?? sent.at;
    this.#releasing.delete(sent.page);
    const tab = tabs.get(sent.page.tab);
    const { generation = "" } = (tab && this.#parts.library.partsOf(tab.client).runner.getSession()) ?? {};
    this.#running.set(sent, { at: now, generation });
    this.#checkOverlap();
    // Without storage, or with a record that it does not know, each tab refreshes its own copy of the session.
    if (!this.#canStore() || this.#stored === FOREIGN) this.#troubledAt = now;
    if (now - this.#troubledAt < 2 * HOUR_MS) this.excuse("storage failed");
    if (now - this.#parts.stolenAt() < LOST_LOCK_MS) this.excuse("the lock was taken from a frozen tab");
    this.#pace.began(sent, generation);
  }

  /**
   * A page that was frozen while it held the lock may send a request before it learns that it has lost the lock. A
   * machine that slept meanwhile wakes the tab that waits for the lock with its time over. Two tabs that wait for a frozen one
   * may take the lock one right after the other.
   */
  #checkOverlap(): void {
    const now = this.#parts.scheduler.now();
    if (this.#running.size < 2 || now - this.#parts.scheduler.sleptAt() < MINUTE_MS) return;
    if (now - this.#parts.stolenAt() < LOST_LOCK_MS) return;
    const awake = [...this.#running.keys()].filter(
      ({ page }) => !page.isFrozen && this.#open.has(page) && now - page.wokeAt > LOST_LOCK_MS,
    );
    const [one, other] = awake;
    if (one && other)
      this.#break(
        "rule 2: one exchange at a time in a browser",
        `${one.page.name} beside ${other.page.name}`,
      );
  }

  /** Whether storage works and holds what every tab shows. */
  #canStore(): boolean {
    const { tabs, library, isStorageOk } = this.#parts;
    return (
      isStorageOk() && [...tabs.values()].every(({ client }) => library.partsOf(client).runner.isDurable())
    );
  }

  ended(sent: Sent): void {
    this.note(`${sent.page.name} gets ${sent.outcome} ${sent.code ?? ""} for ${sent.path.split("?")[0]}`);
    this.#running.delete(sent);
    this.learn(sent.answer);
    const token = /"id_token":\s*"([^"]+)"/.exec(sent.answer)?.[1];
    if (isTokenRequest(sent) && token) this.#exchanged.add(token);
    if (isTokenRequest(sent)) this.#pace.ended(sent, lifeIn(sent.answer), this.#parts.isStorageRefusing());
    if (bringsToken(sent) && sent.path.includes("accounts:update")) this.#renewed(sent);
    // A tab leaves the exchange to those that know the server's mode.
    const isHandOver = sent.path.startsWith("/api/session") && sent.body.includes('"refreshToken"');
    if (isHandOver && sent.outcome !== "granted") this.excuse("a hand-over failed");
    if (sent.code === OTHER_MODE) {
      this.#otherModeAt = this.#parts.scheduler.now();
      this.excuse("the server's mode is another");
    }
    const handle = /^\{"session":"([^"]+)"/.exec(sent.answer)?.[1];
    const owner = claimsOf(/"idToken":"([^"]+)"/.exec(sent.body)?.[1] ?? "").sub;
    if (handle && owner) this.#owners.set(handle, owner);
    const held = /^\{"held":"([^"]+)"\}$/.exec(sent.body)?.[1];
    if (held && sent.answer.includes(`${held}"`))
      this.#break("an exchange brings another token", `${sent.page.name} gets the one that it holds`);
    if (sent.outcome !== "refused") return;
    const uid = this.#uidOf(sent);
    if (!uid) return;
    if (isOfServer(sent)) this.#refusedByServer(sent, uid);
    this.excuse("a refusal");
    this.#refusedAt.set(uid, this.#parts.scheduler.now());
    const refused = this.#refusedTokens.get(uid) ?? new Set();
    this.#refusedTokens.set(uid, refused);
    // Calls refuse an ID token. One refusal is no end, because a refresh may bring a token that is accepted.
    refused.add(sent.body);
    const isEnd =
      isOfServer(sent) || isTokenRequest(sent) || sent.code === "USER_DISABLED" || refused.size > 1;
    if (!isEnd) return;
    for (const known of this.#known.values()) if (known.uid === uid) known.reason ??= `refused: ${sent.code}`;
  }

  /** A change of the account has brought new tokens. */
  #renewed({ page, at, answer }: Sent): void {
    const tab = this.#parts.tabs.get(page.tab);
    const session = tab?.page === page && this.#parts.library.partsOf(tab.client).runner.getSession();
    if (session) this.#pace.renewed(session.generation, at, lifeIn(answer));
  }

  /** The site's server says that a session has ended. */
  #refusedByServer({ headers, code }: Sent, uid: string): void {
    const handle = headers.get("x-session") ?? "";
    // A hand-over without a session is of a sign-in that no page shows yet. A page that slept comes too late with it.
    if (!handle || handle === NEW_SESSION) return;
    // With storage that fails, two tabs have a session each, and one cookie names one session.
    if (this.#parts.scheduler.now() - this.#troubledAt < 2 * HOUR_MS) return;
    for (const [generation, known] of this.#known)
      if (known.uid === uid && !known.reason && !this.#parts.site?.mayRefuse(handle, uid, known.beganAt))
        this.#break(
          "the server ends a session only for a reason",
          `${code} for ${this.#nameOf(generation)}, which nobody has ended`,
        );
  }

  /** The user whose token a request carried; none for a sign-in. */
  #uidOf({ body, path, headers }: Sent): string | undefined {
    const owner = this.#owners.get(headers.get("x-session") ?? "");
    if (owner !== undefined) return owner;
    if (path.startsWith("/securetoken")) {
      const token = new URLSearchParams(body).get("refresh_token") ?? "";
      return this.#owners.get(token);
    }
    const token = /"idToken":"([^"]+)"/.exec(body)?.[1];
    return token ? claimsOf(token).sub : undefined;
  }

  readonly #owners = new Map<string, string>();
  readonly #exchanged = new Set<string>();
  readonly #releasing = new Map<Page, number>();

  /** Remembers the secrets of a response, so that no log may hold them. */
  learn(answer: string): void {
    const refresh = /"refresh_?[tT]oken":\s*"([^"]+)"/.exec(answer)?.[1];
    const id = /"id_?[tT]oken":\s*"([^"]+)"/.exec(answer)?.[1];
    if (refresh && id) this.#owners.set(refresh, claimsOf(id).sub ?? "");
    for (const secret of [refresh, id]) if (secret) this.#secrets.add(secret);
    if (this.#secrets.size > 200)
      for (const old of [...this.#secrets].slice(0, 100)) this.#secrets.delete(old);
    if (this.#owners.size > 200)
      for (const old of [...this.#owners.keys()].slice(0, 100)) this.#owners.delete(old);
  }

  /** Another text that no log may hold. */
  hide(secret: string): void {
    this.#secrets.add(secret);
  }

  /** A text that may hold no secret. */
  scan(where: string, text: string): void {
    for (const secret of this.#secrets)
      if (text.includes(secret)) this.#break("no secret where it does not belong", `${where} holds a token`);
  }

  /** An error that a call has thrown. */
  failed(error: unknown): void {
    const { code } = error as { code?: string };
    // The release before says so of a page whose lock was taken.
    if (code === "unknown" && !this.#parts.hasEarlier)
      this.#break("a failure has a code that says what to do", `${String(error)} ${code}`);
    this.scan("an error", `${String(error)} ${JSON.stringify(error)}`);
  }

  /** A call has handed out a token. */
  handedOut({ page, client }: Tab, token: string, asker: string | undefined): void {
    const { sub, exp = 0 } = claimsOf(token);
    if (asker !== undefined && asker !== sub)
      this.#break("nobody sees another person's data", `${page.name} hands a token to another user`);
    const state = client.getState();
    if (state.status === "signed-in" && state.user.uid !== sub)
      this.#break("nobody sees another person's data", `${page.name} got a token of another user`);
    const left = exp * 1000 - this.#parts.scheduler.now();
    // A token's expiry has whole seconds.
    if (left <= -1000)
      this.#break("rule 4: no expired token is handed out", `${page.name}: expired ${-left / 1000} s ago`);
  }

  /** Checks the page whose task has run, or every page. */
  afterTask(place: Place | undefined): boolean {
    const now = this.#parts.scheduler.now();
    if (now - this.#tasks.at > MINUTE_MS) this.#tasks = { at: now, count: 0 };
    this.#tasks.count += 1;
    if (this.#tasks.count > MOST_TASKS_A_MINUTE)
      this.#break("no loop without progress", `${MOST_TASKS_A_MINUTE} tasks within a minute`);
    this.#calls.check();
    this.#checkOverlap();
    if (!this.#parts.isCalm()) this.#restlessAt = now;
    for (const tab of this.#parts.tabs.values()) if (!place || tab.page === place) this.#look(tab);
    return !this.violation;
  }

  #look(tab: Tab): void {
    const { page, client } = tab;
    const open = this.#open.get(page);
    if (!open) return;
    const session = this.#parts.library.partsOf(client).runner.getSession();
    const state = client.getState();
    const uid = state.status === "signed-in" ? state.user.uid : "";
    const stranger = state.status === "signed-in" && this.#parts.strangerIn(state.user);
    if (stranger) this.#break("nobody sees another person's data", `${page.name} shows data of ${stranger}`);
    const generation = session?.generation ?? "";
    const before = open.shown;
    if (before.status === state.status && before.uid === uid && before.generation === generation) return;
    if (generation && !this.#known.has(generation)) this.#begin(generation, uid, page, open);
    open.shown = { status: state.status, uid, generation };
    this.note(`${page.name} shows ${state.status} ${this.#nameOf(generation)}`);
    if (session && (session.user.uid !== uid || claimsOf(session.idToken).sub !== uid))
      this.#break("nobody sees another person's data", `${page.name}: token and profile differ`);
    if (before.generation && before.generation !== generation) this.#ended(page, before.generation);
    const isUnstored = before.generation !== "" && !this.#known.get(before.generation)?.isStored;
    const { endedUnread } = open;
    if (session && endedUnread?.generation === generation && session.receivedAt <= endedUnread.at)
      this.#break("what was ended is never shown again", `${page.name}, which had not read storage`);
    if (generation) this.#shown(page, generation, open, isUnstored);
    else if (before.status === "unknown" && state.status === "signed-out") this.#startedWithout(page);
  }

  #begin(generation: string, uid: string, page: Page, open: Open): void {
    if (open.latest !== uid && open.latest !== "any")
      this.#break("only the last sign-in counts", `${page.name}: an earlier one, or none`);
    for (const [other, known] of this.#known) {
      if (known.overAt !== undefined) continue;
      this.#end(other, "another sign-in replaced it");
      // A sign-in that storage has not taken yet may still arrive there later than this one.
      // What this page has not read, or another tab has stored meanwhile, ends with the write that replaces it.
      const isSeen = open.base?.includes(other) ?? false;
      if ((known.isStored && isSeen) || open.shown.generation === other) open.left.add(other);
    }
    this.#refusedTokens.delete(uid);
    open.endedUnread = undefined;
    this.#known.set(generation, {
      ...([...this.#signingOut.values()].some((sum) => sum > 0) && { reason: "a sign-out was under way" }),
      ...{ uid, page, isStored: false, beganAt: this.#parts.scheduler.now(), askedAt: open.askedAt },
      isBlind: !open.hasRead,
      isYielding: open.openedAt < this.#clearedAt || open.shown.generation !== this.#stored,
    });
    if (this.#known.size > 100) this.#known.delete([...this.#known.keys()][0] ?? "");
  }

  #ended(page: Page, generation: string): void {
    const known = this.#known.get(generation);
    const open = this.#open.get(page);
    // It removes what was stored until now once it can read storage, because it cannot know which session that is.
    if (open && !open.hasRead && !open.shown.generation) this.#leaveUnread(open);
    if (known?.reason) return;
    if (known && !known.isStored && known.isYielding) return;
    this.#break(
      "rule 1: a session ends only by its owner or a definite refusal",
      `${page.name} no longer shows ${this.#nameOf(generation)}`,
    );
  }

  /** @param isUnstored the session before was never stored, and yields to what another tab stores (decision 034) */
  #shown(page: Page, generation: string, open: Open, isUnstored: boolean): void {
    const known = this.#known.get(generation);
    if (open.left.has(generation) && !isUnstored)
      this.#break("what was ended is never shown again", `${page.name}: ${known?.reason}`);
    const isTold = this.#parts.areNotesOk() && !known?.isUnnoted;
    if (known?.overAt !== undefined && known.overAt < open.openedAt && isTold)
      this.#break("what was ended is never shown again", `${page.name} opened later: ${known.reason}`);
  }

  #startedWithout(page: Page): void {
    const known = this.#known.get(this.#stored);
    if (!known || known.reason || !this.#parts.isStorageOk()) return;
    this.#break("rule 6: a stored session is shown at once", `${page.name} shows nobody`);
  }

  /** Checked when no fault is active and no person acts: every page shows the stored session. */
  agreeSoon(): void {
    this.#stores.check();
    for (const [{ page }, { generation }] of this.#running) {
      const open = this.#open.get(page);
      if (open && !page.isFrozen && open.shown.generation !== generation)
        this.#break("an exchange ends with its session", page.name);
    }
    const { scheduler, lastTrouble, tabs, library } = this.#parts;
    const restlessAt = Math.max(
      this.#restlessAt,
      this.#troubledAt,
      this.#clearedAt,
      this.#leftAt,
      lastTrouble(),
    );
    // What was stored last was stored, and told, without a fault.
    const isTold = this.#storedAt - restlessAt > SOON_MS && scheduler.now() - this.#storedAt > SOON_MS;
    if (!isTold || this.#calls.count() > 0) return;
    if (!this.#canStore() || this.#stored === FOREIGN) return;
    for (const { page, client } of tabs.values()) {
      const { generation = "" } = library.partsOf(client).runner.getSession() ?? {};
      if (this.#open.get(page)?.hasRead && generation !== this.#stored)
        this.#break("without faults, all tabs agree at once", `${page.name} has not heard what is stored`);
    }
  }

  /** After the faults have stopped and enough time has passed, every page agrees with storage. */
  agree(): void {
    const [first] = this.#parts.tabs.values();
    if (!first) return;
    for (const { page, client } of this.#parts.tabs.values()) {
      const state = client.getState();
      const session = this.#parts.library.partsOf(client).runner.getSession();
      const rule = "without faults, all tabs agree";
      if (state.status === "unknown") this.#break(rule, `${page.name} knows nothing`);
      if (this.#stored !== FOREIGN && (session?.generation ?? "") !== this.#stored)
        this.#break(
          rule,
          `${page.name} shows ${state.status}, storage holds ${this.#stored ? "a session" : "none"}`,
        );
      const isUnproven = this.#parts.site?.lacksKey(session?.handle ?? "");
      const isMoving = this.#parts.scheduler.now() - this.#otherModeAt < MINUTE_MS;
      if (state.status === "signed-in" && state.connection !== "online" && !isUnproven && !isMoving)
        this.#break(rule, `${page.name} is still reconnecting`);
      if (state.status === "signed-out" && page.timers() > 0)
        this.#break("rule 5: signed out means no timer", `${page.name} has ${page.timers()}`);
      if (!this.#parts.hasEarlier && this.#parts.connectionsOf(page) > MOST_CONNECTIONS)
        this.#break("no memory grows", `${page.name} has ${this.#parts.connectionsOf(page)} connections`);
      if (page.timers() > 3) this.#break("no memory grows", `${page.name} has ${page.timers()} timers`);
    }
    const mode = this.#parts.site?.target();
    const isServer = mode === "server" && [...this.#open.keys()].every(({ sessions }) => sessions === mode);
    if (isServer && this.#stored !== FOREIGN && this.#storesToken)
      this.#break("no secret where it does not belong", "the browser's storage holds a refresh token");
    const now = this.#parts.scheduler.now();
    if ([...this.#running.values()].some(({ at }) => now - at > MINUTE_MS))
      this.#break("no request without end", "an exchange is still running");
  }

  /** Whether a live session is stored. */
  isSignedIn(): boolean {
    return this.#stored !== "";
  }
}
