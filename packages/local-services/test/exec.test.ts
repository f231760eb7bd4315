import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createLocalServices } from "../../../mocks/local-services.ts";
import { newFolder } from "../../server/test/support/folder.ts";
import { leasePorts } from "../../server/test/support/lease-ports.mjs";
import type { Program } from "../../server/test/support/program.ts";
import { readExport } from "../src/command/firebase-tools.ts";
import { endCommandIn, runCommandIn } from "./support/command.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
const start = (...args: string[]): Program => {
  const program = runCommandIn(folder, ...args);
  onTestFinished(() => void program.child.kill("SIGKILL"));
  return program;
};
const run = (...args: string[]) => endCommandIn(folder, ...args);

/** Runs a Node script as the command. */
const exec = (script: string, ...options: string[]) =>
  run("exec", ...options, "--", process.execPath, "--input-type=module", "--eval", script);

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

describe("exec", () => {
  test("a command gets the emulators' variables and hub and unsigned tokens, and its exit code is passed on", async () => {
    const script = `${CALLS}
      const hub = await (await fetch("http://" + process.env.FIREBASE_EMULATOR_HUB + "/emulators")).json();
      const { idToken } = await account("signUp", {});
      console.log("RESULT" + JSON.stringify({ env: process.env, hub, idToken }));
      process.exit(7);`;
    const { code, output } = await exec(script, "--port", "0");
    const { env, hub, idToken } = resultOf(output) as {
      env: Record<string, string>;
      hub: { auth: object; firestore: object };
      idToken: string;
    };
    const { FIREBASE_AUTH_EMULATOR_HOST: host = "" } = env;
    expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(env).toMatchObject({
      FIRESTORE_EMULATOR_HOST: host,
      FIREBASE_EMULATOR_HUB: host,
      GCLOUD_PROJECT: "demo-project",
    });
    const port = Number(host.split(":")[1]);
    expect(hub.auth).toEqual({ name: "auth", host: expect.any(String), port });
    expect(hub.firestore).toEqual({ ...hub.auth, name: "firestore" });
    const [header = ""] = idToken.split(".");
    expect(JSON.parse(Buffer.from(header, "base64url").toString()).alg, "as the Admin SDK expects").toBe(
      "none",
    );
    expect(code).toBe(7);
    await expect(fetch(`http://${host}`), "nothing listens any more").rejects.toThrow();
  });

  test("a single argument is a line for the shell", async () => {
    const line = "echo at $FIREBASE_AUTH_EMULATOR_HOST && exit 3";
    const { code, output } = await run("exec", "--port", "0", line);
    expect(output).toMatch(/at 127\.0\.0\.1:\d+/);
    expect(code).toBe(3);
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
});

describe("the files of Google's tools", () => {
  test("without --port and --project, ports and project are those of firebase.json and .firebaserc", async () => {
    const auth = await leasePorts();
    const firestore = auth + 3;
    const emulators = { auth: { port: auth }, firestore: { port: firestore }, ui: { enabled: true } };
    writeFileSync(join(folder, "firebase.json"), JSON.stringify({ hosting: {}, emulators }));
    writeFileSync(join(folder, ".firebaserc"), JSON.stringify({ projects: { default: "demo-shop" } }));
    const { output } = await exec(`${CALLS}
      const { status } = await fetch("http://127.0.0.1:${firestore}" + documents, { headers: owner });
      console.log("RESULT" + JSON.stringify({ origin, project, status }));`);
    expect(resultOf(output)).toEqual({
      origin: `http://127.0.0.1:${auth}`,
      project: "demo-shop",
      status: 404,
    });
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
    await call("PATCH", "/emulator/v1/projects/" + project + "/config", { signIn: { allowDuplicateEmails: true } });
    process.exit(4);`;
  const READ = `${CALLS}
    const { status } = await account("signInWithPassword", { email: "ada@example.test", password: "correct horse" });
    const { fields } = await call("GET", documents);
    const { signIn } = await call("GET", "/emulator/v1/projects/" + project + "/config");
    console.log("RESULT" + JSON.stringify({ status, fields, signIn }));`;
  const writeData = (name: string, text: string): void => {
    mkdirSync(join(folder, "data/auth_export"), { recursive: true });
    writeFileSync(join(folder, "data", name), text);
  };

  test("a command that fails leaves an export, as Google's emulator reads it, and the next run begins with its data", async () => {
    const data = ["--port", "0", "--import", "data", "--export-on-exit"];
    expect((await exec(FILL, ...data)).code).toBe(4);
    const read = (name: string) => JSON.parse(readFileSync(join(folder, "data", name), "utf8"));
    const auth = { version: expect.any(String), path: "auth_export" };
    expect(read("firebase-export-metadata.json").auth).toEqual(auth);
    expect(read("auth_export/accounts.json").users).toMatchObject([{ email: "ada@example.test" }]);
    expect(read("auth_export/config.json").signIn).toEqual({ allowDuplicateEmails: true });
    expect(resultOf((await exec(READ, ...data)).output)).toEqual({
      status: 200,
      fields: { name: { stringValue: "Ada" } },
      signIn: { allowDuplicateEmails: true },
    });
  });

  test("an export of Google's emulator is imported with its passwords", async () => {
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
    writeData("auth_export/accounts.json", JSON.stringify(accounts));
    const { output } = await exec(READ, "--port", "0", "--import", "data");
    expect(resultOf(output)).toMatchObject({ status: 200 });
    expect(existsSync(join(folder, "data/local-services.json"))).toBe(false);
  });

  test("the services without a command write the export when a signal stops them", async () => {
    const program = start("--port", "0", "--export-on-exit", "data");
    await program.says(/ready at/);
    expect(await program.stop()).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, "data/auth_export/accounts.json"))).toBe(true);
  });

  test("an export of another form is refused, and nothing of it is quoted", async () => {
    writeData("auth_export/accounts.json", '{ "users": { "password": "correct horse" } }');
    const { code, output } = await exec("", "--port", "0", "--import", "data");
    expect(code).toBe(1);
    expect(output).toContain("The data of data cannot be imported");
    expect(output).not.toContain("horse");
  });

  test.each([
    ["local-services.json", '{ "projectId": "p", "extensions": { "firestore": { "documents": 1 } } }'],
    ["auth_export/accounts.json", '{"rawPassword":"correct horse" oops'],
  ])("an export whose %s is %j is not stored", (name, text) => {
    writeData(name, text);
    const store = () => readExport(join(folder, "data"))(createLocalServices());
    expect(store).toThrow();
    expect(store).not.toThrow("horse");
  });
});
