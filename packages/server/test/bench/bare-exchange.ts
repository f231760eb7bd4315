import { Agent, createServer, request as send } from "node:http";
import { text } from "node:stream/consumers";
import pg from "pg";
import { exchangeStatements, idOf, MARK, sealedSizes } from "./session-rows.ts";

/**
 * The floor of an exchange in Node: `tsx bare-exchange.ts <port> <database> <token service> <pool>`. The same two
 * statements, the same call of the token service and the same body, by Node's `http` and `pg` alone: without checks,
 * encryption, limits of size and time, headers, log and metrics.
 */
const [port, connectionString, tokenService = "", pool] = process.argv.slice(2);
const database = new pg.Pool({ connectionString, max: Number(pool) });
const OWN = idOf("9", 0);
const agent = new Agent({ keepAlive: true });
const { claim, finish } = await exchangeStatements();
const { token, idToken } = sealedSizes();

const post = (body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    send(`${tokenService}/v1/token`, { method: "POST", agent }, (response) =>
      text(response).then(resolve, reject),
    )
      .on("error", reject)
      .end(body);
  });

createServer(async ({ headers }, response) => {
  // pgbench's row instead of the server's, whose tokens must stay as the server sealed them.
  const n = Number(String(headers["x-session"]).slice(-12));
  const id = idOf("9", n);
  const { rows } = await database.query<{ uid: string }>({
    ...{ name: "claim", text: claim },
    values: [0, id, `hash${n}`, OWN, MARK, 12, `session${id}`, 0.000001, 1],
  });
  const { id_token } = JSON.parse(await post(`refresh_token=${rows[0]?.uid}`));
  await database.query({
    ...{ name: "finish", text: finish },
    values: [0, id, OWN, token, null, idToken, MARK, 3600, 5],
  });
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ id_token, expires_in: "3600", token_type: "Bearer" }));
}).listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));
