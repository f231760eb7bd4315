import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";
import { emailOf, type Person } from "./people.ts";
import { LIFETIME_S } from "./refreshes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 60_000;
/** The local services write their accounts to disk 100 ms after a change. */
const WRITTEN_MS = 500;
const KEY = "local-example-key";
const PROJECT = "demo-project";
const OWNER = { authorization: "Bearer owner" };

export type Site = {
  port: number;
  origin: string;
  restart(isKilled: boolean, downMs: number): Promise<void>;
  /** Creates or enables the account, and returns its password. */
  prepare(person: Person): Promise<string>;
  changePassword(person: Person): Promise<void>;
  disable(person: Person): Promise<void>;
  remove(person: Person): Promise<void>;
  /** Stores a name in the user's document. */
  rename(person: Person, name: string): Promise<void>;
  stop(): Promise<void>;
};

type Account = { localId: string; password: string; isDisabled: boolean };

/** Starts the built site with its local services, with one-minute tokens. */
export async function startSite(): Promise<Site> {
  const port = await leasePorts();
  const origin = `http://localhost:${port}`;
  const address = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), "tallybin-soak-"));
  const accounts = new Map<Person, Account>();
  let passwords = 0;

  const launch = async () => {
    const child = spawn(process.execPath, [join(root, "dist/local/start.js")], {
      cwd: root,
      env: { ...process.env, PORT: String(port), DATA_DIR: folder, SESSIONS: "browser" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const isReady = () =>
      fetch(`${address}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    const deadline = Date.now() + START_MS;
    while (!(await isReady())) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error("The site did not start.");
      await pause(50);
    }
    return child;
  };
  let child = await launch();
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  };

  const call = async (
    method: string,
    path: string,
    body: object,
    headers = {},
  ): Promise<Record<string, unknown>> => {
    const response = await fetch(address + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path.split("?")[0]} answered ${response.status}.`);
    return response.json();
  };
  const identity = (name: string, body: object) =>
    call("POST", `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=${KEY}`, body);
  const administer = (name: string, body: object) =>
    call("POST", `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:${name}`, body, OWNER);
  const newPassword = () => {
    passwords += 1;
    return `example-correct-horse-${passwords}`;
  };
  const rename = async (person: Person, name: string): Promise<void> => {
    const account = accounts.get(person);
    if (!account) return;
    const path = `/v1/projects/${PROJECT}/databases/(default)/documents/users/${account.localId}`;
    const fields = { name: { stringValue: name }, email: { stringValue: emailOf(person) } };
    await call("PATCH", `${path}?updateMask.fieldPaths=name&updateMask.fieldPaths=email`, { fields }, OWNER);
  };
  const configure = () => call("PATCH", "/__local/settings", { idTokenLifetimeS: LIFETIME_S });
  await configure();

  return {
    port,
    origin,
    rename,
    restart: async (isKilled, downMs) => {
      await pause(WRITTEN_MS);
      await end(isKilled ? "SIGKILL" : "SIGTERM");
      await pause(downMs);
      child = await launch();
      await configure();
    },
    prepare: async (person) => {
      const known = accounts.get(person);
      if (known?.isDisabled) await administer("update", { localId: known.localId, disableUser: false });
      if (known) {
        known.isDisabled = false;
        return known.password;
      }
      const password = newPassword();
      const { localId } = await identity("signUp", {
        email: emailOf(person),
        password,
        displayName: person,
        returnSecureToken: true,
      });
      accounts.set(person, { localId: String(localId), password, isDisabled: false });
      await rename(person, person);
      return password;
    },
    changePassword: async (person) => {
      const account = accounts.get(person);
      if (!account) return;
      const { password } = account;
      const { idToken } = await identity("signInWithPassword", {
        email: emailOf(person),
        password,
        returnSecureToken: true,
      });
      account.password = newPassword();
      await identity("update", { idToken, password: account.password, returnSecureToken: true });
    },
    disable: async (person) => {
      const account = accounts.get(person);
      if (!account) return;
      await administer("update", { localId: account.localId, disableUser: true });
      account.isDisabled = true;
    },
    remove: async (person) => {
      const account = accounts.get(person);
      if (!account) return;
      await administer("delete", { localId: account.localId });
      accounts.delete(person);
    },
    stop: async () => {
      await end("SIGTERM");
      process.removeListener("exit", killAtExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
