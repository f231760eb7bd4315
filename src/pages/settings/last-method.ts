import { providerIds } from "@tallybin/contract";
import { hasPassword, type User } from "../../account/user.ts";
import { siteConfig } from "../../config/site-config.ts";

/** Methods that this site can sign the account in with. Passkeys do not count while they are switched off. */
const wayCount = ({ providerData, passkeys }: User): number =>
  providerData.length + (siteConfig().passkeys ? passkeys.length : 0);

/** Whether removing a sign-in method would lock the user out. */
export const isLastMethod = (user: User): boolean => wayCount(user) < 2;

const oneOf = new Intl.ListFormat("en-US", { type: "disjunction" });

/** Why the last sign-in method stays, and what to add first: only what this account lacks and this site offers. */
export function lastMethodText(user: User): string {
  const { providers, passkeys } = siteConfig();
  const linked = user.providerData.map(({ providerId }) => providerId);
  const isLinkable = providerIds.some((id) => providers.includes(id) && !linked.includes(id));
  const ways = [
    ...(hasPassword(user) ? [] : ["set a password"]),
    ...(passkeys ? [user.passkeys.length > 0 ? "add another passkey" : "add a passkey"] : []),
    ...(isLinkable ? ["link another service"] : []),
  ];
  const first = oneOf.format(ways);
  return `This is your only way to sign in.${first === "" ? "" : ` To remove it, first ${first}.`}`;
}
