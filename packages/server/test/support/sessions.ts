import { decodeJwt } from "jose";
import type { SiteOptions } from "../../src/site.ts";
import { ENVIRONMENT } from "./environment.ts";
import type { Claims, TokenService } from "./tokens.ts";
import type { Reach } from "./user-agent.ts";
import type { World } from "./world.ts";

const { ORIGIN } = ENVIRONMENT;
export const SECRET = "example-secret-of-sessions-number-1";
export const OTHER_SECRET = "example-secret-of-sessions-number-2";
export const FIREFOX_ON_LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0";
export const SAFARI_ON_IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1";

type Fault = { status: number; body: unknown } | "offline";

/** A token service: refresh tokens by account, each refused or broken on demand. */
export function createUpstream(world: { tokens: TokenService }) {
  const accounts = new Map<string, { uid: string; email: string; changes: Claims }>();
  const profiles = new Map<string, object | "offline">();
  /** The mails for a new password that the identity service was asked for. */
  const resets: { sent: Record<string, string>[]; isOffline: boolean } = { sent: [], isOffline: false };
  const answerAccount = async (request: Request): Promise<Response> => {
    const body = (await request.json()) as Record<string, string>;
    const { idToken = "", email: address } = body;
    if (request.url.includes(":sendOobCode")) {
      if (resets.isOffline) throw new TypeError("fetch failed");
      resets.sent.push(body);
      return Response.json({ email: address });
    }
    const { sub: uid = "", email } = decodeJwt<{ email?: string }>(idToken);
    const profile = profiles.get(uid);
    if (profile === "offline") throw new TypeError("fetch failed");
    return Response.json({ users: [{ localId: uid, email, ...profile }] });
  };
  const faults = new Map<string, Fault>();
  const calls: { token: string; referer: string | null }[] = [];
  let made = 0;
  let wait: Promise<void> = Promise.resolve();
  const idTokenOf = ({ uid, email }: { uid: string; email: string }, changes: Claims = {}) =>
    world.tokens.sign({ sub: uid, email, jti: String(++made), ...changes });
  return {
    calls,
    faults,
    /** The tokens of a sign-in. @param changes claims of each of its ID tokens */
    async signIn(uid: string, email = `${uid}@example.com`, changes: Claims = {}) {
      const refreshToken = `refresh-of-${uid}-${++made}`;
      accounts.set(refreshToken, { uid, email, changes });
      return { idToken: await idTokenOf({ uid, email }, changes), refreshToken };
    },
    idTokenOf,
    /** Holds responses until the returned function is called. */
    hold(): () => void {
      let release = () => {};
      wait = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    /** Answers later calls immediately. Calls that are already held stay held. */
    pass() {
      wait = Promise.resolve();
    },
    /** What the identity service says about an account, by uid. */
    profiles,
    resets,
    fetchTokens: async (request: Request): Promise<Response> => {
      if (request.url.includes("/accounts:")) return answerAccount(request);
      const token = new URLSearchParams(await request.text()).get("refresh_token") ?? "";
      calls.push({ token, referer: request.headers.get("referer") });
      await wait;
      const fault = faults.get(token);
      if (fault === "offline") throw new TypeError("fetch failed");
      if (fault) return Response.json(fault.body, { status: fault.status });
      const account = accounts.get(token);
      if (!account) return Response.json({ error: { message: "INVALID_REFRESH_TOKEN" } }, { status: 400 });
      const idToken = await idTokenOf(account, account.changes);
      return Response.json({
        id_token: idToken,
        refresh_token: token,
        expires_in: "3600",
        user_id: account.uid,
      });
    },
  };
}

export const refused = (message: string, status = 400): Fault => ({ status, body: { error: { message } } });

type Upstream = Pick<ReturnType<typeof createUpstream>, "signIn">;

type Place = { stamp: number; generation: string; change: number; turn: number };
let actions = 0;

/** A cookie header after a response: the cookies of sessions alone. */
function cookieAfter(cookie: string, sets: readonly string[]): string {
  const jar = new Map(cookie.split("; ").map((pair) => pair.split("=", 2) as [string, string]));
  for (const set of sets) {
    const [, name, value = ""] =
      /^((?:__Host-)?session(?:-[\da-f]{8})?(?:-\d{1,5})?)=([^;]*)/.exec(set) ?? [];
    if (name === undefined) continue;
    if (/Max-Age=0/.test(set)) jar.delete(name);
    else jar.set(name, value);
  }
  jar.delete("");
  return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** One browser: its cookies of sessions, and its page's session ID. */
export function openBrowser(upstream: Upstream, request: Reach, userAgent = FIREFOX_ON_LINUX) {
  const state = { cookie: "", device: "", session: "new" };
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const cookie = [state.cookie, state.device].filter(Boolean).join("; ");
    const own: Record<string, string> = {
      "user-agent": userAgent,
      origin: ORIGIN,
      "sec-fetch-site": "same-origin",
      "x-session": state.session,
      ...(cookie ? { cookie } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    };
    const response = await request(path, {
      method,
      headers: Object.fromEntries(Object.entries(own).filter(([, value]) => value !== "absent")),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [value = ""] = set.split(";", 1);
      if (/^(?:__Host-)?device=/.test(value)) state.device = value;
    }
    state.cookie = cookieAfter(state.cookie, response.headers.getSetCookie());
    return response;
  };
  const places = new Map<string, Place>();
  /** @param changes of the order of the hand-over */
  const handOver = async (
    tokens: { idToken: string; refreshToken: string },
    session = "new",
    changes: Partial<Place> = {},
    path = "/api/session",
  ) => {
    const before = places.get(session) ?? { stamp: ++actions, generation: `sign-in ${actions}`, change: -1 };
    const place = { ...before, change: before.change + 1, turn: 0, ...changes };
    const response = await send("POST", path, { ...tokens, place }, { "x-session": session });
    if (response.status === 200)
      state.session = ((await response.clone().json()) as { session: string }).session;
    places.set(state.session, place);
    return response;
  };
  const exchange = async (held = "") => {
    const response = await send("POST", "/api/session/token", { held });
    const body = (await response.json()) as {
      id_token?: string;
      expires_in?: string;
      error?: { message: string };
      code?: string;
    };
    return { ...body, status: response.status, code: body.error?.message ?? body.code };
  };
  return {
    state,
    send,
    handOver,
    exchange,
    async signIn(uid: string) {
      const tokens = await upstream.signIn(uid);
      const response = await handOver(tokens);
      if (response.status !== 200) throw new Error(`the hand-over answered ${response.status}`);
      return tokens;
    },
    list: async () =>
      (
        (await (await send("GET", "/api/sessions")).json()) as {
          data: { sessions: Record<string, unknown>[] };
        }
      ).data.sessions,
  };
}

/** Servers with SESSIONS=server, and their browsers. */
export function sessionWorld(world: World) {
  const upstream = createUpstream(world);
  const serve = (env: Record<string, string> = {}, options: Partial<SiteOptions> = {}) =>
    world.site(
      { SESSIONS: "server", SESSION_SECRET: SECRET, ...env },
      { fetchTokens: upstream.fetchTokens, ...options },
    );
  const open = ({ request }: ReturnType<typeof serve>, userAgent?: string) =>
    openBrowser(upstream, request, userAgent);
  /** The same browser at another server. */
  const openAt = (site: ReturnType<typeof serve>, { state }: Pick<ReturnType<typeof open>, "state">) => {
    const browser = open(site);
    Object.assign(browser.state, state);
    return browser;
  };
  const sql = <Row extends Record<string, unknown>>(text: string, ...values: unknown[]) =>
    world.database.query<Row>(text, values);
  /** The header of a request with an ID token. */
  const bearer = async (uid: string, claims: Claims = {}) => {
    const idToken = await upstream.idTokenOf({ uid, email: `${uid}@example.com` }, claims);
    return { authorization: `Bearer ${idToken}` };
  };
  const rows = () => sql("select * from sessions order by created_at, id");
  const manage = (...args: string[]) => world.manage(args, { SESSIONS: "server", SESSION_SECRET: SECRET });
  return { upstream, serve, open, openAt, sql, rows, bearer, manage };
}

/** The status of a response, and its code. */
export const codeOf = async (response: Response): Promise<[status: number, code: string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

export const uidOf = (idToken: string | undefined): string | undefined => decodeJwt(idToken ?? "").sub;
