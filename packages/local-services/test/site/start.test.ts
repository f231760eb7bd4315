import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ask } from "../../../server/test/support/ask.ts";
import { openBundle } from "../../../server/test/support/built.ts";
import { leasePorts } from "../../../server/test/support/lease-ports.mjs";
import type { Program } from "../../../server/test/support/program.ts";

const PORT = await leasePorts();
const ORIGIN = `http://localhost:${PORT}`;
const SECOND = `http://localhost:${PORT + 1}`;

const { folder, dataDir, start: run } = await openBundle("local");
const start = (env: Record<string, string> = {}, entry = "start", ...options: string[]): Program => {
  const own = { PORT: String(PORT), DATA_DIR: dataDir, ...env };
  return run([join(folder, `local/${entry}.js`), ...options], own);
};
const stop = async (program: Program): Promise<void> => {
  program.child.kill("SIGINT");
  expect(await program.ended).toEqual({ code: 0, signal: null });
};
const ready = (program: Program): Promise<void> => program.says(/^Tallybin is ready at .*$/m);

const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const account = { email: "alice@example.com", password: "correct horse", returnSecureToken: true };
const identity = (origin: string, method: string): string =>
  `${origin}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=local-example-key`;

const configOf = async (path = "/"): Promise<Record<string, unknown>> => {
  const html = await (await fetch(ORIGIN + path)).text();
  return JSON.parse(/id="config">(.*?)<\/script>/.exec(html)?.[1] ?? "{}") as Record<string, unknown>;
};

test("accounts and the signing key survive a restart, and the site's API uses the local tokens and clock", async () => {
  const first = start();
  await ready(first);
  expect(first.output()).toContain(`${ORIGIN}/__local/`);
  expect(first.output().trim().split("\n").at(-1)).toBe(`Tallybin is ready at ${ORIGIN}`);
  expect(await configOf()).toMatchObject({
    mode: "local",
    identity: { identityToolkitUrl: "/identitytoolkit.googleapis.com", projectId: "demo-project" },
    local: { clockUrl: "/__local/clock", workbenchUrl: "/__local/" },
  });
  const { idToken } = (await (await post(identity(ORIGIN, "signUp"), account)).json()) as { idToken: string };
  const subscribe = (token: string) =>
    post(`${ORIGIN}/api/newsletter`, { email: "alice@example.com" }, { authorization: `Bearer ${token}` });
  expect((await subscribe(idToken)).status).toBe(200);
  expect((await subscribe(`${idToken}x`)).status).toBe(401);
  // Sends a foreign Host header, as a browser does when another name points to this machine.
  const foreign = await ask(`${ORIGIN}/__local/outbox`, { headers: { host: "elsewhere.example" } });
  expect(foreign.status).toBe(421);
  // The second origin is cross-origin for the page and needs CORS.
  const elsewhere = await post(identity(SECOND, "signInWithPassword"), account, { origin: ORIGIN });
  expect([elsewhere.status, elsewhere.headers.get("access-control-allow-origin")]).toEqual([200, ORIGIN]);
  await stop(first);

  const second = start();
  await ready(second);
  expect((await post(identity(ORIGIN, "signInWithPassword"), account)).status).toBe(200);
  expect((await subscribe(idToken)).status, "the signing key is kept too").toBe(200);
  await post(`${ORIGIN}/__local/clock`, { advance: 2 * 3_600_000 });
  expect((await subscribe(idToken)).status, "expired on the local clock").toBe(401);
  await stop(second);
});

