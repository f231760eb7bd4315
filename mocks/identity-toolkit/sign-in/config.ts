import { ApiError, assert } from "../../http/api-error.ts";
import { isAbsoluteUrl } from "../proofs/oob.ts";
import type { StoredConfig } from "../state/project-config.ts";

/** @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/Config#BlockingFunctionsConfig */
type BlockingFunctions = NonNullable<StoredConfig["blockingFunctions"]>;

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

export function readBlockingConfig({ blockingFunctions = {} }: StoredConfig, event: string): BlockingConfig {
  const { triggers = {}, forwardInboundCredentials } = blockingFunctions;
  return { url: triggers[event]?.functionUri, forward: forwardInboundCredentials };
}
