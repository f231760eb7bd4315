import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { memoryPersistence } from "../src/persistence/persistence.ts";
import { bundle } from "./support/bundle.mjs";
import { identity } from "./support/secrets.ts";

const OPTIONS = { apiKey: "test-key", projectId: "demo-project" };

const stored = {
  version: 1,
  session: {
    idToken: "a.b.c",
    refreshToken: "refresh",
    generation: "one",
    stamp: 1,
    change: 0,
    turn: 0,
    profileAt: 0,
    user: { uid: "ada" },
    receivedAt: Date.now(),
    expiresAt: Date.now() + 3_600_000,
  },
};

test.each([
  ["signed-out", undefined],
  ["signed-in", stored],
])(
  "a Node script that only reads the session's state exits by itself when the state is %s",
  async (status, value) => {
    const folder = mkdtempSync(join(tmpdir(), "identity-"));
    try {
      const code = await bundle(
        `export { createIdentityClient } from ${JSON.stringify(new URL("../src/index.ts", import.meta.url).pathname)};`,
      );
      writeFileSync(join(folder, "client.mjs"), code);
      const options = {
        ...OPTIONS,
        identityToolkitUrl: "http://127.0.0.1:9",
        secureTokenUrl: "http://127.0.0.1:9",
      };
      writeFileSync(
        join(folder, "script.mjs"),
        `import { createIdentityClient } from "./client.mjs";
      const { value } = ${JSON.stringify({ value })};
      const persistence = { kind: "local", read: async () => value, update: async () => {}, remove: async () => {} };
      const client = createIdentityClient({ ...${JSON.stringify(options)}, persistence });
      console.log((await client.ready()).status);`,
      );
      const run = promisify(execFile)(process.execPath, [join(folder, "script.mjs")], { timeout: 20_000 });
      expect((await run).stdout.trim()).toBe(status);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test("the client does not follow an HTTP redirect, because the request body would go to another address", async () => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = identity.createIdentityClient({
    ...OPTIONS,
    identityToolkitUrl: url,
    secureTokenUrl: url,
    persistence: memoryPersistence(),
  });
  const credential = { email: "alice@example.com", password: "correct-horse" };
  await expect(identity.signInWithPassword(client, credential)).rejects.toMatchObject({
    code: "network-request-failed",
  });
  expect(paths).toHaveLength(1);
  client.dispose();
  server.close();
});
