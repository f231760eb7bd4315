import { oneOf, optionalTexts, textMatching, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";

const ActionUrl = v.object({
  mode: oneOf([
    "resetPassword",
    "verifyEmail",
    "signIn",
    "verifyAndChangeEmail",
    "recoverEmail",
    "revertSecondFactorAddition",
  ]),
  oobCode: textMatching(/./),
  ...optionalTexts("continueUrl", "lang", "tenantId"),
});
export type ActionUrl = v.InferOutput<typeof ActionUrl>;

/**
 * Reads the link of a mail. `undefined` for any other link. Never throws.
 * @param link as the mail has it, also inside another link
 */
export function parseActionCodeUrl(link: string): ActionUrl | undefined {
  if (!URL.canParse(link)) return undefined;
  const { searchParams } = new URL(link);
  // Mail apps and link services wrap the link in another one.
  const inner = searchParams.get("link") ?? searchParams.get("deep_link_id");
  if (inner) return parseActionCodeUrl(inner);
  return tryParse(ActionUrl, Object.fromEntries(searchParams));
}
