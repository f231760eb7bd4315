import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Program } from "../../server/test/support/program.ts";
import { runCommandIn } from "./support/command.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tallybin-exec-"));
  return () => rmSync(folder, { recursive: true, force: true });
});
const programs: Program[] = [];
afterAll(() => {
  for (const { child } of programs) child.kill("SIGKILL");
});

const start = (...args: string[]): Program => {
  const program = runCommandIn(folder, ...args);
  programs.push(program);
  return program;
};
const run = async (...args: string[]) => {
  const program = start(...args);
  const { code } = await program.ended;
  return { code, output: program.output() };
};

/** Runs a Node script as the command. */
const exec = (script: string, ...options: string[]) =>
  run("exec", ...options, "--", process.execPath, "--input-type=module", "--eval", script);

const PRINT_VARIABLES = `
const names = ["FIREBASE_AUTH_EMULATOR_HOST", "FIRESTORE_EMULATOR_HOST", "FIREBASE_EMULATOR_HUB", "GCLOUD_PROJECT"];
console.log("RESULT" + JSON.stringify(names.map((name) => process.env[name])));
`;
/** What the script printed. */
const resultOf = (output: string): unknown => JSON.parse(/RESULT(.*)/.exec(output)?.[1] ?? "null");

/** Calls that a script can make to the services. */
const CALLS = `
const origin = "http://" + process.env.FIREBASE_AUTH_EMULATOR_HOST;
const user = { "content-type": "application/json" };
const owner = { ...user, authorization: "Bearer owner" };
const call = async (method, path, body, headers = owner) => {
  const response = await fetch(origin + path, { method, headers, body: body && JSON.stringify(body) });
  return { status: response.status, ...(await response.json()) };
};
const account = (method, body) => call("POST", "/identitytoolkit.googleapis.com/v1/accounts:" + method + "?key=k", body, user);
const project = process.env.GCLOUD_PROJECT;
const documents = "/v1/projects/" + project + "/databases/(default)/documents/users/ada";
`;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once("error", () => resolve(false))
      .listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
/** A free port whose neighbor is free too. */
async function freePort(from: number): Promise<number> {
  return (await isFree(from)) && (await isFree(from + 1)) ? from : freePort(from + 2);
}

describe("exec", () => {
  test("a command gets the emulators' variables, and its exit code is passed on", async () => {
    const { code, output } = await exec(`${PRINT_VARIABLES} process.exit(7);`, "--port", "0");
    const [auth, ...others] = resultOf(output) as string[];
    expect(auth).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(others).toEqual([auth, auth, "demo-project"]);
    expect(code).toBe(7);
    expect(await isFree(Number(auth?.split(":")[1]))).toBe(true);
  });

  test("a single argument is a line for the shell", async () => {
    const { code, output } = await run(
      "exec",
      "--port",
      "0",
      "echo at $FIREBASE_AUTH_EMULATOR_HOST && exit 3",
    );
    expect(output).toMatch(/at 127\.0\.0\.1:\d+/);
    expect(code).toBe(3);
  });

  test("tokens are unsigned, as the Admin SDK expects them beside the variables", async () => {
    const script = `${CALLS} console.log("RESULT" + JSON.stringify(await account("signUp", {})));`;
    const { output } = await exec(script, "--port", "0");
    const { idToken } = resultOf(output) as { idToken: string };
    expect(JSON.parse(Buffer.from(idToken.split(".")[0] ?? "", "base64url").toString()).alg).toBe("none");
  });

  test("Google's tools find the services by the hub", async () => {
    const script = `console.log("RESULT" + JSON.stringify(await (await fetch("http://" + process.env.FIREBASE_EMULATOR_HUB + "/emulators")).json()));`;
    const { output } = await exec(script, "--port", "0");
    const { auth, firestore } = resultOf(output) as Record<string, { host: string; port: number }>;
    expect(firestore).toEqual({ ...auth, name: "firestore" });
    expect(auth).toEqual({ name: "auth", host: expect.any(String), port: expect.any(Number) });
  });

  test("a signal reaches the command, and its own end decides the exit code", async () => {
    const script =
      "setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit(5)); console.log('READY');";
    const program = start("exec", "--port", "0", "--", process.execPath, "--eval", script);
    await program.says(/READY/);
    expect(await program.stop()).toMatchObject({ code: 5 });
  });

  test("a command that a signal ends has the code that shells give it", async () => {
    expect((await exec("process.kill(process.pid, 'SIGKILL')", "--port", "0")).code).toBe(137);
  });

  test.each([
    [["exec", "--port", "0"], "exec needs a command after --."],
    [["start"], 'There is no command "start".'],
    [["exec", "--export-on-exit", "--", "node"], "--export-on-exit needs a folder, or that of --import."],
    [["exec", "--port", "0", "--", "no-such-program", "x"], "The command cannot be run: "],
  ])("the arguments %s are refused with the reason", async (args, reason) => {
    const { code, output } = await run(...args);
    expect(code).toBe(1);
    expect(output).toContain(reason);
  });
});