describe("a running site", () => {
  beforeAll(async () => {
    const program = start({ DATA_DIR: join(dataDir, "running") });
    await ready(program);
    return () => stop(program);
  });

  test("the second origin serves the human check and no other page of the site", async () => {
    expect(await configOf()).toMatchObject({ sms: "local", humanCheckOrigin: SECOND });
    const page = "/auth-frame/human-check";
    const at = async (address: string) => (await fetch(address)).status;
    expect(await at(`${SECOND}${page}`)).toBe(200);
    expect(await at(`${ORIGIN}${page}`)).toBe(404);
    expect(await at(`${SECOND}/about`)).toBe(404);
    expect(await at(`http://127.0.0.1:${PORT + 1}/about`), "under another name of the same port").toBe(404);
    expect(await at(`${SECOND}/__local/clock`), "the services are there too").toBe(200);
    const policy = (await fetch(`${SECOND}${page}`)).headers.get("content-security-policy");
    expect(policy).toContain(`frame-ancestors ${ORIGIN} ${ORIGIN.replace("//", "//*.")};`);
    expect((await fetch(ORIGIN)).headers.get("content-security-policy")).toContain(`frame-src ${SECOND};`);
  });

  test("failure scripts apply to the site's own API, and the log lists its requests", async () => {
    const subscribe = async (email: string) => (await post(`${ORIGIN}/api/newsletter`, { email })).status;
    const contact = () =>
      post(`${ORIGIN}/api/sheets/contact?tabId=responses`, [["Ada", "ada@example.com", "Hello"]]);
    const fail = async (script: object) =>
      expect((await post(`${ORIGIN}/__local/failures`, { times: 1, ...script })).status).toBe(200);
    const fault = { kind: "status", status: 503 };
    await fail({ endpoint: "newsletter", email: "ada@example.com", fault });
    expect(await subscribe("bob@example.com"), "a script for another address").toBe(200);
    expect([await subscribe("ada@example.com"), await subscribe("ada@example.com")]).toEqual([503, 200]);
    await fail({ endpoint: "sheets", fault: { kind: "offline" } });
    await expect(contact()).rejects.toThrow(TypeError);
    expect((await contact()).status).toBe(200);
    const log = (await (await fetch(`${ORIGIN}/__local/log`)).json()) as {
      requests: { endpoint: string }[];
    };
    expect(log.requests.map(({ endpoint }) => endpoint)).toEqual(
      expect.arrayContaining(["newsletter", "sheets"]),
    );
  });
});

test("with LOCAL_SERVICES_ORIGIN=second, the page may call the second origin; a port or folder in use ends the start", async () => {
  const program = start({ LOCAL_SERVICES_ORIGIN: "second" });
  await ready(program);
  expect(await configOf()).toMatchObject({
    identity: { identityToolkitUrl: `${SECOND}/identitytoolkit.googleapis.com` },
    documents: { url: SECOND },
    local: { clockUrl: `${SECOND}/__local/clock` },
  });
  expect((await fetch(ORIGIN)).headers.get("content-security-policy")).toContain(
    `connect-src 'self' ${SECOND};`,
  );

  const samePort = start({ DATA_DIR: join(dataDir, "other") });
  const neighbour = start({ DATA_DIR: join(dataDir, "third"), PORT: String(PORT - 1) });
  const sameFolder = start({ PORT: String(PORT + 4) });
  for (const [other, sentence] of [
    [
      samePort,
      `Port ${PORT} is already in use: stop the program that uses it, or choose another with PORT=${PORT + 10}.\n`,
    ],
    [neighbour, `Port ${PORT} is already in use`],
    [sameFolder, "The data folder is in use by process"],
  ] as const) {
    expect(await other.ended).toEqual({ code: 1, signal: null });
    expect(other.output()).toContain(sentence);
    expect(other.output().trim().split("\n")).toHaveLength(1);
  }
  await stop(program);
});

test("the start program reports an invalid PORT and mentions no variable that is not set", async () => {
  const program = start({ PORT: "65535" });
  expect(await program.ended).toEqual({ code: 1, signal: null });
  expect(program.output()).toBe(
    "The configuration cannot be used:\n  - PORT must be a whole number from 1 to 65534; the port after it is used too.\n",
  );
});

test("the start program renames an unreadable file of accounts and starts", async () => {
  const file = join(dataDir, "local-services.json");
  writeFileSync(file, "{ half a fi");
  const program = start({}, "local-services", "--port", String(PORT), "--data", dataDir);
  await program.says(/Local services are ready/);
  expect(readFileSync(`${file}.unreadable`, "utf8")).toBe("{ half a fi");
  expect(await (await fetch(ORIGIN)).json(), "the requests of tools for Google's emulator").toHaveProperty(
    "authEmulator",
  );
  expect((await fetch(`${ORIGIN}/about`)).status).toBe(404);
  expect((await fetch(`${ORIGIN}/__local/clock`)).status).toBe(200);
  await stop(program);
  expect(existsSync(file)).toBe(true);
});
