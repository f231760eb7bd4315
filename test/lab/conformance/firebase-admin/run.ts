import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setupServer } from "msw/node";
import { createLocalServices } from "../../../../mocks/local-services.ts";
import { createRestClient } from "../../../../mocks/rest-client.ts";
import { createGoogle, PROJECT } from "../../../differential/identity/sides.ts";
import { listen } from "../../../mocks/http.ts";
import { packageFolder } from "../../install.mjs";
import { flows, type World } from "./flows.ts";
import { verifications } from "./verifiers.ts";

/** `--flow=part of a name` runs some flows, without a list of gaps. */
const only = process.argv.find((argument) => argument.startsWith("--flow="))?.slice(7) ?? "";
const folder = packageFolder("firebase-admin", process.env["WORKSPACE"] ?? "");
const require = createRequire(`${folder}/package.json`);
const { initializeApp, SDK_VERSION } = require("firebase-admin/app");
const { getAuth } = require("firebase-admin/auth");
const { getAppCheck } = require("firebase-admin/app-check");

const used = new Set<string>();
const methods = new Set<string>();
const classes = new Set<object>();
/** The methods that the types of a class leave to itself. */
const isPrivate = (name: string): boolean =>
  ["base-auth", "auth", "tenant-manager", "project-config-manager"].some((file) =>
    new RegExp(`private (readonly )?${name}\\b`).test(
      readFileSync(`${folder}/lib/auth/${file}.d.ts`, "utf8"),
    ),
  );
function addMethods(one: object): void {
  const prototype = Object.getPrototypeOf(one);
  if (prototype === Object.prototype || classes.has(prototype)) return;
  classes.add(prototype);
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    if (name !== "constructor" && typeof value === "function" && !isPrivate(name))
      methods.add(`${prototype.constructor.name}.${name}`);
  addMethods(prototype);
}
/** Notes each method that a flow calls, also of the two managers. */
function recording<One extends object>(one: One): One {
  addMethods(one);
  return new Proxy(one, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      for (let owner = target; owner; owner = Object.getPrototypeOf(owner))
        if (Object.hasOwn(owner, name)) used.add(`${owner.constructor.name}.${String(name)}`);
      return (...given: unknown[]) => {
        const answer = value.apply(target, given);
        return /Manager$/.test(String(name)) ? recording(answer) : answer;
      };
    },
  });
}

/** Values that each side generates: their presence counts. */
const MADE_UP =
  /^(passwordHash|passwordSalt|tokensValidAfterTime|creationTime|lastSignInTime|lastRefreshTime|auth_time|iat|exp|pageToken)$/;
const MADE_ID = /^[A-Za-z0-9]{28}$/;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const sorted = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
const shown = (value: unknown): string =>
  JSON.stringify(
    value,
    (name, item: unknown) => {
      if ((MADE_UP.test(name) && item) || MADE_ID.test(String(item))) return "made up";
      return item === undefined ? "absent" : isRecord(item) ? sorted(item) : item;
    },
    1,
  );

const headers = { "content-type": "application/json" };
const SWITCHES = JSON.stringify({
  signIn: { allowDuplicateEmails: false },
  emailPrivacyConfig: { enableImprovedEmailPrivacy: false },
});

/** How the local services refuse a call about a tenant. */
const REFUSED_BY_NAME = "The local services have one project and no tenants.";

/** Runs flows against one side, each in an empty project. The SDK keeps the first address that an app has called. */
function createSide(name: string, origin: string) {
  process.env["FIREBASE_AUTH_EMULATOR_HOST"] = new URL(origin).host;
  const auth = recording(getAuth(initializeApp({ projectId: PROJECT }, name)));
  const project = `${origin}/emulator/v1/projects/${PROJECT}`;
  const client: World["client"] = async (method, fields) => {
    const url = `${origin}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=any`;
    return (await fetch(url, { method: "POST", headers, body: JSON.stringify(fields) })).json();
  };
  return async (run: (world: World) => Promise<unknown>): Promise<string> => {
    process.env["FIREBASE_AUTH_EMULATOR_HOST"] = new URL(origin).host;
    await fetch(`${project}/accounts`, { method: "DELETE" });
    await fetch(`${project}/config`, { method: "PATCH", headers, body: SWITCHES });
    try {
      return shown(await run({ auth, client }));
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return message.includes(REFUSED_BY_NAME) ? "refused by name" : `refused: ${code ?? message}`;
    }
  };
}

/**
 * Runs the verifications as in production: without the emulator's variable, and at Google's hosts, for which the local
 * services answer. @returns the number of failures
 */
async function verifyAsInProduction(): Promise<number> {
  const services = createLocalServices({ projectId: PROJECT });
  const server = setupServer(...services.handlers);
  server.listen({ onUnhandledRequest: "error" });
  const credential = { getAccessToken: async () => ({ access_token: "owner", expires_in: 3600 }) };
  const client = createRestClient(services);
  let failures = 0;
  for (const { name, run } of verifications.filter((each) => each.name.includes(only))) {
    services.reset();
    // Each app has its own cache of keys.
    const app = initializeApp({ projectId: PROJECT, credential }, name);
    const fault = await run({ auth: getAuth(app), appCheck: getAppCheck(app), services, client }).catch(
      String,
    );
    if (fault !== undefined) failures += 1;
    console.info(`  ${fault === undefined ? "passed " : "FAILED "} ${name}${fault ? `\n    ${fault}` : ""}`);
  }
  server.close();
  return failures;
}

let failed = await verifyAsInProduction();
const google = await createGoogle();
const ours = await listen(createLocalServices({ projectId: PROJECT, standalone: true, tokens: "unsigned" }));
const [askGoogle, askOurs] = [createSide("google", google.origin), createSide("ours", ours.origin)];
for (const { name, isRefused, isOurs, run } of flows.filter((flow) => flow.name.includes(only))) {
  const theirs = await askGoogle(run);
  const own = await askOurs(run);
  const wanted = isRefused ? "refused by name" : isOurs ? shown("as expected") : theirs;
  const isExpected = own === wanted;
  if (!isExpected) failed += 1;
  console.info(`  ${isExpected ? "passed " : "FAILED "} ${name}`);
  if (!isExpected) console.info(`    expected: ${wanted}\n    local services: ${own}`);
}
if (only === "") {
  const gaps = [...methods].filter((name) => !used.has(name));
  for (const name of gaps) console.info(`  GAP     ${name} has no flow`);
  failed += gaps.length;
  const figures = `${flows.length} flows, ${methods.size} methods, ${gaps.length} gaps, ${failed} failures`;
  console.info(`firebase-admin ${SDK_VERSION}: ${figures}`);
}
google.close();
await ours.close();
process.exit(failed === 0 ? 0 : 1);
