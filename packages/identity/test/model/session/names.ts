import { signedOutMessage, type TabMessage } from "../../../src/session/channel.ts";
import type { Session } from "../../../src/session/session.ts";
import { createSession, type Tokens } from "../../../src/session/tokens.ts";
import type { User } from "../../../src/user.ts";

/** Two users; each token, generation and profile of a world has a number. */
export const USERS = ["alice", "bob"] as const;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const idTokens: string[][] = USERS.map(() => []);
const tokenNumbers = new Map<string, { user: number; token: number }>();

/** The ID token of a number, in the real format, so that the client's own code reads its claims. */
export function idToken(user: number, token: number): string {
  const known = idTokens[user]?.[token];
  if (known) return known;
  const text = `e30.${part({ sub: USERS[user], iat: 0, exp: LIFETIME_S, token })}.${token}`;
  (idTokens[user] ?? [])[token] = text;
  tokenNumbers.set(text, { user, token });
  return text;
}

export const LIFETIME_S = 3600;

export const tokens = (user: number, token: number): Tokens => ({
  idToken: idToken(user, token),
  refreshToken: USERS[user] ?? "",
  expiresIn: LIFETIME_S,
});

/** The user and the number of a token. */
export const numbersOf = (text: string): { user: number; token: number } => {
  const found = tokenNumbers.get(text);
  if (!found) throw new Error("a token that no server has made");
  return found;
};

/** Profiles differ in their display name; the second one comes from a lookup. */
const profiles: User[][] = USERS.map((_, user) => {
  const { user: first } = createSession(tokens(user, 0), 0, { generation: "g0" });
  return [first, { ...first, displayName: "From the lookup" }];
});
export const profile = (user: number, version: number): User => profiles[user]?.[version] as User;

export const generation = (number: number): string => `g${number}`;
export const generationNumber = (text: string): number => Number(text.slice(1));

/** The session whose end a message announces, or `undefined` for any other message. */
export const endedBy = (message: TabMessage | undefined): string | undefined =>
  message?.startsWith(END) ? message.slice(END.length) : undefined;
const END = signedOutMessage("");

/** A session as the account service returns it. */
export const session = (user: number, token: number, generationText: string, now: number): Session =>
  createSession(tokens(user, token), now, { generation: generationText, user: profile(user, 0) });
