import { randomUUID } from "node:crypto";

const kept = new Map<string, { secret: string; refreshToken: string }>(); // in production: a database that encrypts
const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
/** Each session has a cookie of its own, because hand-overs of several tabs arrive in any order. */
const cookieNameOf = (id: string): string => `__Host-session-${id.slice(0, 8)}`;
const ended = () => answer(400, { error: { message: "TOKEN_EXPIRED" } });

/**
 * The least server that a custody works with, written apart from `@tallybin/identity-server`.
 * `exchange` spends a refresh token at Google; `uidOf` verifies an ID token.
 */
export async function serveSession(request: Request, exchange: Exchange, uidOf: UidOf): Promise<Response> {
  const { headers, method, url } = request;
  const id = headers.get("x-session") ?? "";
  if (id === "" || headers.get("origin") !== "https://site.test") return answer(403, {});
  const cookies = headers.get("cookie")?.split("; ") ?? [];
  const found = kept.get(id);
  const own = cookies.includes(`${cookieNameOf(id)}=${found?.secret}`) ? found : undefined;
  if (method === "DELETE") return answer(200, { ended: own !== undefined && kept.delete(id) });
  if (method === "PUT") return answer(200, {}); // the page has stored the session
  if (url.endsWith("/token")) return own ? exchange(own.refreshToken) : ended(); // without the refresh token
  const { idToken, refreshToken } = await request.json();
  const proof = await (await exchange(refreshToken)).json(); // both tokens must belong to one account
  if ((await uidOf(idToken)) !== (await uidOf(proof.id_token))) return ended();
  const [session, secret] = own ? [id, own.secret] : [randomUUID(), randomUUID()];
  kept.set(session, { secret, refreshToken });
  const cookie = `${cookieNameOf(session)}=${secret}; Path=/; Secure; HttpOnly; SameSite=Strict`;
  return answer(200, { session }, { "set-cookie": cookie });
}

type Exchange = (refreshToken: string) => Promise<Response>;
type UidOf = (idToken: string) => Promise<string>;
