import { createRequire } from "node:module";
import * as v from "valibot";
import { INSTALLED } from "./sides.ts";

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
export function createValidator(openApi: unknown): (operationId: string, body: unknown) => string[] {
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
