import { createServer } from "node:http";

/** Headers of one connection, and those that a changed body would contradict. */
const DROPPED = /^(?:connection|keep-alive|transfer-encoding|content-encoding|content-length|etag)$/;
const APPENDED = "\nglobalThis.tampered = true;";
/** True in a page that has run a changed script. */
export const TAMPERED = `"tampered" in globalThis`;

/**
 * A proxy between browser and site that appends code to files.
 * @param {string} origin the site
 * @param {RegExp} file the paths of the files to change
 */
export async function startTamperingProxy(origin, file) {
  const changed = new Set();
  const forward = async (request, response) => {
    const { "accept-encoding": _, connection: __, host: ___, ...headers } = request.headers;
    const answer = await fetch(origin + request.url, { headers, redirect: "manual" });
    const kept = Object.fromEntries([...answer.headers].filter(([name]) => !DROPPED.test(name)));
    const body = Buffer.from(await answer.arrayBuffer());
    if (!file.test(request.url)) return response.writeHead(answer.status, kept).end(body);
    changed.add(request.url);
    return response.writeHead(answer.status, { ...kept, "cache-control": "no-store" }).end(body + APPENDED);
  };
  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  return {
    url: `http://localhost:${server.address().port}`,
    hasChanged: () => changed.size > 0,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
