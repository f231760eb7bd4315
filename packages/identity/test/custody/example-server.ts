import { randomUUID } from "node:crypto";

const kept = new Map<string, { secrets: string[]; refreshToken: string }>(); // in production: a database that encrypts
const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const ended = () => answer(400, { error: { message: "TOKEN_EXPIRED" } });

/**
 * The least server that a custody works with, written apart from `@tallybin/identity-server`.
 * `exchange` spends a refresh token at Google; `uidOf` verifies an ID token.
 */
export async function serveSession(request: Request, exchange: Exchange, uidOf: UidOf): Promise<Response> {
  const { headers, method, url } = request;
  const id = headers.get("x-session") ?? "";
  if (id === "" || headers.get("origin") !== "https://site.test") return answer(403, {});
  const secret = /__Host-session=([\w-]+)/.exec(headers.get("cookie") ?? "")?.[1] ?? "";
  const opened = [...kept].filter(([, { secrets }]) => secrets.includes(secret));
  const own = new Map(opened).get(id);
  if (method === "DELETE") return answer(200, { ended: own !== undefined && kept.delete(id) });
  if (!own && (id !== "new" || url.endsWith("/token"))) return ended();
  if (own && url.endsWith("/token")) return exchange(own.refreshToken); // without the refresh token
  const { idToken, refreshToken } = await request.json();
  const proof = await (await exchange(refreshToken)).json(); // both tokens must belong to one account
  if ((await uidOf(idToken)) !== (await uidOf(proof.id_token))) return ended();
  const [session, next] = [own ? id : randomUUID(), randomUUID()];
  // Both cookies open what this browser had: the answer may be lost, or the sign-in given up.
  for (const [, { secrets }] of opened) secrets.push(next);
  kept.set(session, { secrets: own?.secrets ?? [next], refreshToken });
  const cookie = `__Host-session=${next}; Path=/; Secure; HttpOnly; SameSite=Strict`;
  return answer(200, { session }, { "set-cookie": cookie });
}

type Exchange = (refreshToken: string) => Promise<Response>;
type UidOf = (idToken: string) => Promise<string>;
