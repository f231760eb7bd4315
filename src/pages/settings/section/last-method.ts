import { LANGUAGE } from "@tallybin/contract/company";
import { providerIds } from "@tallybin/contract/providers";
import { hasPassword, type User } from "../../../account/user.ts";
import { siteConfig } from "../../../config/site-config.ts";
import { methodTexts as texts } from "./settings-texts.tsx";

/** The methods that this site can sign the account in with: those it offers, so no phone number. */
function signInMethodIds({ providerData, passkeys }: User): string[] {
  const { providers, passkeys: offersPasskeys } = siteConfig();
  const offered: readonly string[] = ["password", ...providers];
  return [
    ...providerData.map(({ providerId }) => providerId).filter((id) => offered.includes(id)),
    ...(offersPasskeys ? passkeys.map(({ credentialId }) => credentialId) : []),
  ];
}

/**
 * Whether removing a sign-in method would lock the user out.
 * @param id a provider's ID, or a passkey's credential ID
 */
export const isLastMethod = (user: User, id: string): boolean =>
  signInMethodIds(user).every((method) => method === id);

const oneOf = new Intl.ListFormat(LANGUAGE, { type: "disjunction" });

/** Why the last sign-in method cannot be removed, and which methods of this site to add first. */
export function describeLastMethod(user: User): string {
  const { providers, passkeys } = siteConfig();
  const linked = user.providerData.map(({ providerId }) => providerId);
  const isLinkable = providerIds.some((id) => providers.includes(id) && !linked.includes(id));
  const ways = [
    ...(hasPassword(user) ? [] : [texts.setPassword]),
    ...(passkeys ? [user.passkeys.length > 0 ? texts.addAnotherPasskey : texts.addPasskey] : []),
    ...(isLinkable ? [texts.linkAnother] : []),
  ];
  const first = oneOf.format(ways);
  return first === "" ? texts.onlyWay : texts.onlyWayFirst(first);
}
