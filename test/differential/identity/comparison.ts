import type { Finding } from "../report.ts";
import type { Command } from "./command.ts";
import { frozenClock } from "./frozen-clock.ts";
import { serveHooks } from "./hooks.ts";
import { createValidator } from "./openapi.ts";
import { type Found, runSequence } from "./sequence.ts";
import { createGoogle, createOurs } from "./sides.ts";

/** A key that is equal for all differences of a kind, because it omits varying values. */
function keyOf({ command, lines: [line = ""] }: Found): string {
  if (command.kind !== "call") return line;
  const kind = line.replace(/"[A-Za-z0-9+/=._-]{20,}"/g, "…").slice(0, 160);
  return `${command.operation} (${command.access}) ${kind}`;
}

/** Both sides on one frozen clock, and the counts of what was compared. */
export async function createComparison() {
  const google = await createGoogle();
  const ours = createOurs();
  const hooks = await serveHooks();
  const validate = createValidator(google.openApi);
  frozenClock.install();
  let calls = 0;
  let hookCalls = 0;
  const declared = new Map<string, number>();
  return {
    openApi: google.openApi,
    close: google.close,
    /** Runs a sequence. Undefined if it has no undeclared difference. */
    run: async (commands: readonly Command[]): Promise<Finding | undefined> => {
      const outcome = await runSequence(google, ours, commands, { validate, hooks });
      calls += outcome.calls;
      hookCalls += outcome.hooks;
      if (outcome.declared !== undefined)
        declared.set(outcome.declared, (declared.get(outcome.declared) ?? 0) + 1);
      return outcome.found && { key: keyOf(outcome.found), lines: outcome.found.lines };
    },
    /** Prints the declared differences, and returns the counts. */
    counts: (): string => {
      for (const [what, times] of declared) console.info(`declared ${times} times: ${what}`);
      return `${calls} calls, ${hookCalls} of blocking functions`;
    },
  };
}
