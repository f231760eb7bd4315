import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { refused } from "../../server/test/support/sessions.ts";
import { createTokenService } from "../../server/test/support/tokens.ts";
import { DAY, LIMITS, ORIGIN, openSite } from "./support/site.ts";

const DOCUMENT = new URL("../../../docs/security/sessions.md", import.meta.url);

const tokens = await createTokenService();
let offsetSeconds = 0;
const now = () => Date.now() + offsetSeconds * 1_000;
beforeEach(() => {
  offsetSeconds = 0;
});

/** A session's ID, and the one cookie that opens it. */
type Session = { id: string; cookie: string };
type Scene = Awaited<ReturnType<typeof openScene>>;

/** A browser whose page uses Alice's session. `stores.test.ts` shows that both stores answer alike. */
async function openScene() {
  const { upstream, handlers, open } = openSite(tokens, now);
  const browser = open();
  const cookieOf = (id: string): string =>
    browser.state.cookie.split("; ").find((each) => each.startsWith(`__Host-session-${id.slice(0, 8)}=`)) ??
    "";
  const current = (): Session => ({ id: browser.state.session, cookie: cookieOf(browser.state.session) });
  const exchange = async (session: Session) => {
    browser.state.session = session.id;
    return (await browser.exchange("none")).status;
  };
  const isOpen = async ({ id, cookie }: Session): Promise<boolean> => {
    const headers = { cookie, "x-session": id };
    const response = await handlers().handle(new Request(`${ORIGIN}/api/sessions`, { headers }));
    return response?.ok === true;
  };
  await browser.signIn("alice");
  const before = current();
  expect(await exchange(before)).toBe(200);
  offsetSeconds += 60;
  return {
    upstream,
    browser,
    current,
    exchange,
    isOpen,
    before,
    /** Plays an event whose response the browser does not get. */
    async lose<T>(play: () => Promise<T>): Promise<T> {
      const state = { ...browser.state };
      const played = await play();
      Object.assign(browser.state, state);
      return played;
    },
    /** Who a page that is rendered on the server shows. */
    shown: async () =>
      (await handlers().getSession(new Request(ORIGIN, { headers: { cookie: browser.state.cookie } })))?.uid,
    /** Another browser of Alice ends a session. */
    async endElsewhere({ id }: Session) {
      const other = open();
      await other.signIn("alice");
      await other.send("DELETE", `/api/sessions/${id}`);
    },
  };
}

const signIn = async ({ browser, current }: Scene): Promise<Session> => {
  await browser.signIn("bob");
  return current();
};
/** A sign-in, and what follows. */
const afterSignIn =
  (act: (scene: Scene, next: Session) => Promise<unknown>): Row["play"] =>
  async (scene) => {
    const next = await signIn(scene);
    await act(scene, next);
    return next;
  };
/** The token service fails for the session that was handed over last. */
const failWith = ({ upstream }: Scene, fault: ReturnType<typeof refused>): void => {
  offsetSeconds += 60;
  upstream.faults.set(upstream.calls.at(-1)?.token ?? "", fault);
};
/** New tokens of Alice's session, as after a changed password. */
const renew = async ({ browser, upstream, before, current }: Scene, change = 1): Promise<Session> => {
  await browser.handOver(await upstream.signIn("alice"), before.id, { change });
  return current();
};
const signOut = async ({ browser }: Scene, { id }: Session, query = "?replaced"): Promise<void> => {
  browser.state.session = id;
  await browser.send("DELETE", `/api/session${query}`);
};

const NOTHING = "nothing";
const NO_COOKIE = "–";
const OWN = "its session";
/** What ends what a cookie opens. */
const ENDS: Record<string, (scene: Scene, before: Session, next: Session) => Promise<unknown>> = {
  "the new one’s first exchange": ({ exchange }, _, next) => exchange(next),
  "the new cookie’s first exchange": ({ browser, exchange }, _, next) => {
    browser.state.cookie = next.cookie;
    return exchange(next);
  },
  "its idle limit": async () => {
    offsetSeconds += LIMITS.idleSeconds;
  },
  "a sign-out": (scene, before) => signOut(scene, before),
};
const until = (end: keyof typeof ENDS): string => `${OWN}, until ${end}`;

