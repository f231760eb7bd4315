import { options } from "../options.ts";
import { type Finding, findAll } from "../report.ts";
import type { Command } from "./command.ts";
import { sequences } from "./commands.ts";
import { frozenClock } from "./frozen-clock.ts";
import { serveHooks } from "./hooks.ts";
import { createValidator } from "./openapi.ts";
import { type Found, runSequence } from "./sequence.ts";
import { createGoogle, createOurs } from "./sides.ts";
import { sweepCommands } from "./sweep.ts";

/** A key that is equal for all differences of a kind, because it omits varying values. */
function keyOf({ command, lines: [line = ""] }: Found): string {
  if (command.kind !== "call") return line;
  const kind = line.replace(/"[A-Za-z0-9+/=._-]{20,}"/g, "…").slice(0, 160);
  return `${command.operation} (${command.access}) ${kind}`;
}

const google = await createGoogle();
const ours = createOurs();
const hooks = await serveHooks();
const validate = createValidator(google.openApi);
frozenClock.install();

let calls = 0;
let hookCalls = 0;
const declared = new Map<string, number>();
async function run(commands: readonly Command[]): Promise<Finding | undefined> {
  const outcome = await runSequence(google, ours, commands, { validate, hooks });
  calls += outcome.calls;
  hookCalls += outcome.hooks;
  if (outcome.declared !== undefined)
    declared.set(outcome.declared, (declared.get(outcome.declared) ?? 0) + 1);
  return outcome.found && { key: keyOf(outcome.found), lines: outcome.found.lines };
}

const swept = sweepCommands(google.openApi);
const sweptKinds = new Set<string>();
for (const command of swept) {
  const finding = await run([command]);
  if (!finding || sweptKinds.has(finding.key)) continue;
  sweptKinds.add(finding.key);
  console.info(`\nUNDECLARED  ${finding.key}\n  ${JSON.stringify(command)}`);
  for (const line of finding.lines) console.info(`    Google | ours  ${line}`);
}
console.info(`identity: ${swept.length} odd values in fields: ${sweptKinds.size} undeclared differences`);

const kinds = await findAll(sequences(options.length), run);
for (const [what, times] of declared) console.info(`declared ${times} times: ${what}`);
console.info(
  `identity: ${options.sequences} sequences, ${calls} calls, ${hookCalls} of blocking functions, seed ${options.seed}: ${kinds} undeclared differences`,
);
google.close();
process.exit(kinds + sweptKinds.size === 0 ? 0 : 1);
