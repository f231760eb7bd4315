import { createListeners } from "@tallybin/platform/listeners";
import type { Channel } from "../../../platform/src/browser.ts";
import type { IdentityClient, IdentityClientOptions } from "../../src/client/client-parts.ts";
import type { LifecycleEvent, WakeCause } from "../../src/events.ts";
import type { Persistence } from "../../src/persistence/persistence.ts";
import type { Platform } from "../../src/platform.ts";
import { createChannels } from "./channels.ts";
import { type Clock, createClock } from "./clock.ts";
import { createLocks } from "./locks.ts";
import { hear, identity, learnSecrets } from "./secrets.ts";

type Answer = { status?: number; body: unknown; headers?: Record<string, string> } | "offline" | "hang";
export type Call = {
  method: string;
  path: string;
  search: string;
  host: string;
  body: Record<string, unknown>;
  headers: Headers;
  /** Whether the request outlives its page. */
  keepalive: boolean;
  signal: AbortSignal;
};
export type Server = (call: Call) => Answer | Promise<Answer>;

/** Google's refusal. */
export const refusal = (message: string, status = 400): Answer => ({ status, body: { error: { message } } });

/** A synchronous storage, like `localStorage`. */
export function createTextStorage() {
  const texts = new Map<string, string>();
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  };
}

/** Where a client of this project stores its session. */
export const KEY = "identity-client:demo-project";
/** The password of Alice, whom `google()` signs in. */
export const credential = { email: "alice@example.com", password: "correct-horse" };

/** More than any test makes. Requests without end would keep timers, and so a test's own limit, from running. */
const MOST_CALLS = 2000;

type BrowserOptions = { clock?: Clock; server?: Server; stored?: unknown };

/**
 * One browser: shared storage, locks, channels and clock, and any number of tabs.
 * `server` answers its requests, and `stored` is the session in its storage.
 */
export function createBrowser({ clock = createClock(), ...given }: BrowserOptions = {}) {
  const values = new Map<string, unknown>();
  if (given.stored !== undefined) values.set(KEY, { version: 1, session: given.stored });
  const left = createTextStorage();
  const channels = createChannels();
  const calls: Call[] = [];
  const locks = createLocks();
  let server: Server = given.server ?? (() => "offline");

  const persistence: Persistence = {
    kind: "local",
    read: async (key) => structuredClone(values.get(key)),
    update: async (key, change) => {
      values.set(key, structuredClone(change(structuredClone(values.get(key)))));
    },
    remove: async (key, isExpected) => {
      if (isExpected(values.get(key))) values.delete(key);
    },
    signOutNotes: left,
  };

  const fetchThrough = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { hostname, pathname, search, searchParams } = new URL(request.url);
    const text = await request.text();
    const isForm = request.headers.get("content-type")?.includes("urlencoded");
    const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : text ? JSON.parse(text) : {};
    const call = {
      method: request.method,
      host: hostname,
      path: pathname,
      search,
      body,
      headers: request.headers,
      keepalive: request.keepalive,
      signal: request.signal,
      key: searchParams.get("key"),
    };
    calls.push(call);
    if (calls.length > MOST_CALLS) throw new TypeError("Failed to fetch: there is no end of requests");
    learnSecrets(body);
    const answer = await server(call);
    if (typeof answer === "object") learnSecrets(answer.body);
    if (answer === "offline") throw new TypeError("Failed to fetch");
    if (answer === "hang") {
      return new Promise((_, reject) => {
        request.signal.addEventListener("abort", () => reject(request.signal.reason));
      });
    }
    const content = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    const { status = 200, headers = {} } = answer;
    return new Response(status === 204 ? null : content, { status, headers });
  };

  return {
    /** A channel of another page: the callback page, or any script of the origin. */
    channel: (name: string): Channel => channels.open(name),
    /** The number of tabs on a channel. */
    listening: channels.listening,
    clock,
    calls,
    values,
    persistence,
    locks,
    answerWith: (next: Server) => {
      server = next;
    },
    /** @param create the client's code, if it is not the present one */
    open: (
      options: Partial<IdentityClientOptions> = {},
      create: typeof identity.createIdentityClient = identity.createIdentityClient,
    ) => {
      const signals = createListeners<Parameters<Parameters<Platform["page"]>[0]>[0]>();
      const events: LifecycleEvent[] = [];
      const own = new Set<() => void>();
      const tabLocks = locks.forTab();
      const all: IdentityClientOptions = {
        apiKey: "test-key",
        projectId: "demo-project",
        identityToolkitUrl: "https://identitytoolkit.test",
        secureTokenUrl: "https://securetoken.test",
        callbackUrl: "https://site.test/oauth/callback",
        persistence,
        now: clock.now,
        setTimeout: clock.setTimeout,
        fetch: fetchThrough,
        locks: tabLocks.manager,
        page: signals.add,
        channel: (name) => channels.open(name, own),
        isMobile: false,
        ...options,
      };
      const client: IdentityClient = create(all);
      client.onEvent((event) => {
        events.push(event);
        hear(event);
      });
      return {
        client,
        options: all,
        events,
        signal: signals.call,
        wake: (cause: WakeCause) => signals.call(cause),
        /** Closes the tab between two instructions. Only the browser's own clean-up happens. */
        crash: () => {
          for (const forget of own) forget();
          client.dispose();
          tabLocks.crash();
        },
      };
    },
  };
}
type Opened = ReturnType<typeof createBrowser>;
export type Tab = ReturnType<Opened["open"]>;
export type Browser = ReturnType<typeof createBrowser>;
