import { createServer } from "node:http";
import { Readable } from "node:stream";
import { listen } from "../../../packages/server/test/support/listen.mjs";

/** Headers of one connection, and those that a changed body would contradict. */
const DROPPED = /^(?:connection|keep-alive|transfer-encoding|content-encoding|content-length|etag)$/;

/**
 * A proxy between browser and site that changes the answers for some files. No browser keeps these answers.
 * @param {string} origin the site
 * @param {RegExp} file the paths of these files
 * @param {(answer: { status: number, body: Buffer }) => { status: number, body: Buffer | string } | Promise<{ status: number, body: Buffer | string }>} change
 */
export async function startProxy(origin, file, change) {
  const forward = async (request, response) => {
    const { "accept-encoding": _, connection: __, host: ___, ...headers } = request.headers;
    const hasBody = request.method !== "GET" && request.method !== "HEAD";
    const answer = await fetch(origin + request.url, {
      method: request.method,
      headers: headers.origin === undefined ? headers : { ...headers, origin },
      redirect: "manual",
      ...(hasBody ? { body: Readable.toWeb(request), duplex: "half" } : {}),
    });
    const kept = Object.fromEntries([...answer.headers].filter(([name]) => !DROPPED.test(name)));
    if (!file.test(request.url)) {
      response.writeHead(answer.status, kept);
      for await (const part of answer.body ?? []) response.write(part);
      return response.end();
    }
    const { status, body } = await change({
      status: answer.status,
      body: Buffer.from(await answer.arrayBuffer()),
    });
    return response.writeHead(status, { ...kept, "cache-control": "no-store" }).end(body);
  };
  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  const { port, close } = await listen(server);
  return { url: `http://localhost:${port}`, close };
}
