import * as v from "valibot";
import { createLocalServices, type LocalServices } from "../../../../mocks/local-services.ts";
import { openBrowser, SECRET } from "../support/sessions.ts";
import { TOKEN_PROJECT } from "../support/tokens.ts";
import { createUserAgent, type UserAgent } from "../support/user-agent.ts";
import type { World } from "../support/world.ts";

/** Where sessions live, and whether the customer's browser has device bound sessions. */
export type Mode = "browser" | "server" | "bound";

const GOOGLE = "http://localhost:9099";
const KEYS = `${GOOGLE}/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com`;
const MINUTE_MS = 60_000;

const Tokens = v.object({ idToken: v.string(), refreshToken: v.string(), localId: v.string() });
const Exchanged = v.object({ id_token: v.string(), refresh_token: v.string() });
const Users = v.object({ users: v.array(v.object({ localId: v.string() })) });

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

/** Calls of the account service, as anybody can make them. */
function callsTo(services: LocalServices) {
  const post = async (path: string, body: object): Promise<unknown> => {
    const isForm = path.startsWith("securetoken");
    const request = new Request(`${GOOGLE}/${path}?key=key`, {
      method: "POST",
      headers: { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" },
      body: isForm ? new URLSearchParams({ ...body }) : JSON.stringify(body),
    });
    return (await services.handle(request))?.json();
  };
  const account = (method: string, body: object) =>
    post(`identitytoolkit.googleapis.com/v1/accounts:${method}`, body);
  return {
    signUp: async (email: string, password: string) =>
      v.parse(Tokens, await account("signUp", { email, password, returnSecureToken: true })),
    signIn: async (email: string, password: string) =>
      v.parse(Tokens, await account("signInWithPassword", { email, password, returnSecureToken: true })),
    /** The ID token for a refresh token; undefined if it is refused. */
    async exchange(token: string) {
      const body = { grant_type: "refresh_token", refresh_token: token };
      const answer = v.safeParse(Exchanged, await post("securetoken.googleapis.com/v1/token", body));
      return answer.success ? answer.output.id_token : undefined;
    },
    sendReset: (email: string) => account("sendOobCode", { requestType: "PASSWORD_RESET", email }),
    reset: (oobCode: string, newPassword: string) => account("resetPassword", { oobCode, newPassword }),
    /** The account that an ID token gives access to. */
    async ownerOf(idToken: string) {
      const answer = v.safeParse(Users, await account("lookup", { idToken }));
      return answer.success ? answer.output.users[0]?.localId : undefined;
    },
  };
}

/**
 * The real server, local services and a customer who has just signed in, under virtual time.
 * @param world its database is emptied
 */
export async function openScene(world: World, mode: Mode) {
  await world.empty();
  const services = createLocalServices({ projectId: TOKEN_PROJECT });
  services.clock.freeze();
  const google = callsTo(services);
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
  const tokens = await google.signUp(email, password);
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
    uid: tokens.localId,
    /** What a script sees during the sign-in. */
    atSignIn: tokens,
    passMinutes: (minutes: number) => services.clock.advance(Math.round(minutes * MINUTE_MS)),
    /** The customer's page gets a new ID token. */
    async use(): Promise<string> {
      const next =
        mode === "browser"
          ? await google.exchange(tokens.refreshToken)
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
      await google.sendReset(email);
      return services.outbox.latest(email, "PASSWORD_RESET").code ?? "";
    },
  };
}
