import type { Sent } from "./network.ts";

const FIRST_MS = 30_000;
const LONGEST_MS = 16 * 60_000;
const SLACK_MS = 100;

type Own = {
  dueAt: number;
  failures: number;
  excuse: string | undefined;
  /** Whether the last exchange came before its time. Its failure is no step of the back-off. */
  isEarly: boolean;
};

export type Pace = ReturnType<typeof pace>;

/**
 * Rule 2: an exchange has a reason. The token is due, the back-off is over, or something has happened since the last
 * exchange: a sign-in, a refusal, the network came back, "Try again", a page that opens, wakes or is gone, or a
 * caller's forced refresh, of which each step of the back-off allows one.
 */
export function pace(now: () => number, fail: (text: string) => void) {
  /** By session. */
  const paces = new Map<string, Own>();
  const sessions = new Map<Sent, string>();
  let forcedAt = Number.NEGATIVE_INFINITY;
  const paceOf = (session: string) => {
    const own = paces.get(session) ?? { dueAt: 0, failures: 0, excuse: "the start", isEarly: false };
    paces.set(session, own);
    return own;
  };
  const excuseAll = (text: string): void => {
    for (const each of paces.values()) each.excuse = text;
  };

  return {
    excuse: excuseAll,
    /** A caller asks for a fresh token. */
    forced: (): void => {
      if (now() - forcedAt >= FIRST_MS - SLACK_MS) excuseAll("a forced refresh");
    },
    began: (sent: Sent, session: string): void => {
      const own = paceOf(session);
      sessions.set(sent, session);
      if (now() < own.dueAt - SLACK_MS && own.excuse === undefined)
        fail(`${sent.page.name} exchanges ${Math.round((own.dueAt - now()) / 1000)} s too early`);
      if (own.excuse === "a forced refresh") forcedAt = now();
      own.isEarly = now() < own.dueAt - SLACK_MS && own.failures > 0;
      own.excuse = undefined;
    },
    /** @param isStored whether other tabs, and the next attempt, can see a failure */
    ended: (sent: Sent, isStored: boolean): void => {
      const { outcome, answer } = sent;
      const own = paceOf(sessions.get(sent) ?? "");
      sessions.delete(sent);
      if (outcome === "canceled") {
        own.excuse ??= "a canceled exchange";
      } else if (outcome === "granted") {
        own.failures = 0;
        const lifeMs = Number(/"expires_?[iI]n":\s*"(\d+)"/.exec(answer)?.[1] ?? 0) * 1000;
        own.dueAt = now() + (lifeMs <= 300_000 ? lifeMs / 2 : lifeMs - 300_000);
      } else if (outcome === "failed") {
        if (!own.isEarly) own.failures += 1;
        own.dueAt = now() + Math.min(FIRST_MS * 2 ** (own.failures - 1), LONGEST_MS);
        if (!isStored) own.failures = 0;
      }
    },
  };
}
