import type { Sent, Watch } from "./network.ts";

/** More than a browser may still hold. */
const MOST = 500;
const MARK_LENGTH = 16;

/** In which order the simulation has issued an ID token. */
const numberOf = (idToken: string): number =>
  (
    JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString() || "{}") as {
      number?: number;
    }
  ).number ?? 0;

/** Watches which tokens a browser's requests hold, and which their responses bring. */
export function watchTokens(watch: Watch, rules: { fail(rule: string, text: string): void }): Watch {
  /** By the end of an ID token, as a request names the one that its page holds. */
  const numbers = new Map<string, number>();
  const handles = new Set<string>();

  return {
    reaches: watch.reaches,
    began: (sent: Sent) => {
      const spent = new URLSearchParams(sent.body).get("refresh_token");
      if (sent.path.startsWith("/securetoken") && spent !== null && handles.has(spent))
        rules.fail("a handle goes to the site's server only", `${sent.page.name} sends one to Google`);
      watch.began(sent);
    },
    ended: (sent: Sent) => {
      const handle = /^\{"session":"([^"]+)"/.exec(sent.answer)?.[1];
      if (handle) handles.add(handle);
      const idToken = /"id_?[tT]oken":\s*"([^"]+)"/.exec(sent.answer)?.[1];
      const held = /^\{"held":"([^"]+)"\}$/.exec(sent.body)?.[1];
      if (idToken && held && numberOf(idToken) < (numbers.get(held) ?? 0))
        rules.fail("an exchange brings no older token", `${sent.page.name} gets one from before its own`);
      if (idToken) numbers.set(idToken.slice(-MARK_LENGTH), numberOf(idToken));
      for (const all of [numbers, handles])
        if (all.size > MOST) for (const old of [...all.keys()].slice(0, MOST / 2)) all.delete(old);
      watch.ended(sent);
    },
  };
}
