import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTokenService, type TokenService } from "../support/tokens.ts";

export type KeyServer = {
  url: string;
  tokens: TokenService;
  /** Accepts connections and never responds. */
  silence(isSilent: boolean): void;
  close(): Promise<void>;
};

async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response);
  else response.end();
}

/** A key server on this machine with the token service's responses. */
export async function startKeyServer(): Promise<KeyServer> {
  const tokens = await createTokenService();
  let isSilent = false;
  const server = createServer((_, response) => {
    if (isSilent) return;
    // A fault of the service, or a client that gives up, ends the connection.
    tokens
      .fetchKeys()
      .then((answer) => send(response, answer))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    tokens,
    silence(next) {
      isSilent = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
