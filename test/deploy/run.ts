import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request as requestFrom } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, expect } from "@playwright/test";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";
import { startPostgres } from "../../packages/server/test/support/postgres.ts";
import { run } from "../../packages/server/test/support/program.ts";
import { ensureBrowser, launchOptions } from "../support/browser.mjs";

/**
 * `npm run test:deploy`: the deploy guide without containers, on this machine. PostgreSQL, the production server, a
 * proxy that terminates TLS with a self-signed certificate, and the local services instead of Google. Two browsers
 * sign in, and one signs the other out. Needs `npm run build`.
 */
const root = fileURLToPath(new URL("../..", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "tallybin-deploy-"));
const say = (text: string) => void process.stdout.write(`${text}\n`);
const person = { email: "ada@example.com", password: "example-correct-horse" };

/** The same as the guide's two Caddy lines: terminates TLS and forwards everything. */
function startProxy(port: number, target: number) {
  const [key, cert] = [join(work, "key.pem"), join(work, "cert.pem")];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-keyout", key, "-out", cert, ...names],
    { stdio: "ignore" },
  );
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (incoming, outgoing) => {
    const { url = "/", method = "GET", socket } = incoming;
    const headers = { ...incoming.headers, "x-forwarded-for": socket.remoteAddress ?? "" };
    const passed = requestFrom({ port: target, host: "127.0.0.1", path: url, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  return new Promise<() => void>((resolve) => {
    server.listen(port, "127.0.0.1", () =>
      resolve(() => {
        server.closeAllConnections();
        server.close();
      }),
    );
  });
}

const ports = { site: await leasePorts(), tls: await leasePorts(), services: await leasePorts() };
const origin = `https://localhost:${ports.tls}`;
const services = `http://localhost:${ports.services}`;
const postgres = await startPostgres();
const google = run([join(root, "dist/local/local-services.js")], {
  PORT: String(ports.services),
  DATA_DIR: join(work, "services"),
});
await google.says(/Local services are ready/);
say("1. PostgreSQL and the local services run");

const env = {
  ORIGIN: origin,
  FIREBASE_API_KEY: "AIzaExampleKey",
  FIREBASE_PROJECT_ID: "demo-tallybin",
  UNSUBSCRIBE_SECRET: "example-secret-of-unsubscribing-0001",
  SESSIONS: "server",
  SESSION_SECRET: "example-secret-of-sessions-number-1",
  DATABASE_URL: await postgres.createDatabase(),
  TRUSTED_PROXY_HOPS: "1",
  PORT: String(ports.site),
  IDENTITY_TOOLKIT_URL: `${services}/identitytoolkit.googleapis.com`,
  SECURE_TOKEN_URL: `${services}/securetoken.googleapis.com`,
  DOCUMENTS_URL: services,
  TOKEN_KEYS_URL: `${services}/__local/jwks`,
};
const server = run([join(root, "dist/server/serve.js")], env);
const stopProxy = await startProxy(ports.tls, ports.site);
const browser = await chromium.launch(launchOptions(await ensureBrowser()));
try {
  await server.says(/"msg":"ready"/);
  const ready = await fetch(`http://127.0.0.1:${ports.site}/readyz`);
  expect(await ready.json()).toMatchObject({ status: "ready" });
  say("2. the server is ready behind its proxy");

  const open = async (): Promise<BrowserContext> =>
    browser.newContext({ baseURL: origin, ignoreHTTPSErrors: true, reducedMotion: "reduce" });
  const [first, second] = [await open(), await open()];
  const [page, other] = [await first.newPage(), await second.newPage()];
  await page.goto("/auth/signup");
  await page.getByRole("main").getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByRole("main").getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("main").getByLabel("Confirm password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await expect(page).toHaveURL(`${origin}/dashboard`, { timeout: 30_000 });
  const cookies = await first.cookies();
  expect(cookies).toMatchObject([
    { name: "__Host-session", secure: true, httpOnly: true, sameSite: "Strict", path: "/" },
  ]);
  say("3. the first browser is signed up; its cookie is __Host-session");

  await other.goto("/auth/signin?next=/settings/general");
  await other.getByRole("main").getByLabel("Email", { exact: true }).fill(person.email);
  await other.getByRole("main").getByLabel("Password", { exact: true }).fill(person.password);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other).toHaveURL(`${origin}/settings/general`, { timeout: 30_000 });
  const card = other.getByRole("region", { name: "Where you’re signed in" });
  await expect(card.getByRole("button")).toHaveCount(3, { timeout: 30_000 });
  say("4. the second browser is signed in and lists both");

  await card.getByRole("button", { name: /^Sign out (?!here|everywhere)/ }).click();
  await expect(card.getByRole("status").getByText(/is signed out\.$/)).toBeVisible();
  await page.goto("/settings/general");
  await expect(page).toHaveURL(/\/auth\/signin/, { timeout: 30_000 });
  await expect(other.getByRole("banner").getByRole("button", { name: "Account" })).toBeVisible();
  say("5. the second browser has signed the first one out");

  const manage = run([join(root, "dist/server/manage.js"), "end-sessions", "--email", person.email], env);
  expect(await manage.ended).toMatchObject({ code: 0 });
  expect(manage.output()).toContain("Ended: 1 session(s).");
  say("6. manage end-sessions has ended the last one\n1 passed, 0 failed");
} finally {
  await browser.close();
  stopProxy();
  for (const program of [server, google]) await program.stop();
  await postgres.remove();
  rmSync(work, { recursive: true, force: true });
}