type Row = {
  event: string;
  /** Returns the new session, or the new cookie of the session before. */
  play: (scene: Scene) => Promise<Session | undefined>;
  before: string;
  next: string;
  shown: string;
};
const rowOf = (event: string, play: Row["play"], [before, next, shown]: [string, string, string]): Row => ({
  event,
  play,
  before,
  next,
  shown,
});

const ROWS: readonly Row[] = [
  rowOf("a sign-in is handed over", signIn, [until("the new one’s first exchange"), OWN, "the one before"]),
  rowOf(
    "… its page has stored it, and exchanges",
    afterSignIn(({ exchange }, next) => exchange(next)),
    [NOTHING, OWN, "the new one"],
  ),
  rowOf(
    "… its page gives it up",
    afterSignIn((scene, next) => signOut(scene, next, "")),
    [until("a sign-out"), NOTHING, "the one before"],
  ),
  rowOf(
    "… its page closes before it has stored it, and the session before is used daily",
    afterSignIn(async ({ exchange, before }) => {
      for (let day = 0; day < 29; day++) {
        offsetSeconds += DAY;
        expect(await exchange(before)).toBe(200);
      }
    }),
    [until("a sign-out"), until("its idle limit"), "the one before"],
  ),
  rowOf("… the response is lost", async (scene) => void (await scene.lose(() => signIn(scene))), [
    until("a sign-out"),
    NO_COOKIE,
    "the one before",
  ]),
  rowOf(
    "… Google refuses its first exchange",
    afterSignIn(async (scene, next) => {
      failWith(scene, refused("USER_DISABLED"));
      expect(await scene.exchange(next)).toBe(400);
    }),
    [NOTHING, NOTHING, "nobody"],
  ),
  rowOf(
    "… Google does not answer its first exchange",
    afterSignIn(async (scene, next) => {
      failWith(scene, "offline");
      expect(await scene.exchange(next)).toBe(503);
      scene.upstream.faults.clear();
    }),
    [until("the new one’s first exchange"), OWN, "the one before"],
  ),
  rowOf(
    "… it is signed out",
    afterSignIn((scene, next) => signOut(scene, next)),
    [NOTHING, NOTHING, "nobody"],
  ),
  rowOf(
    "… a sign-out of the session before arrives after it",
    afterSignIn((scene) => signOut(scene, scene.before)),
    [NOTHING, until("its idle limit"), "nobody"],
  ),
  rowOf(
    "… an earlier sign-in arrives after it, and is used",
    afterSignIn(async ({ browser, upstream, current, exchange, isOpen, before }, next) => {
      await browser.handOver(await upstream.signIn("carol"), "new", { stamp: 0 });
      const late = current();
      expect(await exchange(late)).toBe(200);
      expect(await isOpen(before)).toBe(true);
      expect(await exchange(next)).toBe(200);
      expect(await isOpen(late)).toBe(false);
    }),
    [NOTHING, OWN, "the new one"],
  ),
  rowOf("new tokens of the session are handed over", renew, [
    until("the new cookie’s first exchange"),
    OWN,
    "the one before",
  ]),
  rowOf("… the response is lost", async (scene) => void (await scene.lose(() => renew(scene))), [
    until("a sign-out"),
    NO_COOKIE,
    "the one before",
  ]),
  rowOf(
    "… those of an earlier change arrive after them",
    async (scene) => {
      const next = await renew(scene, 2);
      const late = await scene.lose(() => renew(scene, 1));
      expect(late.cookie, "the browser keeps its cookie").toBe(next.cookie);
      return next;
    },
    [until("the new cookie’s first exchange"), OWN, "the one before"],
  ),
  rowOf(
    "… after another tab’s exchange with the revoked tokens was refused",
    async (scene) => {
      const { upstream, browser, before } = scene;
      const { token } = upstream.calls.at(-1) ?? { token: "" };
      upstream.faults.set(token, refused("TOKEN_EXPIRED"));
      expect(await scene.exchange(before)).toBe(400);
      await browser.handOver(await upstream.signIn("alice"), before.id);
      const next = scene.current();
      expect(next.id).not.toBe(before.id);
      expect(await scene.exchange(next)).toBe(200);
      return next;
    },
    [NOTHING, OWN, "the new one"],
  ),
  rowOf(
    "another browser ends the session",
    async (scene) => {
      await scene.endElsewhere(scene.before);
      return undefined;
    },
    [NOTHING, NO_COOKIE, "nobody"],
  ),
];

