/**
 * The production image: starts on both databases, and checks its user, its written files, its health check, its size
 * and a stop under load.
 */
import { spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";
import { listen } from "../../packages/server/test/support/listen.mjs";
import { startPostgres } from "../../packages/server/test/support/postgres.ts";
import { must } from "./base.mjs";
import { check, openImage, UID, until } from "./image.mjs";

/** PGlite has 28. */
const MAX_MODULES_MB = 47;
const STOP_DELAY_S = 2;
const SENDERS = 8;

// biome-ignore format: one option per purpose
const { command, health, mount, inside, remove } = openImage("localhost/tallybin-image-test", [
  "--file", "packages/server/Dockerfile", "--ignorefile", "packages/server/Dockerfile.dockerignore", ".",
]);
check("its command is Node itself", command[0] === "node", command.join(" "));
const modulesMb = Number.parseInt(must("du", ["-sm", join(mount, "site/node_modules")]), 10);
check("its packages are small", modulesMb <= MAX_MODULES_MB, `${modulesMb} MB`);
check("it ships no compiler", !existsSync(join(mount, "site/node_modules/typescript")));

/** The serving process, a child of the started one. @param {number} port */
const serverPid = (port) =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, "utf8").endsWith("node\0dist/server/serve.js\0") &&
          readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`PORT=${port}`)
        );
      } catch {
        return false; // the process has ended meanwhile, or belongs to another user
      }
    });

/** The keys for ID tokens: without them a server is not ready. */
const jwk = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
const keys = await listen(
  createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ keys: [{ ...jwk, kid: "example", alg: "RS256", use: "sig" }] }));
  }),
);

/** @param {string} name @param {Record<string, string>} database */
const tryOn = async (name, database) => {
  const port = await leasePorts();
  const origin = `http://127.0.0.1:${port}`;
  const data = mkdtempSync(join(tmpdir(), "tallybin-image-data-"));
  chownSync(data, UID, UID);
  const environment = {
    PORT: String(port),
    ORIGIN: "https://www.tallybin.example",
    FIREBASE_API_KEY: "AIzaExampleKey",
    FIREBASE_PROJECT_ID: "tallybin-example",
    UNSUBSCRIBE_SECRET: "0123456789abcdef0123456789abcdef",
    TOKEN_KEYS_URL: `${keys.origin}/keys`,
    LIMIT_PER_CLIENT: "100000/60",
    STOP_DELAY_SECONDS: String(STOP_DELAY_S),
    ...database,
  };
  const options = [
    "--volume",
    `${data}:/data`,
    ...Object.entries(environment).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
  ];
  const startedAt = new Date();
  const child = spawn("buildah", inside(command, options), { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data_) => {
      output += data_;
    });
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    await until(
      async () => (await fetch(`${origin}/readyz`)).status !== 404 && (await fetch(`${origin}/`)).ok,
      `the start on ${name}`,
    );
    const subscribe = () =>
      fetch(`${origin}/api/newsletter`, {
        method: "POST",
        // A new connection each time, because a kept one may be closed as idle just as a client reuses it, and HTTP
        // leaves the retry to the client.
        headers: { "content-type": "application/json", connection: "close" },
        body: JSON.stringify({ email: `ada.${Math.random().toString(36).slice(2)}@example.com` }),
      });
    await until(async () => (await subscribe()).ok, `a stored subscription on ${name}`);
    check(
      `${name}: it starts and stores`,
      true,
      `${((Date.now() - startedAt.getTime()) / 1000).toFixed(1)} s`,
    );
    const { status } = spawnSync("buildah", inside(health, ["--env", `PORT=${port}`]));
    check(`${name}: the health check passes`, status === 0);

    let answered = 0;
    let broken = 0;
    const drained = new AbortController();
    const send = async () => {
      while (!drained.signal.aborted) {
        const ok = await subscribe().then(
          async (response) => (await response.text()) !== "" && response.ok,
          () => false,
        );
        if (ok) answered++;
        else broken++;
      }
    };
    const isReady = () =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(isReady, `readiness on ${name}`);
    const senders = Array.from({ length: SENDERS }, send);
    await until(async () => answered > 50, `load on ${name}`);
    const pid = serverPid(port);
    if (pid === undefined) throw new Error("The serving process is not to be found.");
    const before = answered;
    process.kill(pid, "SIGTERM");
    // Like a load balancer, the test sends requests until the server reports not ready.
    await until(async () => !(await isReady()), `the end of readiness on ${name}`);
    drained.abort();
    await Promise.all(senders);
    const code = await ended;
    check(
      `${name}: a stop under load breaks no request`,
      broken === 0,
      `${answered - before} answered since, ${broken} broken`,
    );
    check(`${name}: it stops with 0`, code === 0, String(code));
    const seconds_ = Math.ceil((Date.now() - startedAt.getTime()) / 1000) + 1;
    const written = must("find", [mount, "-xdev", "-newermt", `-${seconds_} seconds`, "-type", "f"])
      .split("\n")
      .filter(
        (file) =>
          file !== "" &&
          !/^\/(?:tmp|data|proc|run|etc\/(?:hosts|resolv\.conf|hostname))/.test(file.slice(mount.length)),
      );
    check(
      `${name}: it writes nothing outside /data`,
      written.length === 0,
      written.map((file) => file.slice(mount.length)).join(" "),
    );
  } catch (error) {
    check(`${name}: it runs`, false, `${/** @type {Error} */ (error).message}\n${output.slice(-500)}`);
    const pid = serverPid(port);
    if (pid !== undefined) process.kill(pid, "SIGKILL");
    await ended;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
};

try {
  await tryOn("PGlite", {});
  const postgres = await startPostgres();
  try {
    await tryOn("PostgreSQL", { DATABASE_URL: await postgres.createDatabase() });
  } finally {
    await postgres.remove();
  }
} finally {
  await keys.close();
  remove();
}
