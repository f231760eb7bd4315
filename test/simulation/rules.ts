import type { SessionRecord } from "../../packages/identity/src/session/record.ts";
import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import type { Sent } from "./network.ts";
import type { Place } from "./scheduler.ts";
import { createWatchers, type WatchedParts } from "./watchers.ts";

export type Violation = { rule: string; text: string };

/** More tasks than users, bots and faults cause in a minute. A loop without progress goes beyond it. */
const MOST_TASKS_A_MINUTE = 20_000;
const MINUTE_MS = 60_000;

/**
 * Watches one profile and checks the rules of a session after each task. Keeps the first violation. The rules are in the
 * files that `watchers.ts` connects; this class tells them what happens, in an order that decides which violation is first.
 */
export class Rules {
  violation: Violation | undefined;
  readonly #parts: WatchedParts;
  readonly #all: ReturnType<typeof createWatchers>;
  #tasks = { at: 0, count: 0 };

  constructor(parts: WatchedParts) {
    this.#parts = parts;
    this.#all = createWatchers(parts, (rule, text) => this.fail(rule, text));
  }

  /** Adds a line to what happened. */
  note(text: string): void {
    this.#all.log.note(text);
  }

  hash(): string {
    return this.#all.log.hash();
  }

  lastLines(): readonly string[] {
    return this.#all.log.lastLines();
  }

  fail(rule: string, text: string): void {
    this.violation ??= { rule, text };
  }

  opened(tab: Tab): void {
    const { page, client } = tab;
    this.#all.pages.opened(tab);
    this.excuse("a page opens");
    client.onEvent((event) => {
      const text = JSON.stringify(event);
      this.note(`${page.name} ${text}`);
      this.scan("an event", text);
      // New tokens that could not be handed over in time are exchanged again.
      if (event.type === "refresh-failed" && event.code === "timeout" && page.sessions === "server")
        this.excuse("a hand-over took too long");
      const isRefreshed = event.type === "refreshed" && event.expiresAt > this.#parts.deviceNow();
      if (isRefreshed) this.#all.exchanges.refreshed(tab);
      if (event.type === "tokens-replaced") this.#all.exchanges.replaced(tab);
      if (event.type !== "refresh-started") return;
      this.#all.pages.refreshStarted(page);
      this.#all.exchanges.starts(page);
    });
  }

  left({ page }: Tab): void {
    const { pages, stores, calls, exchanges } = this.#all;
    for (const each of [pages, stores, calls]) each.left(page);
    exchanges.stopped(page);
    this.excuse("a page is gone");
  }

  froze({ page }: Tab): void {
    this.#all.exchanges.stopped(page);
    this.excuse("a page freezes");
  }

  /** An event after which one exchange more is right. */
  excuse(text: string): void {
    this.#all.exchanges.excuse(text);
  }

  /** Google's SDK has signed a user in and stored the session, which a page that opens later may take over. */
  sdkSignedIn(generation: string, uid: string): void {
    this.#all.sessions.sdkSignedIn(generation, uid);
  }

  /** The session of Google's SDK is removed from where the SDK keeps it. */
  sdkRemoved(generation: string, page: Page): void {
    this.#all.sessions.sdkRemoved(generation, page);
  }

  /** When storage last failed. */
  storageFailedAt(): number {
    return this.#all.records.failedAt();
  }

  /** Whose sign-in a page's user asked for last; "any" for an anonymous one. */
  wishOf(page: Page): string | undefined {
    return this.#all.pages.get(page)?.latest;
  }

  /** Storage begins or ends to fail. */
  storageFails(): void {
    this.#all.records.troubles();
    this.#all.stores.changes();
    this.#all.exchanges.storageChanges();
  }

  /** A caller forces a refresh. */
  forced(tab: Tab): void {
    this.#all.exchanges.forced(tab);
  }

  /** The user clears the site's data: every session may end, and nothing is stored. */
  cleared(): void {
    this.#all.records.cleared();
    this.excuse("the site's data was cleared");
  }

