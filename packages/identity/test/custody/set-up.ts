import { serverCustody, sessionIdOf } from "../../src/custody/index.ts";
import { decodeClaims } from "../../src/id-token.ts";
import { type Call, createBrowser, credential, KEY, type Server } from "../support/browser.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { idToken } from "../support/tokens.ts";
import { serveSession } from "./example-server.ts";

export { credential, KEY };

export const URL_OF_SERVER = "https://site.test/api/session";
const custody = serverCustody({ url: URL_OF_SERVER });

export type Answer = Awaited<ReturnType<Server>>;

/** A browser and the README's server. The server calls Google itself. */
export function setUp({ sub = "alice" } = {}) {
  const browser = createBrowser();
  const world = {
    sub,
    cookie: "",
    spent: [] as string[],
    /**
     * Replacement responses: `own` of the custody server, `google` of Google to the page, `upstream` of Google's
     * token endpoint to the custody server.
     */
    own: undefined as ((call: Call) => Answer | Promise<Answer> | undefined) | undefined,
    google: undefined as Server | undefined,
    /** Whether the response is lost on its way back, with its cookie. */
    /** The page gets the response late. The browser has its cookie already. */
    delay: (_: Call): Promise<void> | undefined => undefined,
    isLost: (_: Call): boolean => false,
    upstream: undefined as ((refreshToken: string) => Response | undefined) | undefined,
  };
  const exchange = async (token: string): Promise<Response> => {
    world.spent.push(token);
    const owner = token.split("-")[1] ?? "";
    return (
      world.upstream?.(token) ?? Response.json({ id_token: idToken({ sub: owner }), expires_in: "3600" })
    );
  };
  browser.answerWith(async (call) => {
    if (call.host !== "site.test") return (world.google ?? google({ sub: world.sub }))(call);
    const instead = world.own?.(call);
    if (instead !== undefined) return instead;
    const request = new Request(`https://site.test${call.path}`, {
      method: call.method,
      headers: {
        origin: "https://site.test",
        "x-session": call.headers.get("x-session") ?? "",
        cookie: world.cookie,
      },
      ...(call.method === "POST" ? { body: JSON.stringify(call.body) } : {}),
    });
    const response = await serveSession(request, exchange, async (token) => decodeClaims(token).sub);
    if (world.isLost(call)) return "offline";
    const [set] = response.headers.get("set-cookie")?.split(";") ?? [];
    if (set !== undefined && !world.cookie.includes(set)) world.cookie += `; ${set}`;
    await world.delay(call);
    return { status: response.status, body: await response.json() };
  });
  const ownCalls = () => browser.calls.filter(({ host }) => host === "site.test");
  const stored = () => JSON.stringify(browser.values.get(KEY) ?? "");
  return { browser, world, ownCalls, stored, open: () => browser.open({ custody }) };
}

export type Setting = ReturnType<typeof setUp>;

/** The sessions that were ended on the server, each with its query. */
export const ended = ({ ownCalls }: Setting): string[] =>
  ownCalls().flatMap(({ method, search, headers }) =>
    method === "DELETE" ? [`${headers.get("x-session")}${search}`] : [],
  );

/** A tab whose user has just signed in. */
export const signedIn = async (set = setUp()) => {
  const tab = set.open();
  await identity.signInWithPassword(tab.client, credential);
  return { ...set, ...tab, id: sessionIdOf(tab.client) ?? "" };
};
