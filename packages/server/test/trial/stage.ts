import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { buildBundle } from "../support/built.ts";
import { findProgram } from "../support/debian-programs.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { type Program, run } from "../support/program.ts";
import { type SilentProxy, startSilentProxy } from "../support/silent-proxy.ts";
import { type SmtpServer, startSmtpServer } from "../support/smtp-server.ts";
import type { Ledger } from "../support/writers.ts";
import { parseVariables, readGuide, readSection, type Step } from "./guide.ts";
import { type Ran, shell } from "./release.ts";
import { createUnits, type Units } from "./units.ts";

/** The guide's domain. */
const DOMAIN = "www.example.com";
const PROJECT = "demo-project";

/** A server beside those of the guide, with another environment. */
export type Alone = {
  origin: string;
  port: number;
  program: Program;
  stop(): Promise<number | null>;
  restart(): Promise<void>;
};

export type ReadRows = <Row>(text: string) => Promise<Row[]>;

/** The shared parts of the trial. */
export type Stage = {
  /** Where the guide's commands build a release. */
  build: string;
  /** The release as unpacked by the guide. */
  release: string;
  work: string;
  step: (number: number) => Step;
  /** The README's section about backups. */
  backup: Step;
  /** A text of the guide with this machine's ports, folders and services filled in. */
  here(text: string): string;
  sh(command: string, env?: Record<string, string>): Promise<Ran>;
  /** The visitors' entry: Caddy, in front of both processes. */
  origin: string;
  proxyPort: number;
  ports: readonly [string, string];
  units: Units;
  postgres: Postgres;
  /** The address of the database, without the proxy. */
  databaseUrl: string;
  /** The proxy between the servers and PostgreSQL. */
  database: SilentProxy;
  smtp: SmtpServer;
  /** The local services, instead of Google. */
  local: string;
  startLocal(): Promise<void>;
  startProxy(): void;
  alone(env: Record<string, string>): Promise<Alone>;
  /** The output of a `manage` command, with the environment of `alone`. */
  manage(command: string, env: Record<string, string>, options?: readonly string[]): Promise<string>;
  rows: ReadRows;
  /** A transaction of its own, which `end` rolls back. */
  transaction(): Promise<pg.Client>;
  /** The acknowledged rows of a ledger that the database lacks, and those it has twice. */
  audit(ledger: Ledger, read?: ReadRows): Promise<{ lost: number; duplicated: number }>;
  /** Runs at the end, last first. */
  atEnd(work: () => unknown): void;
  end(): Promise<void>;
};

/** Commands that the guide assumes and this machine lacks. */
function writeShims(folder: string, controlUrl: string): void {
  mkdirSync(folder);
  const shims = {
    systemctl: `exec curl --silent --show-error --fail-with-body --data "$*" ${controlUrl}`,
    gcloud: "echo owner",
  };
  for (const [name, body] of Object.entries(shims)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}

/** A certificate of its own for the guide's domain. */
function selfSigned(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const names = ["-subj", `/CN=${DOMAIN}`, "-addext", `subjectAltName=DNS:${DOMAIN}`];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", ...files, ...names],
    {
      stdio: "ignore",
    },
  );
  return { certificate, key };
}

/**
 * @param release a release that the guide's commands have unpacked before; without it they are executed
 * @param isTls Caddy serves the guide's domain with a self-signed certificate; otherwise plain HTTP by address
 */
