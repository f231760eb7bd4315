import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import type { Call } from "../../http/call.ts";
import { flag, record, recordInOrder } from "../../http/wire.ts";

/** The switches that both the emulator and Google's admin API have. */
export const ConfigBody = recordInOrder({
  signIn: v.optional(record({ allowDuplicateEmails: v.optional(flag) })),
  emailPrivacyConfig: v.optional(record({ enableImprovedEmailPrivacy: v.optional(flag) })),
});

/**
 * How the project handles addresses.
 * @see https://firebase.google.com/docs/reference/rest/auth#section-auth-emulator-getConfig
 */
export const readConfig = ({ identity: { settings } }: ServiceContext): object => ({
  signIn: { allowDuplicateEmails: settings.allowDuplicateEmails },
  emailPrivacyConfig: { enableImprovedEmailPrivacy: settings.enumerationProtection },
});

const PATHS = ["signIn.allowDuplicateEmails", "emailPrivacyConfig.enableImprovedEmailPrivacy"] as const;

/**
 * Changes the configuration. `updateMask` names the fields to take from the body; without a mask, all are replaced
 * and a missing one becomes false. The emulator's own endpoint has no mask and changes the given fields.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects/updateConfig
 */
export function changeConfig(
  context: ServiceContext,
  body: v.InferOutput<typeof ConfigBody>,
  _owner: boolean,
  { url }: Call,
): object {
  const { settings } = context.identity;
  const given = [body.signIn?.allowDuplicateEmails, body.emailPrivacyConfig?.enableImprovedEmailPrivacy];
  const named = url.pathname.includes("/emulator/")
    ? PATHS.filter((_, index) => given[index] !== undefined)
    : (url.searchParams.get("updateMask") ?? "").split(",").filter((path) => path !== "");
  const isChanged = (path: (typeof PATHS)[number]): boolean =>
    named.length === 0 || named.some((name) => path === name || path.startsWith(`${name}.`));
  if (isChanged(PATHS[0])) settings.allowDuplicateEmails = given[0] ?? false;
  if (isChanged(PATHS[1])) settings.enumerationProtection = given[1] ?? false;
  return readConfig(context);
}