describe("the files of Google's tools", () => {
  test("without --port and --project, ports and project are those of firebase.json and .firebaserc", async () => {
    const auth = await freePort(19_099);
    const firestore = await freePort(auth + 100);
    const emulators = { auth: { port: auth }, firestore: { port: firestore }, ui: { enabled: true } };
    writeFileSync(join(folder, "firebase.json"), JSON.stringify({ hosting: {}, emulators }));
    writeFileSync(join(folder, ".firebaserc"), JSON.stringify({ projects: { default: "demo-shop" } }));
    const script = `${CALLS} ${PRINT_VARIABLES}
      const response = await fetch("http://127.0.0.1:${firestore}" + documents, { headers: owner });
      process.exit(response.status === 404 ? 0 : 1);`;
    const { code, output } = await exec(script);
    expect(resultOf(output)).toEqual([...Array(3).fill(`127.0.0.1:${auth}`), "demo-shop"]);
    expect(code).toBe(0);
  });

  test("an invalid firebase.json is refused by name", async () => {
    writeFileSync(join(folder, "firebase.json"), JSON.stringify({ emulators: { auth: { port: "9099" } } }));
    const { code, output } = await exec("");
    expect(code).toBe(1);
    expect(output).toContain("firebase.json is invalid: emulators: auth: port: expected number");
  });
});

describe("--import and --export-on-exit", () => {
  const FILL = `${CALLS}
    await account("signUp", { email: "ada@example.test", password: "correct horse" });
    await call("PATCH", documents, { fields: { name: { stringValue: "Ada" } } });
    await call("PATCH", "/emulator/v1/projects/" + project + "/config", { signIn: { allowDuplicateEmails: true } });`;
  const READ = `${CALLS}
    const { status } = await account("signInWithPassword", { email: "ada@example.test", password: "correct horse" });
    const { fields } = await call("GET", documents);
    const { signIn } = await call("GET", "/emulator/v1/projects/" + project + "/config");
    console.log("RESULT" + JSON.stringify({ status, fields, signIn }));`;

  test("accounts, documents and switches of one run are those of the next", async () => {
    const data = ["--port", "0", "--import", "data", "--export-on-exit"];
    expect((await exec(FILL, ...data)).code).toBe(0);
    const { output } = await exec(READ, ...data);
    expect(resultOf(output)).toEqual({
      status: 200,
      fields: { name: { stringValue: "Ada" } },
      signIn: { allowDuplicateEmails: true },
    });
  });

  test("the export has the files that Google's emulator imports", async () => {
    await exec(FILL, "--port", "0", "--export-on-exit", "data");
    const read = (name: string) => JSON.parse(readFileSync(join(folder, "data", name), "utf8"));
    expect(read("firebase-export-metadata.json").auth).toEqual({
      version: expect.any(String),
      path: "auth_export",
    });
    expect(read("auth_export/accounts.json").users).toMatchObject([{ email: "ada@example.test" }]);
    expect(read("auth_export/config.json").signIn).toEqual({ allowDuplicateEmails: true });
  });

  test("an export of Google's emulator is imported with its passwords", async () => {
    mkdirSync(join(folder, "data/auth_export"), { recursive: true });
    const user = {
      localId: "uid-of-ada",
      email: "ada@example.test",
      passwordHash: "fakeHash:salt=fakeSaltabc:password=correct horse",
      salt: "fakeSaltabc",
      passwordUpdatedAt: 1_760_000_000_000,
      createdAt: "1760000000000",
      lastLoginAt: "1760000000000",
      validSince: "1760000000",
      providerUserInfo: [{ providerId: "password", rawId: "ada@example.test", email: "ada@example.test" }],
    };
    const accounts = { kind: "identitytoolkit#DownloadAccountResponse", users: [user] };
    writeFileSync(join(folder, "data/auth_export/accounts.json"), JSON.stringify(accounts));
    const { output } = await exec(READ, "--port", "0", "--import", "data");
    expect(resultOf(output)).toMatchObject({ status: 200 });
    expect(existsSync(join(folder, "data/local-services.json"))).toBe(false);
  });

  test("a command that fails still leaves its export", async () => {
    expect((await exec(`${FILL} process.exit(4);`, "--port", "0", "--export-on-exit", "data")).code).toBe(4);
    expect(existsSync(join(folder, "data/auth_export/accounts.json"))).toBe(true);
  });

  test("the services without a command write the export when a signal stops them", async () => {
    const program = start("--port", "0", "--export-on-exit", "data");
    await program.says(/ready at/);
    expect(await program.stop()).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, "data/auth_export/accounts.json"))).toBe(true);
  });

  test.each([
    ["auth_export/accounts.json", { users: {} }],
    ["local-services.json", { projectId: "p", extensions: { firestore: { documents: 1 } } }],
  ])("an export whose %s has another form is refused, and the services stop", async (name, content) => {
    mkdirSync(join(folder, "data/auth_export"), { recursive: true });
    writeFileSync(join(folder, "data", name), JSON.stringify(content));
    const { code, output } = await exec("", "--port", "0", "--import", "data");
    expect(code).toBe(1);
    expect(output).toContain("The data of data cannot be imported");
  });

  test("an invalid file of an export is refused by name before the services start", async () => {
    mkdirSync(join(folder, "data/auth_export"), { recursive: true });
    writeFileSync(join(folder, "data/auth_export/accounts.json"), '{"rawPassword":"correct horse" oops');
    const { code, output } = await exec("", "--port", "0", "--import", "data");
    expect(code).toBe(1);
    expect(output).toContain("accounts.json is invalid: no JSON");
    expect(output).not.toContain("horse");
  });
});
