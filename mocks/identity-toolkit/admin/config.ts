import * as v from "valibot";
import { flag, record } from "../../http/wire.ts";
import type { World } from "../../world.ts";

/** The switches that both the emulator and Google's admin API know. */
export const ConfigBody = record({
  signIn: v.optional(record({ allowDuplicateEmails: v.optional(flag) })),
  emailPrivacyConfig: v.optional(record({ enableImprovedEmailPrivacy: v.optional(flag) })),
});

/**
 * How the project treats addresses.
 * @see https://firebase.google.com/docs/reference/rest/auth#section-auth-emulator-getConfig
 */
export const readConfig = ({ identity: { settings } }: World): object => ({
  signIn: { allowDuplicateEmails: settings.allowDuplicateEmails },
  emailPrivacyConfig: { enableImprovedEmailPrivacy: settings.enumerationProtection },
});

/** Changes what is given and leaves the rest. */
export function changeConfig(world: World, body: v.InferOutput<typeof ConfigBody>): object {
  const { settings } = world.identity;
  settings.allowDuplicateEmails = body.signIn?.allowDuplicateEmails ?? settings.allowDuplicateEmails;
  settings.enumerationProtection =
    body.emailPrivacyConfig?.enableImprovedEmailPrivacy ?? settings.enumerationProtection;
  return readConfig(world);
}
