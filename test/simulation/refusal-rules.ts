import { APART_MS } from "./exchange-rules.ts";
import { type KnownSessions, REFUSED } from "./known-sessions.ts";
import { isTokenRequest, type Sent } from "./network.ts";
import type { Site } from "./site/site.ts";

/** The header of a hand-over without a session. */
const NEW_SESSION = "new";

type Parts = {
  now: () => number;
  sessions: KnownSessions;
  /** The site's server, if it keeps sessions. */
  site: Site | undefined;
  /** The user whose token a request carried; none for a sign-in. */
  ownerOf: (sent: Sent) => string | undefined;
  /** When storage last failed. */
  troubledAt: () => number;
  /** An event after which one exchange more is right. */
  excuse: (text: string) => void;
  fail: (rule: string, text: string) => void;
};

const isOfServer = ({ path }: Sent): boolean => path.startsWith("/api/");

/** Watches which refusals end a user's sessions. */
export function createRefusalRules({ now, sessions, site, fail, ...parts }: Parts) {
  /** By user, the requests whose tokens were refused since the last sign-in. */
  const refused = new Map<string, Set<string>>();
  /** By user, how many new tokens were stored since. The second one is no second chance any more. */
  const renewals = new Map<string, number>();
  /** By user, when a request was last refused. */
  const refusedAt = new Map<string, number>();

  /** The site's server says that a session has ended. */
  function refusedByServer({ headers, code }: Sent, uid: string): void {
    const handle = headers.get("x-session") ?? "";
    // A hand-over without a session is of a sign-in that no page shows yet. A page that slept comes too late with it.
    if (!handle || handle === NEW_SESSION) return;
    // With storage that fails, two tabs have a session each, and one cookie names one session.
    if (now() - parts.troubledAt() < APART_MS) return;
    for (const [generation, session] of sessions.all())
      if (session.uid === uid && !session.reason && !site?.mayRefuse(handle, uid, session.beganAt))
        fail(
          "the server ends a session only for a reason",
          `${code} for ${sessions.nameOf(generation)}, which nobody has ended`,
        );
  }

  return {
    /** Whether a request of a user was refused at this time or later. */
    hasRefusedSince: (uid: string, time: number): boolean => (refusedAt.get(uid) ?? 0) >= time,
    /** A session of a user begins: what was refused before no longer counts. */
    signedIn: (uid: string): void => void refused.delete(uid),
    /**
     * An exchange has brought usable tokens, and storage has them: the response may have reached a page that closed. Of a
     * user with two sessions, one in each tab, either one's tokens may be the second chance.
     */
    renewed: (uid: string): void => {
      const count = (renewals.get(uid) ?? 0) + 1;
      renewals.set(uid, count);
      if (count > 1 && now() - parts.troubledAt() > APART_MS) refused.delete(uid);
    },
    ended: (sent: Sent): void => {
      const uid = parts.ownerOf(sent);
      if (!uid) return;
      if (sent.outcome !== "refused") return;
      renewals.delete(uid);
      if (isOfServer(sent)) refusedByServer(sent, uid);
      parts.excuse("a refusal");
      refusedAt.set(uid, now());
      const requests = refused.get(uid) ?? new Set();
      refused.set(uid, requests);
      // Calls refuse an ID token. One refusal is no end, because a refresh may bring a token that is accepted.
      requests.add(sent.body);
      const isEnd =
        isOfServer(sent) || isTokenRequest(sent) || sent.code === "USER_DISABLED" || requests.size > 1;
      if (isEnd) sessions.allMayEnd(`${REFUSED}${sent.code}`, uid);
    },
  };
}
