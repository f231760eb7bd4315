import { createLocalServices } from "../../../mocks/local-services.ts";
import { tokenOf } from "../../lab/conformance/user-document/client.ts";
import { startEmulator } from "../../lab/conformance/user-document/emulator.ts";
import { listen } from "../../mocks/http.ts";
import { options } from "../options.ts";
import { type Finding, findAll } from "../report.ts";
import { type Command, ROOT, sequences } from "./commands.ts";
import { type Answer, differenceOf } from "./compare.ts";
import { declared } from "./declared.ts";

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

const google = await startEmulator("documents");
const ours = await listen(createLocalServices());
const clear = { method: "DELETE", path: `/emulator${ROOT}`, as: "owner" } as const;

let calls = 0;
const declaredCounts = new Map<string, number>();
async function run(commands: readonly Command[]): Promise<Finding | undefined> {
  await Promise.all([send(google.url, clear), send(ours.origin, clear)]);
  for (const command of commands) {
    const [theirs, own] = await Promise.all([send(google.url, command), send(ours.origin, command)]);
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
  await ours.close();
}
process.exit(kinds === 0 ? 0 : 1);
