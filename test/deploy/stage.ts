import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildBundle } from "../../packages/server/test/support/built.ts";
import { findProgram } from "../../packages/server/test/support/debian-programs.ts";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";
import { run } from "../../packages/server/test/support/program.ts";
import { startDebianPostgres } from "./debian-postgres.ts";
import { parseVariables, readGuide, readSection } from "./guide.ts";
import { shell } from "./release.ts";
import { createUnits } from "./units.ts";

/** The guide's domain. */
const DOMAIN = "www.example.com";
const PROJECT = "demo-project";

/** The machine of the deploy guide. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

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
  const options = ["-newkey", "rsa:2048", "-nodes", "-days", "1", "-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", ...options, ...names], { stdio: "ignore" });
  return { certificate, key };
}

/** @param release a release that the guide's commands have unpacked before; without it they are executed */
export async function openStage(release: string | undefined) {
  const work = mkdtempSync(join(tmpdir(), "tallybin-deploy-"));
  const endings: (() => unknown)[] = [() => rmSync(work, { recursive: true, force: true })];
  const atEnd = (ending: () => unknown): void => void endings.push(ending);
  const folder = release ?? join(work, "srv/releases/2026-11-23");
  const build = join(work, "build");
  for (const path of [build, join(work, "srv"), join(work, "cron")]) mkdirSync(path, { recursive: true });
  const readme = readFileSync(new URL("../../packages/server/README.md", import.meta.url), "utf8");
  const [step, backup] = [readGuide(readme), readSection(readme, "Backup and restore")];
  const { url, env: databaseEnv } = await startDebianPostgres(work, atEnd);

  // One block of ports holds the local services' two, and the other ports of this machine.
  const block = await leasePorts();
  const [local, first, second, proxy, plain] = [block, block + 2, block + 3, block + 4, block + 5];
  const plainOrigin = `http://127.0.0.1:${plain}`;
  const { certificate, key } = selfSigned(work);
  const replaced: [string | RegExp, string][] = [
    [/postgres:\/\/tallybin:\S+/g, url],
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
    [/^www\.example\.com \{/gm, `https://${DOMAIN}:${proxy} {\n\ttls ${certificate} ${key}`],
    [
      /curl https:\/\/www\.example\.com/g,
      `curl --cacert ${certificate} --connect-to ${DOMAIN}:443:127.0.0.1:${proxy} https://${DOMAIN}`,
    ],
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
  const sh = (command: string) => shell(command, build, path, databaseEnv);

  return {
    /** Where the guide's commands build a release. */
    build,
    /** The release as unpacked by the guide. */
    release: folder,
    work,
    step,
    /** The README's section about backups. */
    backup,
    /** A text of the guide with this machine's ports, folders and services filled in. */
    here,
    /** Runs a command of the guide. */
    sh,
    units,
    /** Where Debian's programs find PostgreSQL; on the guide's machine it is their default. */
    databaseEnv,
    /** The same Caddy without TLS, for requests that no browser sends. */
    plainOrigin,
    /** Runs at the end, last first. */
    atEnd,
    /** The visitors' entry: Caddy with TLS, in front of both processes. */
    origin: `https://${DOMAIN}`,
    proxyPort: proxy,
    ports: [String(first), String(second)] as const,
    /** The local services, instead of Google. */
    local: `http://127.0.0.1:${local}`,
    /** @throws Error with its output when the command fails */
    async succeed(command: string): Promise<string> {
      const { code, output } = await sh(command);
      if (code !== 0) throw new Error(`${command} failed:\n${output}`);
      return output;
    },
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
      const site = step(8).block(/reverse_proxy/);
      const withoutTls = here(site.replace(/^www\.example\.com \{/m, () => `${plainOrigin} {`));
      // Turn off Caddy's administration port and certificates, which this machine does not need.
      writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${here(site)}\n${withoutTls}`);
      const caddy = findProgram("caddy", ["caddy"]);
      const child = spawn(caddy.file, ["run", "--config", file, "--adapter", "caddyfile"], {
        env: { ...process.env, ...caddy.env, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work },
        stdio: "ignore",
      });
      atEnd(() => child.kill("SIGKILL"));
    },
    /** The output of a `manage` command. */
    async manage(...args: string[]): Promise<string> {
      const file = readFileSync(join(work, "tallybin.env"), "utf8");
      const env = Object.fromEntries(parseVariables(file).map(({ name, value }) => [name, value]));
      const program = run(["dist/server/manage.js", ...args], env, { cwd: folder });
      const { code } = await program.ended;
      if (code !== 0) throw new Error(`manage ${args.join(" ")} failed:\n${program.output()}`);
      return program.output();
    },
    async end() {
      for (const ending of endings.reverse()) await ending();
    },
  };
}
