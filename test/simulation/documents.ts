import * as v from "valibot";
import type { LocalServices } from "../../mocks/local-services.ts";
import type { PageSignal, Place, Platform } from "../../packages/user-document/src/index.ts";
import * as userDocument from "../../packages/user-document/src/index.ts";
import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import { type DocumentRules, watchDocument } from "./document-rules.ts";
import type { Person } from "./people.ts";
import type { Profile } from "./profile.ts";
import { relay } from "./relay.ts";
import type { Scheduler } from "./scheduler.ts";
import { ORIGIN } from "./site/backend.ts";

/** The document client under test. */
export type DocumentLibrary = Pick<typeof userDocument, "createUserDocument">;
export const documentLibrary: DocumentLibrary = userDocument;

/** Each page writes its own field, so that no other write hides a lost one. */
const Stored = v.object({
  name: v.optional(v.string()),
  writes: v.optional(v.record(v.string(), v.number()), {}),
});
type Stored = v.InferOutput<typeof Stored>;

/** The signals of a page. Pages also tell the identity client that the clock was set, which no browser does. */
const SIGNALS: Partial<Record<string, PageSignal>> = {
  visible: "visible",
  online: "network-changed",
  "page-shown": "visible",
  "page-hidden": "suspended",
};
/** More requests than four pages cause in an hour whose tokens live one minute: each new token opens a new stream. */
const MOST_REQUESTS_PER_HOUR = 1500;
const HOUR_MS = 3_600_000;
/** A user does not save again before earlier saves end. Node warns of more than ten listeners to one signal. */
const MOST_SAVES = 4;
/** A service that does not know the newest keys refuses valid ID tokens; the later requests of a stream have none. */
const REFUSED = [{ error: { code: 401, status: "UNAUTHENTICATED" } }, { status: 401 }] as const;

type Parts = {
  scheduler: Scheduler;
  services: LocalServices;
  profile: Profile;
  people: readonly Person[];
  library: DocumentLibrary;
};
type Open = {
  uid: string;
  rules: DocumentRules;
  document: userDocument.UserDocument<Stored, v.InferInput<typeof Stored>>;
  /** How many saves have not ended. */
  saves: number;
  /** Shows the document in another part of the page. Returns the function that ends it. */
  look?: () => () => void;
};

