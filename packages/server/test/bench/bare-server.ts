import { Agent, createServer, type IncomingMessage, request as send } from "node:http";
import { json, text } from "node:stream/consumers";
import pg from "pg";
import { answerOf } from "./nginx.ts";
import { subscription } from "./pgbench.ts";
import { exchangeStatements, idOf, MARK, sealedSizes } from "./session-rows.ts";

/**
 * The floor of a Node server: the same statements, the same call of the token service and the same bytes, by Node's `http`
 * and `pg` alone: without checks, encryption, limits of size and time, log and metrics.
 */
export type Bare = {
  port: number;
  databaseUrl: string;
  pool: number;
  tokenService: string;
  /** The server whose responses to `paths` are copied. */
  origin: string;
  paths: string[];
};

const { port, databaseUrl, pool, tokenService, origin, paths }: Bare = JSON.parse(process.argv[2] ?? "");
const database = new pg.Pool({ connectionString: databaseUrl, max: pool });
const agent = new Agent({ keepAlive: true });
const OWN = idOf("9", 0);
const { claim, finish } = await exchangeStatements();
const { token, idToken } = await sealedSizes();
/** Node writes them itself. */
const OWN_HEADERS = ["date", "connection", "keep-alive"];
const pages = new Map<string, { headers: string[]; body: Buffer }>();
for (const path of paths) {
  const { headers, body } = await answerOf(origin + path);
  pages.set(path, { headers: headers.filter(([name]) => !OWN_HEADERS.includes(name)).flat(), body });
}

const post = (body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = send(`${tokenService}/v1/token`, { method: "POST", agent }, (response) =>
      text(response).then(resolve, reject),
    );
    request.on("error", reject).end(body);
  });

async function exchange({ headers }: IncomingMessage): Promise<object> {
  // pgbench's row instead of the server's, whose tokens must stay as the server sealed them.
  const n = Number(String(headers["x-session"]).slice(-12));
  const id = idOf("9", n);
  await database.query({
    name: "claim",
    text: claim,
    values: [0, id, `hash${n}`, OWN, MARK, 12, `session${id}`, 0.000001, 1],
  });
  const { id_token } = JSON.parse(await post(`refresh_token=uid9${n}`));
  await database.query({
    name: "finish",
    text: finish,
    values: [0, id, OWN, token, null, idToken, MARK, 3600, 5],
  });
  return { id_token, expires_in: "3600", token_type: "Bearer" };
}

async function subscribe(request: IncomingMessage): Promise<object> {
  const { email } = (await json(request)) as { email: string };
  const { text, values } = subscription(email, String(request.headers["x-forwarded-for"]));
  await database.query({ name: "subscribe", text, values });
  return { status: "success", code: "ok", message: "", data: null };
}

createServer(async (request, response) => {
  const page = pages.get(request.url ?? "");
  if (page) {
    response.writeHead(200, page.headers).end(page.body);
    return;
  }
  const answer = await (request.url === "/api/newsletter" ? subscribe(request) : exchange(request));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
}).listen(port, "127.0.0.1", () => process.stdout.write("ready\n"));