export async function openStage(release: string | undefined, isTls = false): Promise<Stage> {
  const work = mkdtempSync(join(tmpdir(), "tallybin-trial-"));
  const endings: (() => unknown)[] = [() => rmSync(work, { recursive: true, force: true })];
  const atEnd = (ending: () => unknown): void => void endings.push(ending);
  const folder = release ?? join(work, "srv/releases/2026-11-23");
  const build = join(work, "build");
  for (const path of [build, join(work, "srv"), join(work, "cron")]) mkdirSync(path, { recursive: true });
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const [step, backup] = [readGuide(readme), readSection(readme, "Backup and restore")];

  const postgres = await startPostgres();
  atEnd(() => postgres.remove());
  const databaseUrl = await postgres.createDatabase();
  const database = await startSilentProxy(databaseUrl);
  atEnd(() => database.close());
  const direct = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  direct.on("error", () => undefined);
  atEnd(() => direct.end());
  const smtp = await startSmtpServer();
  atEnd(() => smtp.close());

  // One block of ports holds the local services' two, and the other ports of this machine.
  const block = await leasePorts();
  const [local, first, second, proxy, alone] = [block, block + 2, block + 3, block + 4, block + 5];
  const { certificate, key } = isTls ? selfSigned(work) : { certificate: "", key: "" };
  const entry: [RegExp, string][] = isTls
    ? [
        [/^www\.example\.com \{/gm, `https://${DOMAIN}:${proxy} {\n\ttls ${certificate} ${key}`],
        [
          /curl https:\/\/www\.example\.com/g,
          `curl --cacert ${certificate} --connect-to ${DOMAIN}:443:127.0.0.1:${proxy} https://${DOMAIN}`,
        ],
      ]
    : [
        [/^www\.example\.com \{/gm, `http://127.0.0.1:${proxy} {`],
        [/curl https:\/\/www\.example\.com/g, `curl http://127.0.0.1:${proxy}`],
      ];
  const replaced: [string | RegExp, string][] = [
    [/postgres:\/\/tallybin:\S+/g, database.url],
    [/\/srv\/tallybin/g, join(work, "srv")],
    [/\/var\/lib\/tallybin/g, join(work, "data")],
    [/\/var\/backups\/tallybin/g, join(work, "backups")],
    [/\/usr\/local\/sbin/g, join(work, "bin")],
    [/\/etc\/cron\.d/g, join(work, "cron")],
    [/\/etc\/tallybin\.env/g, join(work, "tallybin.env")],
    [/\/usr\/bin\/node/g, process.execPath],
    [/\b3000\b/g, String(first)],
    [/\b3001\b/g, String(second)],
    [/AIza…/g, "local-example-key"],
    [/\byour-project\b/g, PROJECT],
    [
      /https:\/\/identitytoolkit\.googleapis\.com\/admin/g,
      `http://127.0.0.1:${local}/identitytoolkit.googleapis.com/admin`,
    ],
    ...entry,
  ];
  const here = (text: string): string =>
    replaced.reduce((result, [pattern, value]) => result.replaceAll(pattern, () => value), text);

  const path = join(work, "bin");
  const units = await createUnits(here(step(8).block(/^User=/m)), {
    service: here(step(8).block(/^Type=oneshot/m)),
    timer: step(8).block(/^\[Timer\]/m),
    path,
  });
  atEnd(() => units.stopAll());
  writeShims(path, units.controlUrl);
  const sh = (command: string, env?: Record<string, string>): Promise<Ran> =>
    shell(command, build, path, env);
  const readEnvironment = (): Record<string, string> =>
    Object.fromEntries(
      parseVariables(readFileSync(join(work, "tallybin.env"), "utf8")).map(({ name, value }) => [
        name,
        value,
      ]),
    );
  const environmentOf = (env: Record<string, string>): Record<string, string> => ({
    ...readEnvironment(),
    STOP_DELAY_SECONDS: "0",
    PORT: String(alone),
    ...env,
  });
  const rows = async <Row>(text: string): Promise<Row[]> => (await direct.query(text)).rows as Row[];

  return {
    build,
    release: folder,
    work,
    step,
    backup,
    here,
    sh,
    origin: isTls ? `https://${DOMAIN}` : `http://127.0.0.1:${proxy}`,
    proxyPort: proxy,
    ports: [String(first), String(second)],
    units,
    postgres,
    databaseUrl,
    database,
    smtp,
    local: `http://127.0.0.1:${local}`,
    async startLocal() {
      const options = ["--port", String(local), "--project", PROJECT, "--data", join(work, "local")];
      const { folder: bundle, remove } = await buildBundle("local");
      atEnd(remove);
      const program = run([join(bundle, "local/local-services.js"), ...options], {});
      atEnd(() => program.child.kill("SIGKILL"));
      await program.says(/Local services are ready/);
    },
    startProxy() {
      const file = join(work, "Caddyfile");
      // Turn off Caddy's administration port and certificates, which the trial does not need.
      writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${here(step(8).block(/reverse_proxy/))}`);
      const caddy = findProgram("caddy", ["caddy"]);
      const child: ChildProcess = spawn(caddy.file, ["run", "--config", file, "--adapter", "caddyfile"], {
        env: { ...process.env, ...caddy.env, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work },
        stdio: "ignore",
      });
      atEnd(() => child.kill("SIGKILL"));
    },
    async alone(env) {
      const start = (): Program => {
        const started = run(["dist/server/serve.js"], environmentOf(env), { cwd: folder });
        atEnd(() => started.child.kill("SIGKILL"));
        return started;
      };
      const server = {
        origin: `http://127.0.0.1:${alone}`,
        port: alone,
        program: start(),
        async stop() {
          return (await server.program.stop()).code;
        },
        async restart() {
          server.program.child.kill("SIGKILL");
          await server.program.ended;
          server.program = start();
        },
      };
      await server.program.says(/"msg":"ready"/);
      return server;
    },
    async manage(command, env, options = []) {
      const program = run(["dist/server/manage.js", command, ...options], environmentOf(env), {
        cwd: folder,
      });
      const { code } = await program.ended;
      if (code !== 0) throw new Error(`manage ${command} failed:\n${program.output()}`);
      return program.output();
    },
    rows,
    async transaction() {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      await client.query("begin");
      return client;
    },
    async audit({ subscribed, messaged }, read = rows) {
      const count = async (table: string): Promise<Map<string, number>> => {
        const found = await read<{ email: string; count: number }>(
          `select email, count(*)::integer as count from ${table} group by email`,
        );
        return new Map(found.map(({ email, count: times }) => [email, times]));
      };
      let [lost, duplicated] = [0, 0];
      for (const [table, promised] of [
        ["subscribers", subscribed],
        ["contact_messages", messaged],
      ] as const) {
        const stored = await count(table);
        for (const email of promised) if (!stored.has(email)) lost++;
        for (const times of stored.values()) duplicated += times - 1;
      }
      return { lost, duplicated };
    },
    atEnd,
    async end() {
      for (const ending of endings.reverse()) await ending();
    },
  };
}
