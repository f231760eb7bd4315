import { cpSync, existsSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { TEMPLATE } from "../../../server/test/support/built.ts";
import { newFolder } from "../../../server/test/support/folder.ts";
import { leasePorts } from "../../../server/test/support/lease-ports.mjs";
import { run } from "../../../server/test/support/program.ts";

const PORT = await leasePorts();
const ORIGIN = `http://localhost:${PORT}`;

test("npm run dev restarts when the server's code changes, and then serves pages, the API and the local services", async () => {
  const dataDir = newFolder();
  // Creating a database takes seconds.
  if (existsSync(TEMPLATE)) cpSync(TEMPLATE, join(dataDir, "database"), { recursive: true });
  const program = run([fileURLToPath(new URL("../../bin/dev.mjs", import.meta.url))], {
    PORT: String(PORT),
    DATA_DIR: dataDir,
  });
  onTestFinished(() => void program.child.kill("SIGKILL"));
  await program.says(/Tallybin is ready at/);
  const starts = () => program.output().split("Tallybin is ready at").length - 1;
  // A change of the time is a change for the watcher. An earlier time leaves the build newer than its sources.
  const source = new URL("../../../server/src/api.ts", import.meta.url);
  const earlier = new Date(statSync(source).mtimeMs - 1_000);
  utimesSync(source, earlier, earlier);
  // A stop waits for the creation of a database, which takes time on a busy machine.
  await expect.poll(starts, { timeout: 60_000 }).toBe(2);
  const html = await (await fetch(`${ORIGIN}/auth/signin`)).text();
  expect(html).toContain('id="config">{"mode":"local"');
  expect(html).not.toContain("origin.invalid");
  const posted = await fetch(`${ORIGIN}/oauth/callback`, {
    method: "POST",
    body: new URLSearchParams({ state: "1", code: "c0de" }),
  });
  expect(posted.headers.get("cache-control")).toBe("no-store");
  expect(await posted.text()).toMatch(
    /<head><meta name="oauth-response" content="state=1&amp;code=c0de">[\s\S]*\/src\/entry\/oauth-callback\.ts/,
  );
  expect((await fetch(`${ORIGIN}/src/entry/client.ts`)).headers.get("content-type")).toContain(
    "text/javascript",
  );
  expect((await fetch(`${ORIGIN}/__local/clock`)).status).toBe(200);
  expect((await fetch(`http://localhost:${PORT + 1}/__local/clock`)).status).toBe(200);
  expect((await fetch(`${ORIGIN}/api/newsletter`)).status).toBe(405);
  await expect.poll(async () => (await fetch(`${ORIGIN}/readyz`)).status).toBe(200);
  program.child.kill("SIGINT");
  expect(await program.ended).toEqual({ code: 0, signal: null });
});
