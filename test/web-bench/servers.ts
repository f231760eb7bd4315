import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ENVIRONMENT } from "../../packages/server/test/support/environment.ts";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";
import { startServer } from "../support/local-site.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Copies the built site with changed HTML. */
function copySite(folder: string, change: (html: string) => string): void {
  for (const name of ["server", "site", "database-template", "database-template.version"])
    cpSync(join(root, "dist", name), join(folder, "dist", name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const site = join(folder, "dist/site");
  for (const name of readdirSync(site, { recursive: true, encoding: "utf8" })) {
    if (/\.html\.(?:br|gz)$/.test(name)) rmSync(join(site, name));
    if (name.endsWith(".html"))
      writeFileSync(join(site, name), change(readFileSync(join(site, name), "utf8")));
  }
}

const PRELOAD = /<link rel="(?:modulepreload|later)"[^>]*>/g;

/** The same HTML, style, fonts and pictures, without scripts. A browser cannot be faster with the same page. */
const withoutScripts = (html: string): string =>
  html.replace(/<script[^>]*\ssrc="[^>]*><\/script>/g, "").replace(PRELOAD, "");

/** Origins by the kind of site. */
export type Servers = { built: string; plain: string; close(): Promise<void> };

/** The production server with the built site and its copy without scripts, and the local services behind both. */
export async function startServers(): Promise<Servers> {
  const folder = mkdtempSync(join(tmpdir(), "tallybin-web-bench-"));
  const running: { stop(): Promise<void> }[] = [];
  const port = await leasePorts();
  const services = `http://127.0.0.1:${port}`;
  const data = (name: string) => join(folder, name);
  const bin = join(root, "packages/local-services/bin/local-services.mjs");
  running.push(await startServer([bin, "--port", String(port)], { env: {}, url: `${services}/healthz` }));
  const serve = async (cwd: string, sitePort: number, name: string) => {
    const origin = `http://localhost:${sitePort}`;
    const env = {
      ...ENVIRONMENT,
      PORT: String(sitePort),
      ORIGIN: origin,
      DATA_DIR: data(name),
      FIREBASE_API_KEY: "local-example-key",
      FIREBASE_PROJECT_ID: "demo-project",
      IDENTITY_TOOLKIT_URL: `${services}/identitytoolkit.googleapis.com`,
      SECURE_TOKEN_URL: `${services}/securetoken.googleapis.com`,
      DOCUMENTS_URL: services,
      TOKEN_KEYS_URL: `${services}/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com`,
    };
    running.push(
      await startServer([join(cwd, "dist/server/serve.js")], { cwd, env, url: `${origin}/healthz` }),
    );
    return origin;
  };
  const plain = join(folder, "plain-site");
  copySite(plain, withoutScripts);
  return {
    built: await serve(root, port + 2, "built"),
    plain: await serve(plain, port + 4, "plain"),
    async close() {
      for (const server of running) await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
