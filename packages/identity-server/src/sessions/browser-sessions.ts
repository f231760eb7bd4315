import { hashSecret, sessionSecretsIn } from "../http/session-cookie.ts";
import type { FoundSession, Place, SessionStore } from "../stores/session-store.ts";

/** A session that a cookie of the request opens. */
export type BrowserSession = FoundSession & { secret: string };

declare const PROVEN: unique symbol;
/** A session whose browser has proved its key, if it has one. No exit acts for its account without it. */
export type OpenSession = BrowserSession & { [PROVEN]: true };

/** Positive if the first place is greater. */
export function comparePlaces(one: Place, other: Place): number {
  const difference = one.stamp - other.stamp;
  if (difference !== 0) return difference;
  if (one.generation !== other.generation) return one.generation > other.generation ? 1 : -1;
  return one.change - other.change || one.turn - other.turn;
}

/** The sessions that a request's cookies open, the greatest last. */
export async function readBrowserSessions(
  { store, origin }: { store: SessionStore; origin: string },
  request: Request,
): Promise<BrowserSession[]> {
  const secrets = new Map(sessionSecretsIn(request, origin).map((secret) => [hashSecret(secret), secret]));
  const found = secrets.size > 0 ? await store.find([...secrets.keys()]) : [];
  return found
    .map((session) => ({ ...session, secret: secrets.get(session.secretHash) ?? "" }))
    .sort(comparePlaces);
}

/** Whether the browser's page is known to use the session, and not only to have asked for it. */
export const isAccepted = ({ change, turn }: Place): boolean => change > 0 || turn > 0;

export const replacedBy = (own: BrowserSession, opened: readonly BrowserSession[]): BrowserSession[] =>
  opened.filter((other) => other.id !== own.id && comparePlaces(other, own) <= 0);
