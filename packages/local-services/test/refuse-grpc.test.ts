import { createServer } from "node:http";
import { connect } from "node:http2";
import { createConnection } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refuseGrpc } from "../src/http/two-origins.ts";

const server = refuseGrpc(createServer((_, response) => response.end("answer")));
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test("the server answers a gRPC call with a status that gRPC clients do not retry", async () => {
  const client = connect(`http://127.0.0.1:${port}`);
  const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
    const call = client.request({
      ":method": "POST",
      ":path": "/google.firestore.v1.Firestore/Listen",
      "content-type": "application/grpc",
    });
    call.on("response", resolve);
    call.on("error", reject);
    call.end();
  });
  client.close();
  expect(headers["grpc-status"]).toBe("12");
  expect(decodeURIComponent(String(headers["grpc-message"]))).toContain("not gRPC");
});

test("the server still answers HTTP/1.1 requests, and answers invalid bytes with 400", async () => {
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe("answer");
  const answer = await new Promise<string>((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => socket.write("nonsense\r\n\r\n"));
    socket.on("data", (chunk) => resolve(chunk.toString()));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});
