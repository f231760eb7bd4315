import { createServer } from "node:http";

/**
 * A token service that costs almost nothing, for the load run of exchanges: `tsx stub-token-service.ts <port> <mark>`.
 * The refresh token is the uid. Each ID token ends with the mark instead of a signature, which an exchange does not
 * verify.
 */
const [port, mark] = process.argv.slice(2);
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const HEADER = encode({ alg: "RS256" });

createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const sub = new URLSearchParams(body).get("refresh_token");
  const id_token = `${HEADER}.${encode({ sub, padding: "x".repeat(600) })}.${mark}`;
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ id_token, refresh_token: sub, expires_in: "3600" }));
}).listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));
