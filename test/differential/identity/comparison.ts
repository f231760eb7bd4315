import { createRequire } from "node:module";
import * as v from "valibot";
import type { Finding } from "../report.ts";
import type { Command } from "./command.ts";
import { frozenClock } from "./frozen-clock.ts";
import { serveHooks } from "./hooks.ts";
import { type Found, runSequence } from "./sequence.ts";
import { createGoogle, createOurs, INSTALLED } from "./sides.ts";

const OperationObject = v.object({
  operationId: v.string(),
  responses: v.object({
    200: v.object({
      content: v.optional(v.record(v.string(), v.object({ schema: v.object({ $ref: v.string() }) }))),
    }),
  }),
});
const Spec = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
});

/** Compiles the emulator's own description of its responses: returns the errors of a response, by operation. */
function createValidator(openApi: unknown): (operationId: string, body: unknown) => string[] {
  const Ajv = createRequire(INSTALLED)("ajv").default;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, logger: false });
  ajv.addSchema(openApi, "openapi.json");
  const references = new Map<string, string>();
  for (const methods of Object.values(v.parse(Spec, openApi).paths))
    for (const method of Object.values(methods)) {
      const operation = v.safeParse(OperationObject, method);
      if (!operation.success) continue;
      const [content] = Object.values(operation.output.responses[200].content ?? {});
      if (content) references.set(operation.output.operationId, content.schema.$ref);
    }
  return (operationId, body) => {
    const reference = references.get(operationId);
    if (reference === undefined) return [];
    const validate =
      ajv.getSchema(`openapi.json${reference}`) ?? ajv.compile({ $ref: `openapi.json${reference}` });
    if (validate(body)) return [];
    return ajv
      .errorsText(validate.errors, { separator: "\n", dataVar: "answer" })
      .split("\n")
      .map((fault: string) => `not as the OpenAPI document says: ${fault}`);
  };
}

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
