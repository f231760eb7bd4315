import { createServer } from "node:http";
import { createUpstream } from "./sessions.ts";
import { createTokenService } from "./tokens.ts";

/** The token service and its keys on a port of this machine, for servers that run as their own process. */
export async function startUpstream() {
  const tokens = await createTokenService();
  const upstream = createUpstream({ tokens });
  const server = createServer(async (incoming, outgoing) => {
    const body: Buffer[] = [];
    for await (const chunk of incoming) body.push(chunk as Buffer);
    const answer = await (incoming.method === "GET"
      ? tokens.fetchKeys()
      : upstream.fetchTokens(
          new Request("http://upstream.test", { method: "POST", body: Buffer.concat(body) }),
        ));
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return {
    upstream,
    env: { SECURE_TOKEN_URL: origin, TOKEN_KEYS_URL: `${origin}/jwks` },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
