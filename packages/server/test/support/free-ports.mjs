/** Prints a port such that it and the next one are free on the loopback interface. */
import { createServer } from "node:net";

/** @param {number} port @returns {Promise<import("node:net").Server | undefined>} */
const listen = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });

/** @param {import("node:net").Server | undefined} server */
const close = (server) => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));

for (let tries = 0; tries < 50; tries++) {
  const first = await listen(0);
  const address = first?.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const next = port > 0 && port < 65_535 ? await listen(port + 1) : undefined;
  await close(first);
  await close(next);
  if (next !== undefined) {
    process.stdout.write(String(port));
    process.exit(0);
  }
}
process.stderr.write("There are no two neighbouring free ports on 127.0.0.1.\n");
process.exit(1);
