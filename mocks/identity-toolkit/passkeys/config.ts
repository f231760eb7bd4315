import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { list, record, text } from "../../http/wire.ts";

export const PasskeyConfigBody = record({
  rpId: v.optional(text),
  expectedOrigins: v.optional(list(text)),
});

/**
 * The domain of the project's passkeys.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/PasskeyConfig
 */
export const readPasskeyConfig = ({ identity, projectId }: ServiceContext): object => ({
  name: `projects/${projectId}/passkeyConfig`,
  rpId: identity.settings.passkeys.rpId,
  expectedOrigins: identity.settings.passkeys.expectedOrigins,
});

/** Changes the given values and keeps the rest. */
export function changePasskeyConfig(
  context: ServiceContext,
  { rpId, expectedOrigins }: v.InferOutput<typeof PasskeyConfigBody>,
): object {
  const { settings } = context.identity;
  settings.passkeys = {
    ...settings.passkeys,
    ...(rpId !== undefined && { rpId }),
    ...(expectedOrigins !== undefined && { expectedOrigins }),
  };
  return readPasskeyConfig(context);
}
