import { createLocalServices } from "../../../../mocks/local-services.ts";
import { createRestClient } from "../../../../mocks/rest-client.ts";
import { openBrowser, SECRET } from "../support/sessions.ts";
import { TOKEN_PROJECT } from "../support/tokens.ts";
import { createUserAgent, type UserAgent } from "../support/user-agent.ts";
import type { World } from "../support/world.ts";

/** Where sessions live, and whether the customer's browser has device bound sessions. */
export type Mode = "browser" | "server" | "bound";

const GOOGLE = "http://localhost:9099";
const KEYS = `${GOOGLE}/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com`;
const MINUTE_MS = 60_000;

export type Scene = Awaited<ReturnType<typeof openScene>>;

/** A database row of a session, as a thief reads it. */
export type Row = { id: string; refresh_token: string };

/** The files of a browser: its cookies, and what the page stores. Keys lie in hardware. */
export type Disk = {
  cookie: string;
  session: string;
  idToken: string;
  refreshToken: string | undefined;
  agent: ReturnType<UserAgent["copyDisk"]> | undefined;
};

/**
 * The real server, local services and a customer who has just signed in, under virtual time.
 * @param world its database is emptied
 */
export async function openScene(world: World, mode: Mode) {
  await world.empty();
  const services = createLocalServices({ projectId: TOKEN_PROJECT });
  services.clock.freeze();
  const google = createRestClient(services);
  const now = services.clock.now;
  const dated = async (request: Request): Promise<Response> =>
    (await services.handle(request)) ?? new Response(null, { status: 404 });
  const upstream = {
    now,
    fetchKeys: () => dated(new Request(KEYS)),
    fetchTokens: (request: Request) =>
      dated(new Request(`${GOOGLE}/securetoken.googleapis.com/v1/token?key=key`, request)),
  };
  const { request: reach } = world.site(
    mode === "browser" ? {} : { SESSIONS: "server", SESSION_SECRET: SECRET },
    upstream,
  );
  const openAgent = (disk?: Disk["agent"]) => createUserAgent({ reach, now, ...(disk ? { disk } : {}) });
  const noUpstream = { signIn: () => Promise.reject(new Error("The account service signs in.")) };
  const open = (agent?: UserAgent) => openBrowser(noUpstream, agent ? agent.fetch : reach);

  const email = "customer@example.com";
  const password = "correct horse battery";
  const { idToken: first, refreshToken, localId: uid } = await google.signUp(email, password);
  const tokens = { idToken: String(first), refreshToken: String(refreshToken) };
  const agent = mode === "bound" ? openAgent() : undefined;
  const browser = open(agent);
  if (mode !== "browser") await browser.handOver(tokens);
  let { idToken } = tokens;
  return {
    mode,
    services,
    google,
    email,
    password,
    open,
    openAgent,
    browser,
    uid: String(uid),
    /** What a script sees during the sign-in. */
    atSignIn: tokens,
    passMinutes: (minutes: number) => services.clock.advance(Math.round(minutes * MINUTE_MS)),
    /** The customer's page gets a new ID token. */
    async use(): Promise<string> {
      const next =
        mode === "browser"
          ? (await google.refresh(tokens.refreshToken))["id_token"]
          : (await browser.exchange(idToken.slice(-16))).id_token;
      if (next === undefined) throw new Error("The customer has lost the session.");
      idToken = next;
      return idToken;
    },
    copyDisk: (): Disk => ({
      ...browser.state,
      idToken,
      refreshToken: mode === "browser" ? tokens.refreshToken : undefined,
      agent: agent?.copyDisk(false),
    }),
    copyRows: () => world.database.query<Row>("select * from sessions"),
    /** The code in the link of a password mail that is sent now. */
    async mailedCode(): Promise<string> {
      await google.sendOobCode({ requestType: "PASSWORD_RESET", email });
      return services.outbox.latest(email, "PASSWORD_RESET").code ?? "";
    },
  };
}