/** The signed-in user's document in each page of a profile, as the site opens and drops it. */
export function createDocuments({ scheduler, services, profile, people, library }: Parts) {
  const open = new Map<Page, Open>();
  /** The pages behind another tab or window, and what their documents call when a page is hidden. */
  const hidden = new Set<Page>();
  const hiding = new Map<Page, () => void>();
  /** Those that have ended in the present task. */
  let ended: DocumentRules[] = [];
  const { rules, line, moments } = profile;
  /** The acknowledged writes, by user. */
  const expected = new Map<string, string[]>();
  let requests: number[] = [];
  let fields = 0;

  const nameOf = (uid: string) => people.find((person) => person.uid === uid)?.name ?? "Somebody";

  const fetchFor =
    (page: Page, own: DocumentRules) =>
    (url: string, init: RequestInit): Promise<Response> =>
      new Promise((resolve, reject) => {
        const now = scheduler.now();
        requests = [...requests.filter((at) => now - at < HOUR_MS), now];
        if (requests.length > MOST_REQUESTS_PER_HOUR)
          rules.fail("no endless reconnection", `${requests.length} requests for documents in an hour`);
        const signal = init.signal ?? new AbortController().signal;
        const mode = line.mode();
        const delay = () => (mode === "slow" ? page.luck.between(500, 40_000) : page.luck.between(5, 120));
        if (signal.aborted) return reject(signal.reason);
        const asked = own.asks(url, init);
        const fail = () => {
          asked.ends();
          reject(new TypeError("Failed to fetch"));
        };
        const answer = (body: unknown, init: ResponseInit) => {
          if (signal.aborted) return;
          if (init.status === 401) asked.rejects();
          asked.ends();
          resolve(typeof body === "string" ? new Response(body, init) : Response.json(body, init));
        };
        signal.addEventListener("abort", () => {
          asked.ends();
          reject(signal.reason);
        });
        rules.note(`${page.name} asks for documents`);
        moments.come("asks", page.tab);
        if (mode === "offline" || mode === "loses-requests") return page.post(fail, delay());
        if (mode === "silent") return;
        if (mode === "unavailable" || mode === "busy" || mode === "html") {
          const status = mode === "html" ? 200 : mode === "busy" ? 429 : 503;
          return page.post(() => answer("<!doctype html>", { status }), delay());
        }
        if (mode === "refuses-tokens" && asked.hasToken) return page.post(() => answer(...REFUSED), delay());
        scheduler.after(delay(), () => {
          void services.handle(new Request(url, { ...init, signal: null })).then((response) => {
            if (signal.aborted) return void response?.body?.cancel();
            if (mode === "loses-responses") return page.post(fail, delay());
            const body =
              response?.body &&
              relay(page, scheduler, response.body, {
                signal,
                asked: { ...asked, receives: () => moments.come("receives", page.tab) },
                isCut: () => line.mode() === "offline",
              });
            const { status = 404, headers } = response ?? {};
            page.post(() => {
              if (!response?.body) asked.ends();
              resolve(new Response(body ?? null, { status, ...(headers && { headers }) }));
            }, delay());
          });
        });
      });

  /** A new document of a page: what the browser gives it, and the rules that watch it. */
  const watch = (tab: Tab, hasReaders = false) => {
    const { page } = tab;
    const { now } = scheduler;
    const locks = profile.locks.forPage(page);
    const own = watchDocument({
      name: page.name,
      now,
      hasReaders,
      fail: (rule, text) => rules.fail(rule, text),
    });
    /** Gets a token from the identity client, as `ask` does. */
    const withToken =
      (ask: Place["getIdToken"]): Place["getIdToken"] =>
      async ({ forceRefresh }) => {
        own.asksForToken(forceRefresh);
        if (forceRefresh) rules.forced(tab);
        const idToken = await ask({ forceRefresh });
        if (forceRefresh) own.refreshed(idToken);
        return idToken;
      };
    const platform: Platform = {
      fetch: fetchFor(page, own),
      now,
      setTimeout: (callback: () => void, ms: number) =>
        scheduler.after(ms + page.luck.between(0, 4), callback, page),
      random: () => page.luck.next(),
      page: (listener: (signal: PageSignal) => void) => {
        const hide = () => listener("hidden");
        hiding.set(page, hide);
        if (hidden.has(page)) hide();
        return page.page((happening) => {
          const signal = SIGNALS[happening];
          if (signal === "visible" && hidden.has(page)) hide();
          else if (signal) listener(signal);
        });
      },
      locks: {
        request: (name: string, options: LockOptions, hold: () => Promise<void> | undefined) =>
          locks.request(name, options, async () => own.holds(hold())),
      } as Platform["locks"],
      channel: (name: string) => profile.channels.forPage(page, name),
    };
    return { own, platform, withToken };
  };

  const start = (tab: Tab, uid: string): Open => {
    const { page, client } = tab;
    const { own, platform, withToken } = watch(tab);
    const document = library.createUserDocument({
      url: ORIGIN,
      projectId: services.projectId,
      uid,
      schema: Stored,
      getIdToken: withToken((options) => profile.library.getIdToken(client, options)),
      ...platform,
    });
    const show = (state: ReturnType<typeof document.getState>): void => {
      if (state.status !== "ready" || !state.snapshot.exists) return;
      const { name } = state.snapshot.data;
      if (name !== undefined && name !== nameOf(uid))
        rules.fail("nobody sees another person's document", `${page.name} shows that of ${name}`);
      rules.note(`${page.name} shows a document ${state.connection}`);
    };
    const look = () => document.watch(show);
    look();
    return { uid, document, rules: own, saves: 0, look };
  };

  const close = (page: Page): void => {
    const own = open.get(page);
    if (!own) return;
    own.rules.ended();
    ended.push(own.rules);
    open.delete(page);
  };

  /** A page that is told to look again is seen again. */
  const see = ({ page }: Tab): void => {
    page.page((signal) => {
      if (signal === "visible") hidden.delete(page);
    });
  };

  /** Follows the session of a page. */
  const follow = (tab: Tab): void => {
    see(tab);
    tab.client.subscribe((state) => {
      const uid = state.status === "signed-in" ? state.user.uid : undefined;
      const own = open.get(tab.page);
      if (own?.uid === uid) return;
      own?.document.dispose();
      close(tab.page);
      if (uid !== undefined) open.set(tab.page, start(tab, uid));
    });
    tab.client.onEvent(({ type }) => {
      if (type === "refreshed" || type === "adopted" || type === "tokens-replaced")
        open.get(tab.page)?.document.tokenChanged();
    });
  };

  /** The document of a user that the service has, as JSON. */
  const read = async (uid: string): Promise<string> => {
    const name = `projects/${services.projectId}/databases/(default)/documents`;
    const response = await services.handle(
      new Request(`${ORIGIN}/v1/${name}:batchGet`, {
        method: "POST",
        headers: { authorization: "Bearer owner" },
        body: JSON.stringify({ documents: [`${name}/users/${uid}`] }),
      }),
    );
    return (await response?.text()) ?? "";
  };
  /** The writes that the service has. */
  const stored = async (uid: string): Promise<ReadonlySet<string>> =>
    new Set((await read(uid)).match(/"write\d+"/g));

  /** A document that is not live goes on to try, unless it rests. */
  const check = (): void => {
    for (const rules of ended) rules.mustRest();
    ended = [];
    for (const [page, { document, rules }] of open) {
      const { status, connection } = document.getState();
      if (page.isGone) open.delete(page);
      else if (connection === "paused") rules.mustRest();
      else if (page.isFrozen || status === "failed" || connection === "live") rules.rests();
      else rules.mustTry(scheduler.sleptAt());
    }
  };

  return {
    follow,
    check,
    /** For a page that opens and closes its documents itself. */
    see,
    watch,
    read,
    close,
    opened: (page: Page, own: Open): void => void open.set(page, own),
    /** Another part of a page shows its document for a time. */
    look: (page: Page, ms: number): void => {
      const end = open.get(page)?.look?.();
      if (end) scheduler.after(ms, end, page);
    },
    /** Another tab or window covers the page for a time. */
    hide: (page: Page, ms: number): void => {
      hidden.add(page);
      page.post(() => hidden.has(page) && hiding.get(page)?.());
      scheduler.after(ms, () => hidden.has(page) && page.signal("visible"), page);
    },
    /** The user saves something. */
    write: async (page: Page): Promise<void> => {
      const own = open.get(page);
      if (!own || own.saves >= MOST_SAVES) return;
      fields += 1;
      own.saves += 1;
      const field = `write${profile.name === "phone" ? 1 : 2}0${fields}`;
      await own.document
        .set({ name: nameOf(own.uid), writes: { [field]: fields } }, { merge: true })
        .finally(() => {
          own.saves -= 1;
        });
      const all = expected.get(own.uid) ?? [];
      expected.set(own.uid, [...all, field]);
    },
    /** After the faults have stopped, each page shows what the service holds, which is all that it acknowledged. */
    agree: async (): Promise<void> => {
      for (const [uid, fields] of expected) {
        const kept = await stored(uid);
        for (const field of fields)
          if (!kept.has(`"${field}"`)) rules.fail("an acknowledged write is kept", `${field} is lost`);
      }
      for (const [page, { uid, document }] of open) {
        if (page.isGone) open.delete(page);
        if (page.isGone) continue;
        const state = document.getState();
        const shown = state.status === "ready" && state.snapshot.exists ? state.snapshot.data.writes : {};
        const rule = "without faults, each page shows the present document";
        if (state.status !== "ready" || state.connection !== "live")
          rules.fail(rule, `${page.name}: ${state.status}, ${state.connection} ${state.error?.code ?? ""}`);
        else if (Object.keys(shown ?? {}).length !== (await stored(uid)).size)
          rules.fail(rule, `${page.name} shows an older one`);
      }
    },
  };
}
export type Documents = ReturnType<typeof createDocuments>;