/** The table of `docs/security/sessions.md`. */
const table = [
  "| Event | the cookie before opens | the new cookie opens | a page that the server renders shows |",
  "| --- | --- | --- | --- |",
  ...ROWS.map(({ event, before, next, shown }) => `| ${event} | ${before} | ${next} | ${shown} |`),
  "",
].join("\n");

test("docs/security/sessions.md has the table of what each cookie opens", () => {
  expect(readFileSync(DOCUMENT, "utf8"), table).toContain(table);
});

describe("one cookie opens one session", () => {
  test.each(ROWS.map((row) => ({ ...row })))(
    "$event: the cookie before opens $before, the new one opens $next",
    async (row) => {
      const scene = await openScene();
      const { before, isOpen, browser } = scene;
      const next = (await row.play(scene)) ?? { id: before.id, cookie: "" };
      const names: Record<string, string | undefined> = {
        "the one before": "alice",
        "the new one": next.id === before.id || row.event.includes("another tab") ? "alice" : "bob",
      };
      expect(await isOpen(before)).toBe(row.before.startsWith(OWN));
      if (row.next !== NO_COOKIE) expect(await isOpen(next)).toBe(row.next.startsWith(OWN));
      expect(await scene.shown(), row.shown).toBe(names[row.shown]);
      if (next.id !== before.id && next.cookie !== before.cookie) {
        expect(await isOpen({ ...next, cookie: before.cookie }), "opens no other").toBe(false);
        expect(await isOpen({ ...before, cookie: next.cookie }), "opens no other").toBe(false);
      }
      for (const [opens, session] of [
        [row.before, before],
        [row.next, next],
      ] as const) {
        const end = ENDS[opens.split(", until ")[1] ?? ""];
        if (!end) continue;
        const state = { ...browser.state };
        await end(scene, before, next);
        expect(await isOpen(session), `after ${opens}`).toBe(false);
        Object.assign(browser.state, state);
      }
    },
  );

  test("a session that nobody exchanges ends at its idle limit, and one that is used at its lifetime", async () => {
    const { before, isOpen, exchange } = await openScene();
    offsetSeconds += LIMITS.idleSeconds - 120;
    expect(await exchange(before)).toBe(200);
    for (let month = 0; month < 5; month++) {
      offsetSeconds += 29 * DAY;
      expect(await exchange(before)).toBe(200);
    }
    offsetSeconds = LIMITS.lifetimeSeconds + 60;
    expect(await isOpen(before)).toBe(false);
  });

  test("a session that is used daily lasts, although a sign-in over it stayed half done", async () => {
    const scene = await openScene();
    const { before, isOpen, exchange, shown } = scene;
    const next = await signIn(scene);
    for (let day = 1; day <= 35; day++) {
      offsetSeconds += DAY;
      expect(await exchange(before), `day ${day}`).toBe(200);
      expect(await shown(), `day ${day}`).toBe("alice");
    }
    expect(await isOpen(next)).toBe(false);
  });
});
