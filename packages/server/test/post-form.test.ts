import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { postForm } from "../src/http/post-form.ts";

const OPTIONS = { headers: { referer: "https://www.example.com/" }, timeoutMs: 5_000 };

async function serve(answer: RequestListener): Promise<{ url: string; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer(answer).on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/token?key=example`, sockets };
}

test("postForm sends a form with the given headers, and keeps the connection open", async () => {
  const seen: unknown[] = [];
  const { url, sockets } = await serve(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { referer, "content-type": type } = request.headers;
    seen.push([request.method, request.url, referer, type, body]);
    response.writeHead(400).end("é");
  });
  for (let count = 0; count < 3; count++)
    expect(await postForm(url, { a: "1 &", b: "é" }, OPTIONS)).toEqual({ status: 400, text: "é" });
  const type = "application/x-www-form-urlencoded;charset=UTF-8";
  expect(seen[2]).toEqual([
    "POST",
    "/v1/token?key=example",
    "https://www.example.com/",
    type,
    "a=1+%26&b=%C3%A9",
  ]);
  expect(sockets.size).toBe(1);
});

test("postForm uses a new connection if the server has closed the idle one", async () => {
  let count = 0;
  const { url, sockets } = await serve((request, response) => {
    request.resume();
    // The second request arrives on a connection that ends without a response.
    if (++count === 2) request.socket.resetAndDestroy();
    else response.end("ok");
  });
  await postForm(url, {}, OPTIONS);
  expect(await postForm(url, {}, OPTIONS)).toEqual({ status: 200, text: "ok" });
  expect(sockets.size).toBe(2);
});

test.for<[string, RequestListener]>([
  ["that resets a new connection", ({ socket }) => void socket.resetAndDestroy()],
  [
    "that ends in the middle",
    (_, response) =>
      void response.writeHead(200, { "content-length": 9 }).write("half", () => response.destroy()),
  ],
  ["that sends too much", (_, response) => void response.end("x".repeat(300_000))],
  ["that stays silent", () => undefined],
  ["that stays silent in the middle", (_, response) => void response.write("half")],
])("postForm rejects with an error for a server %s", async ([, answer]) => {
  const { url } = await serve(answer);
  await expect(postForm(url, {}, { ...OPTIONS, timeoutMs: 300 })).rejects.toThrow();
});

test("postForm does not follow a redirect", async () => {
  const { url } = await serve(
    (_, response) => void response.writeHead(302, { location: "/elsewhere" }).end(),
  );
  expect((await postForm(url, {}, OPTIONS)).status).toBe(302);
});

test("postForm reads responses of up to 256 kB and rejects larger ones", async () => {
  let size = 256 * 1024;
  const { url } = await serve((_, response) => void response.end("x".repeat(size)));
  expect((await postForm(url, {}, OPTIONS)).text).toHaveLength(size);
  size += 1;
  await expect(postForm(url, {}, OPTIONS)).rejects.toThrow("the response is too large");
});

test("postForm does not repeat a request that got no answer on a reused connection", async () => {
  let count = 0;
  const { url, sockets } = await serve((_, response) => void (++count === 1 && response.end("ok")));
  await postForm(url, {}, OPTIONS);
  await expect(postForm(url, {}, { ...OPTIONS, timeoutMs: 300 })).rejects.toThrow();
  expect([count, sockets.size]).toEqual([2, 1]);
});

test("postForm uses TLS for an https address", async () => {
  let first: number | undefined;
  const server = createTcpServer((socket) => {
    socket.once("data", (data) => {
      first = data[0];
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(postForm(url, {}, OPTIONS)).rejects.toThrow();
  const HANDSHAKE = 22;
  expect(first).toBe(HANDSHAKE);
});
