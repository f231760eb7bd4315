import { createUserAgent, type Reach } from "../../../packages/server/test/support/user-agent.ts";
import type { Answer } from "../google.ts";
import type { Random } from "../random.ts";
import type { Scheduler } from "../scheduler.ts";
import type { Site } from "../site/site.ts";
import { SHORT_COOKIE } from "./cookies.ts";

/** Marks a response that the network lost on its way to the browser. */
const LOST = "x-lost";
const OWN_PATHS = /^\/api\/session\/(?:binding|proof)/;
/** Codes of a line on which the browser's own requests do not arrive, or their responses. */
const FAILING = /offline|loses|silent|unavailable|busy|html/;

type Parts = {
  scheduler: Scheduler;
  luck: Random;
  site: Site;
  origin: string;
  /** How the network treats requests now. */
  mode: () => string;
  /** The browser's cookies now, without the short ones of bound sessions. */
  cookies: () => string;
};

export type BoundSessions = ReturnType<typeof createBoundSessions>;

/** The keys of one browser profile, which sign for its sessions. */
export function createBoundSessions({ scheduler, luck, site, origin, mode, cookies }: Parts) {
  /** The session of the last hand-over. */
  let latest = "";
  /** Whether the browser's own requests reach the server. */
  let isReaching = true;

  const ask = (path: string, init: RequestInit): Promise<Answer> => {
    const request = new Request(origin + path, init);
    return site.handle(request, request.headers.get("x-session") ?? "");
  };
  const later = (): Promise<void> =>
    new Promise((resolve) => void scheduler.after(luck.between(5, 120), resolve));
  /** A request of the browser itself. It fails as the network does. */
  const askOwn = async (path: string, init: RequestInit): Promise<Answer> => {
    await later();
    const own = mode();
    if (!isReaching || (FAILING.test(own) && own !== "loses-responses")) throw new TypeError("network error");
    const answer = await ask(path, init);
    await later();
    if (own === "loses-responses") throw new TypeError("network error");
    return answer;
  };
  /** A page's request may be on its way for long. What the browser proves meanwhile, it proves for its cookie of now. */
  const withCookieOfNow = ({ headers, ...init }: RequestInit): RequestInit => {
    const own = new Headers(headers);
    const short = (own.get("cookie") ?? "").split("; ").filter((each) => each.startsWith(SHORT_COOKIE));
    own.set("cookie", [cookies(), ...short].filter(Boolean).join("; "));
    return { ...init, headers: own };
  };
  const reach: Reach = async (path, init) => {
    if (OWN_PATHS.test(path)) {
      const isRegistration = path.includes("binding");
      // Without the response, the server may know a key that the browser has given up (decision 041).
      if (isRegistration) site.mayLackKey(latest, true);
      const { status, text, headers } = await askOwn(path, isRegistration ? init : withCookieOfNow(init));
      if (isRegistration && status === 200) site.mayLackKey(latest, false);
      return new Response(text === "" ? null : text, { status, ...(headers && { headers }) });
    }
    const { status, text, headers } = await ask(path, init);
    latest = /^\{"session":"([^"]+)"/.exec(text)?.[1] ?? latest;
    const isLost = mode() === "loses-responses";
    const kept = isLost ? { headers: { [LOST]: "yes" } } : headers && { headers };
    return new Response(text === "" ? null : text, { status, ...kept });
  };
  const agent = createUserAgent({ reach, now: scheduler.now });

  return {
    /** A request of a page. The browser proves its key before, and registers one after a hand-over. */
    async ask(path: string, init: RequestInit): Promise<Answer> {
      const response = await agent.fetch(path, init);
      const { status, headers } = response;
      return {
        status,
        text: await response.text(),
        cookies: headers.getSetCookie(),
        headers,
        isLost: headers.has(LOST),
      };
    },
    /** The browser's own requests reach the server no longer, or again. Those of pages do. */
    setReach: (next: boolean): void => {
      isReaching = next;
    },
    clear: (): void => {
      agent.sessions.clear();
      agent.jar.clear();
    },
  };
}