  /** Calls a listener when a user of a page asks for what replaces an earlier sign-in. */
  setAsked(listener: (page: Page) => void): void {
    this.#all.calls.setAsked(listener);
  }

  /**
   * A user begins a sign-in, or without a user ID what only replaces an earlier one. Returns the function that takes it
   * back.
   */
  asks(tab: Tab, uid: string | undefined): () => void {
    return this.#all.calls.asks(tab, uid);
  }

  /** A page sends the answer of a sign-in that was asked for before. */
  presents(page: Page): void {
    this.#all.calls.presents(page);
  }

  /** A user signs in. Without a fault it succeeds, unless the user has done something else meanwhile. */
  signIn(tab: Tab, uid: string, work: () => Promise<unknown>): Promise<void> {
    return this.#all.calls.signIn(tab, uid, work);
  }

  /** A sign-out ends what the page shows, and what storage holds when it arrives there. */
  signOut(tab: Tab, work: () => Promise<void>): Promise<void> {
    return this.#all.calls.signOut(tab, work);
  }

  /** Another version has stored its own record. */
  foreign(): void {
    this.#all.records.foreign();
  }

  /** A page decides to store a record. */
  puts(page: Page): void {
    this.#all.records.puts(page);
  }

  /** Storage has answered a page. */
  completed(page: Page): void {
    this.#all.pages.read(page);
  }

  /** A transaction has stored a record, or removed it. */
  committed(record: SessionRecord | undefined, page: Page): void {
    this.#all.records.committed(record, page);
  }

  /** A call of a person begins. Returns the function that ends it. */
  calls(page: Page, name: string): () => void {
    return this.#all.waiting.began(page, name);
  }

  began(sent: Sent): void {
    this.note(`${sent.page.name} sends ${sent.path.split("?")[0]}`);
    this.#all.exchanges.began(sent);
  }

  ended(sent: Sent): void {
    const { exchanges, tokens, refusals } = this.#all;
    this.note(`${sent.page.name} gets ${sent.outcome} ${sent.code ?? ""} for ${sent.path.split("?")[0]}`);
    tokens.learn(sent.answer);
    tokens.handedOver(sent);
    exchanges.ended(sent);
    refusals.ended(sent);
  }

  /** Remembers the secrets of a response, so that no log may hold them. */
  learn(answer: string): void {
    this.#all.tokens.learn(answer);
  }

  /** Another text that no log may hold. */
  hide(secret: string): void {
    this.#all.tokens.hide(secret);
  }

  /** A text that may hold no secret. */
  scan(where: string, text: string): void {
    this.#all.tokens.scan(where, text);
  }

  /** An error that a call has thrown. */
  failed(error: unknown): void {
    this.#all.calls.failed(error);
  }

  /** A call has handed out a token. */
  handedOut(tab: Tab, token: string, asker: string | undefined): void {
    this.#all.calls.handedOut(tab, token, asker);
  }

  /** Checks the page whose task has run, or every page. */
  afterTask(place: Place | undefined): boolean {
    const { waiting, exchanges, agreement, shown } = this.#all;
    this.#countTask();
    waiting.check();
    exchanges.checkOverlap();
    agreement.check();
    for (const tab of this.#parts.tabs.values()) if (!place || tab.page === place) shown.look(tab);
    return !this.violation;
  }

  #countTask(): void {
    const now = this.#parts.scheduler.now();
    if (now - this.#tasks.at > MINUTE_MS) this.#tasks = { at: now, count: 0 };
    this.#tasks.count += 1;
    if (this.#tasks.count > MOST_TASKS_A_MINUTE)
      this.fail("no loop without progress", `${MOST_TASKS_A_MINUTE} tasks within a minute`);
  }

  /** Checked when no fault is active and no person acts: every page shows the stored session. */
  agreeSoon(): void {
    this.#all.stores.check();
    this.#all.agreement.agreeSoon();
  }

  /** After the faults have stopped and enough time has passed, every page agrees with storage. */
  agree(): void {
    this.#all.agreement.agree();
  }

  /** Whether a live session is stored. */
  isSignedIn(): boolean {
    return this.#all.records.generation() !== "";
  }
}
