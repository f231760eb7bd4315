import * as v from "valibot";
import { flag, record, recordInOrder } from "../../http/wire.ts";
import type { ServiceContext } from "../../service-context.ts";

/** The switches that both the emulator and Google's admin API know. */
export const ConfigBody = recordInOrder({
  signIn: v.optional(record({ allowDuplicateEmails: v.optional(flag) })),
  emailPrivacyConfig: v.optional(record({ enableImprovedEmailPrivacy: v.optional(flag) })),
});

/**
 * How the project treats addresses.
 * @see https://firebase.google.com/docs/reference/rest/auth#section-auth-emulator-getConfig
 */
export const readConfig = ({ identity: { settings } }: ServiceContext): object => ({
  signIn: { allowDuplicateEmails: settings.allowDuplicateEmails },
  emailPrivacyConfig: { enableImprovedEmailPrivacy: settings.enumerationProtection },
});

/** Changes what is given and leaves the rest. */
export function changeConfig(context: ServiceContext, body: v.InferOutput<typeof ConfigBody>): object {
  const { settings } = context.identity;
  settings.allowDuplicateEmails = body.signIn?.allowDuplicateEmails ?? settings.allowDuplicateEmails;
  settings.enumerationProtection =
    body.emailPrivacyConfig?.enableImprovedEmailPrivacy ?? settings.enumerationProtection;
  return readConfig(context);
}
