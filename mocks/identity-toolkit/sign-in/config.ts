import * as v from "valibot";
import { ApiError, assert } from "../../http/api-error.ts";
import { flag, mapSchema, optionalFields, recordSchema, text } from "../../http/wire.ts";
import { isAbsoluteUrl } from "../proofs/oob.ts";

/** @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/Config#BlockingFunctionsConfig */
export const BlockingFunctions = recordSchema({
  forwardInboundCredentials: v.optional(
    recordSchema(optionalFields(flag, "accessToken", "idToken", "refreshToken")),
  ),
  triggers: v.optional(mapSchema(recordSchema(optionalFields(text, "functionUri", "updateTime")))),
});
type BlockingFunctions = v.InferOutput<typeof BlockingFunctions>;

/** The part of the configuration that a call needs. */
export type BlockingConfig = {
  url: string | undefined;
  forward: BlockingFunctions["forwardInboundCredentials"];
};

/** @throws {ApiError} INVALID_BLOCKING_FUNCTION */
export function assertValidTriggers({ triggers = {} }: BlockingFunctions = {}): void {
  for (const [event, { functionUri }] of Object.entries(triggers)) {
    if (!["beforeCreate", "beforeSignIn"].includes(event))
      throw new ApiError("INVALID_BLOCKING_FUNCTION : ((Event type is invalid.))");
    assert(
      functionUri && isAbsoluteUrl(functionUri),
      "INVALID_BLOCKING_FUNCTION : ((Expected an absolute URI with valid scheme and host.))",
    );
  }
}

export function readBlockingConfig(storedConfig: Record<string, unknown>, event: string): BlockingConfig {
  const parsed = v.safeParse(BlockingFunctions, storedConfig["blockingFunctions"]);
  const { triggers = {}, forwardInboundCredentials } = parsed.success ? parsed.output : {};
  return { url: triggers[event]?.functionUri, forward: forwardInboundCredentials };
}
