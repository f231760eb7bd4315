import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";

/** How the user agent reaches a server: `fetch`, or handlers in this process. Rejects when the network is away. */
export type Reach = (path: string, init: RequestInit) => Response | Promise<Response>;

type Key = { publicKey: CryptoKey; privateKey: CryptoKey };
type Credential = { name: string; attributes: string };
/** A device bound session of the draft (§5.3). */
type BoundSession = {
  refreshPath: string;
  rules: { type: string; path: string }[];
  credentials: Credential[];
  challenge: string | null;
  key: Key | null;
};
type Instructions = {
  session_identifier: string;
  refresh_url?: string;
  continue?: boolean;
  scope?: { scope_specification?: { type: string; path?: string }[] };
  credentials?: (Credential & { type: string })[];
};

/** A browser signs at most so often for one request. */
const MAX_SIGNATURES = 4;
const ITEM = /"([^"]*)"((?:;[^;,]+)*)/;
const parameterIn = (text: string, name: string): string | undefined =>
  new RegExp(`;\\s*${name}="([^"]*)"`).exec(text)?.[1];

export type UserAgent = ReturnType<typeof createUserAgent>;
type Disk = { jar: Map<string, { value: string; untilMs: number }>; sessions: Map<string, BoundSession> };

/**
 * The part of a browser that the draft describes (§7, "Send request" and "Create session"), for one origin, with keys in
 * software. Keeps the short cookies; the page's caller sends the others.
 * @param options.now milliseconds since the epoch
 * @see https://w3c.github.io/webappsec-dbsc/
 */
export function createUserAgent(options: {
  reach: Reach;
  now: () => number;
  disk?: Disk;
  alg?: "ES256" | "RS256";
}) {
  const { reach, now, alg = "ES256" } = options;
  const { jar, sessions } = options.disk ?? { jar: new Map(), sessions: new Map<string, BoundSession>() };
  /** What the browser did itself, for tests. */
  const log: string[] = [];

  function keepCookies(response: Response): void {
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      const seconds = Number(/Max-Age=(\d+)/.exec(set)?.[1]);
      if (!/bound-/.test(name)) continue;
      if (seconds > 0) jar.set(name, { value, untilMs: now() + seconds * 1_000 });
      else jar.delete(name);
    }
  }
  const has = (name: string): boolean => (jar.get(name)?.untilMs ?? 0) > now();
  const withCookies = (cookie: string): string =>
    [cookie, ...[...jar].filter(([name]) => has(name)).map(([name, { value }]) => `${name}=${value}`)]
      .filter(Boolean)
      .join("; ");

  const sign = async (key: Key, challenge: string, isFirst: boolean): Promise<string> => {
    const jwk = isFirst ? { jwk: await exportJWK(key.publicKey) } : {};
    const header = { alg, typ: "dbsc+jwt", ...jwk };
    return new SignJWT({ jti: challenge }).setProtectedHeader(header).sign(key.privateKey);
  };

  /** §7.9 "Cache challenge". */
  function keepChallenge({ headers }: Response): void {
    const [, challenge = "", parameters = ""] =
      ITEM.exec(headers.get("secure-session-challenge") ?? "") ?? [];
    const session = sessions.get(parameterIn(parameters, "id") ?? "");
    if (session) session.challenge = challenge;
  }

  /** §7.10 "Create session". @param id null for a registration */
  async function create(response: Response, path: string, id: string | null, key: Key | null): Promise<void> {
    const body = await response.text();
    if (id !== null && body === "") return;
    const given = JSON.parse(body) as Instructions;
    if (id !== null) sessions.delete(id);
    if (given.continue === false || (id !== null && given.session_identifier !== id)) return;
    const rules = (given.scope?.scope_specification ?? []).map(({ type, path: at = "/" }) => ({
      type,
      path: at,
    }));
    if (!given.credentials?.every(({ type }) => type === "cookie")) return;
    const { session_identifier, refresh_url = path, credentials } = given;
    sessions.set(session_identifier, { refreshPath: refresh_url, rules, credentials, challenge: null, key });
  }

  /** §7.8 "Send request". @returns why a request goes without its cookie, if it does */
  async function send(
    path: string,
    { id, key, cookie }: { id: string | null; key: Key | null; cookie: string },
    challenge: string | null,
    signatures = 0,
  ): Promise<string | undefined> {
    if (signatures > MAX_SIGNATURES) return "quota_exceeded";
    const jwt = challenge === null || key === null ? undefined : await sign(key, challenge, id === null);
    const headers: Record<string, string> = {
      cookie: withCookies(cookie),
      ...(jwt === undefined ? {} : { "secure-session-response": `"${jwt}"` }),
      ...(id === null ? {} : { "sec-secure-session-id": `"${id}"` }),
    };
    const response = await Promise.resolve(reach(path, { method: "POST", headers })).catch(() => undefined);
    log.push(`${id === null ? "register" : "refresh"} ${response?.status ?? "unreachable"}`);
    if (!response) return "unreachable";
    keepCookies(response);
    keepChallenge(response);
    const { status } = response;
    if (status === 407 || status === 429 || (status >= 300 && status < 400)) return "server_error";
    if (status === 403) {
      const next = id === null ? undefined : sessions.get(id)?.challenge;
      return next === undefined ? undefined : send(path, { id, key, cookie }, next, signatures + 1);
    }
    if (status >= 500) return "server_error";
    if (status >= 400) sessions.delete(id ?? "");
    else await create(response, path, id, key);
    return undefined;
  }

  /** §7.3, whose rules come last to first. */
  function isInScope(path: string, { refreshPath, rules }: BoundSession): boolean {
    const pathname = path.split("?")[0] ?? "";
    if (pathname === refreshPath) return false;
    const rule = rules.findLast(
      ({ path: of }) => pathname === of || pathname.startsWith(of.endsWith("/") ? of : `${of}/`),
    );
    return rule?.type !== "exclude";
  }

  return {
    jar,
    sessions,
    log,
    /** The files of this browser on another machine. @param withKeys false: the keys lie in hardware */
    copyDisk: (withKeys: boolean): Disk => ({
      jar: new Map(jar),
      sessions: withKeys ? new Map(sessions) : new Map(),
    }),
    /** A request of the page: defers it for each session whose cookie is missing. */
    async fetch(path: string, init: RequestInit): Promise<Response> {
      const headers = new Headers(init.headers);
      const cookie = headers.get("cookie") ?? "";
      for (const [id, session] of [...sessions]) {
        if (!isInScope(path, session) || session.credentials.every(({ name }) => has(name))) continue;
        const skipped = await send(session.refreshPath, { id, key: session.key, cookie }, session.challenge);
        if (skipped) headers.append("secure-session-skipped", `${skipped};session_identifier="${id}"`);
      }
      headers.set("cookie", withCookies(cookie));
      const response = await reach(path, { ...init, headers: Object.fromEntries(headers) });
      keepCookies(response);
      keepChallenge(response);
      const offer = response.headers.get("secure-session-registration");
      if (offer?.slice(0, offer.indexOf(")")).includes(alg)) {
        const long = response.headers
          .getSetCookie()
          .filter((set) => /session-?.*=/.test(set))
          .map((set) => set.split(";")[0])
          .join("; ");
        const key = await generateKeyPair(alg, { extractable: true });
        const challenge = parameterIn(offer, "challenge") ?? null;
        await send(parameterIn(offer, "path") ?? "", { id: null, key, cookie: long || cookie }, challenge);
      }
      return response;
    },
  };
}
