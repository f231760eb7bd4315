import type { Sent } from "./network.ts";

/** More than the browsers of a run hold at a time. */
const MOST = 200;
const DROPPED = 100;

type Claims = { sub?: string; exp?: number };

export const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString() || "{}");

const idTokenIn = (body: string): string | undefined => /"idToken":"([^"]+)"/.exec(body)?.[1];

/** The tokens that responses have brought: whose they are, and that no log may hold them. */
export function createTokens(fail: (rule: string, text: string) => void) {
  const secrets = new Set<string>();
  /** The user of each refresh token and of each handle. */
  const owners = new Map<string, string>();

  return {
    /** Remembers the secrets of a response, so that no log may hold them. */
    learn: (answer: string): void => {
      const refresh = /"refresh_?[tT]oken":\s*"([^"]+)"/.exec(answer)?.[1];
      const id = /"id_?[tT]oken":\s*"([^"]+)"/.exec(answer)?.[1];
      if (refresh && id) owners.set(refresh, claimsOf(id).sub ?? "");
      for (const secret of [refresh, id]) if (secret) secrets.add(secret);
      if (secrets.size > MOST) for (const old of [...secrets].slice(0, DROPPED)) secrets.delete(old);
      if (owners.size > MOST) for (const old of [...owners.keys()].slice(0, DROPPED)) owners.delete(old);
    },
    /** Remembers whose session a hand-over has begun on the site's server. */
    handedOver: ({ answer, body }: Sent): void => {
      const handle = /^\{"session":"([^"]+)"/.exec(answer)?.[1];
      const owner = claimsOf(idTokenIn(body) ?? "").sub;
      if (handle && owner) owners.set(handle, owner);
    },
    /** The user whose token a request carried; none for a sign-in. */
    ownerOf: ({ body, path, headers }: Sent): string | undefined => {
      const owner = owners.get(headers.get("x-session") ?? "");
      if (owner !== undefined) return owner;
      if (path.startsWith("/securetoken"))
        return owners.get(new URLSearchParams(body).get("refresh_token") ?? "");
      const token = idTokenIn(body);
      return token ? claimsOf(token).sub : undefined;
    },
    /** Another text that no log may hold. */
    hide: (secret: string): void => void secrets.add(secret),
    /** A text that may hold no secret. */
    scan: (where: string, text: string): void => {
      for (const secret of secrets)
        if (text.includes(secret)) fail("no secret where it does not belong", `${where} holds a token`);
    },
  };
}
