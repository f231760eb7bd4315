import { connect } from "node:http2";
import { createConnection } from "node:net";
import { afterAll, expect, test } from "vitest";
import { startCommand } from "./support/command.ts";

const { program, origin } = await startCommand();
afterAll(program.stop);

/** One gRPC call of the Firestore SDK for Node; the connection stays open. */
const callByGrpc = async (authority: string) => {
  const client = connect(authority);
  const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
    client.on("error", reject);
    const call = client.request({
      ":method": "POST",
      ":path": "/google.firestore.v1.Firestore/Listen",
      "content-type": "application/grpc",
    });
    call.on("response", resolve);
    call.on("error", reject);
    call.end();
  });
  return { client, headers };
};

test.each([0, 1])(
  "the command answers a gRPC call with a status that clients do not retry: port + %i",
  async (offset) => {
    const url = new URL(origin);
    url.port = String(Number(url.port) + offset);
    const { client, headers } = await callByGrpc(url.origin);
    client.close();
    expect(headers["grpc-status"]).toBe("12");
    // Google's client decodes only what encodeURI encodes.
    expect(decodeURI(String(headers["grpc-message"]))).toContain("WebChannel protocols, not gRPC");
  },
);

test("beside gRPC, the command answers HTTP/1.1 requests, and invalid bytes with 400", async () => {
  expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: "ok" });
  const answer = await new Promise<string>((resolve) => {
    let received = "";
    const socket = createConnection(Number(new URL(origin).port), "localhost", () =>
      socket.write("nonsense\r\n\r\n"),
    );
    socket.on("data", (chunk) => (received += chunk));
    socket.on("close", () => resolve(received));
  });
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test("the command stops while a gRPC client is connected", async () => {
  const other = await startCommand();
  const { client } = await callByGrpc(other.origin);
  expect(await other.program.stop()).toEqual({ code: 0, signal: null });
  client.destroy();
});
