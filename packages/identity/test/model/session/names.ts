import type { Session } from "../../../src/session/record.ts";
import { createSession, type SessionStart, type Tokens } from "../../../src/session/tokens.ts";
import type { User } from "../../../src/user.ts";

/** Two users; each token, generation and profile of a world has a number. */
export const USERS = ["alice", "bob"] as const;

/** The name of a token: its user and its number. */
export type TokenName = { user: number; token: number };

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const idTokens = new Map<number, string>();
const tokenNames = new Map<string, TokenName>();

/** The ID token of a number, in the real format, so that the client's own code reads its claims. */
function idToken({ user, token }: TokenName): string {
  const key = token * USERS.length + user;
  const known = idTokens.get(key);
  if (known) return known;
  const claims = { sub: USERS[user], iat: 0, exp: LIFETIME_S, token };
  // Their texts have the order of their numbers, which breaks ties between records.
  const text = `${String(token).padStart(4, "0")}.${part(claims)}.`;
  idTokens.set(key, text);
  tokenNames.set(text, { user, token });
  return text;
}

export const LIFETIME_S = 3600;

export const tokens = (name: TokenName): Tokens => ({
  idToken: idToken(name),
  refreshToken: USERS[name.user] ?? "",
  expiresIn: LIFETIME_S,
});

/** The name of a token. */
export const tokenNameOf = (text: string): TokenName => {
  const found = tokenNames.get(text);
  if (!found) throw new Error("a token that no server has made");
  return found;
};

/** Profiles differ in their display name; the second one comes from a lookup. */
const profiles: User[][] = USERS.map((_, user) => {
  const { user: first } = createSession(tokens({ user, token: 0 }), 0, {
    stamp: 0,
    generation: "g0",
  });
  return [first, { ...first, displayName: "From the lookup" }];
});
export const profile = (user: number, version: number): User => profiles[user]?.[version] as User;

export const generation = (number: number): string => `g${number}`;
export const generationNumber = (text: string): number => Number(text.slice(1));

/** A session as the account service returns it, at the place of a sign-in or of the session before. */
export const session = (
  name: TokenName,
  place: Omit<SessionStart, "user"> & { user?: User },
  now: number,
): Session => createSession(tokens(name), now, { ...place, user: place.user ?? profile(name.user, 0) });

/** The next token of a session. */
export const nextTokenOf = ({ idToken }: Session, token: number): TokenName => ({
  ...tokenNameOf(idToken),
  token,
});
