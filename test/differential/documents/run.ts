import { fileURLToPath } from "node:url";
import { findJar, hasJava, startEmulator } from "../../lab/conformance/user-document/emulator.ts";
import { startStandIn } from "../../lab/conformance/user-document/stand-in.ts";
import { options } from "../options.ts";
import { type Finding, findAll } from "../report.ts";
import { type Command, ROOT, sequences } from "./commands.ts";
import { type Answer, differenceOf } from "./compare.ts";
import { declared } from "./declared.ts";

const EMULATOR_PORT = 4397;
const rules = fileURLToPath(new URL("../../../packages/user-document/firestore.rules", import.meta.url));

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
const tokenOf = (uid: string) =>
  `${part({ alg: "none", typ: "JWT" })}.${part({ sub: uid, user_id: uid, iat: 0, exp: 3600 })}.`;

async function send(base: string, { method, path, as, body }: Command): Promise<Answer> {
  const bearer = as === "owner" ? "owner" : tokenOf(as);
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(as !== "nobody" && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

const jar = findJar();
if (!jar || !hasJava()) {
  const missing = jar ? "java is not installed" : "its jar was not found; FIRESTORE_EMULATOR_JAR can name it";
  console.info(`documents: skipped, Google's Firestore emulator is not present (${missing}).`);
  process.exit(0);
}
const google = await startEmulator(jar, EMULATOR_PORT, rules);
const ours = await startStandIn();
const clear = { method: "DELETE", path: `/emulator${ROOT}`, as: "owner" } as const;

let calls = 0;
const declaredCounts = new Map<string, number>();
async function run(commands: readonly Command[]): Promise<Finding | undefined> {
  await Promise.all([send(google.url, clear), send(ours.url, clear)]);
  for (const command of commands) {
    const [theirs, own] = await Promise.all([send(google.url, command), send(ours.url, command)]);
    calls += 1;
    const line = differenceOf(theirs, own);
    if (line === undefined) continue;
    const reason = declared.find(({ covers }) => covers({ command, google: theirs, ours: own }));
    if (reason) {
      declaredCounts.set(reason.what, (declaredCounts.get(reason.what) ?? 0) + 1);
      return undefined;
    }
    const endpoint = command.path.replace(/\?.*$/, "").replace(ROOT, "");
    const key = `${command.method} ${endpoint} (${command.as}) ${theirs.status} | ${own.status}`;
    return { key, lines: [line] };
  }
  return undefined;
}

let kinds = 1;
try {
  kinds = await findAll(sequences(options.length), run);
  for (const [what, times] of declaredCounts) console.info(`declared ${times} times: ${what}`);
  console.info(
    `documents: ${options.sequences} sequences, ${calls} calls, seed ${options.seed}: ${kinds} undeclared differences`,
  );
} finally {
  google.stop();
  await ours.stop();
}
process.exit(kinds === 0 ? 0 : 1);
