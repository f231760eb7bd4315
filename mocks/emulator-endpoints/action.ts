import type { ServiceContext } from "../core/service-context.ts";
import { ApiError, assert } from "../http/api-error.ts";
import type { Call } from "../http/call.ts";
import { json, seeOther } from "../http/respond.ts";
import { resetPassword } from "../identity-toolkit/operations/reset-password.ts";
import { applyOobCode } from "../identity-toolkit/operations/update-by-code.ts";
import { validOobCode } from "../identity-toolkit/proofs/oob.ts";
import { actionTexts as texts } from "./action-texts.ts";

const emulatorAnswer = (body: Record<string, unknown>, status = 200): Response =>
  json({ authEmulator: body }, status);
const refusal = (error: string, instructions?: string): Response =>
  emulatorAnswer({ error, ...(instructions !== undefined && { instructions }) }, 400);
const onward = (continueUrl: string | null, body: Record<string, unknown>): Response =>
  continueUrl ? seeOther(continueUrl) : emulatorAnswer(body);

/** Redirects the browser to the mail's continue URL, with the code in the address. */
function signInLink(url: URL): Response {
  const continueUrl = url.searchParams.get("continueUrl");
  if (!continueUrl || !URL.canParse(continueUrl)) return refusal(texts.noContinueUrl, texts.addContinueUrl);
  const target = new URL(continueUrl);
  for (const [name, value] of url.searchParams)
    if (name !== "continueUrl") target.searchParams.set(name, value);
  return seeOther(target.href);
}

const PLACEHOLDER = "NEW_PASSWORD_HERE";

function resetPasswordLink(context: ServiceContext, url: URL, oobCode: string): Response {
  const { email, oobLink, requestType } = validOobCode(context, oobCode);
  assert(requestType === "PASSWORD_RESET", "INVALID_OOB_CODE");
  const newPassword = url.searchParams.get("newPassword");
  const urlTemplate = `${oobLink}&newPassword=${PLACEHOLDER}`;
  if (!newPassword)
    return emulatorAnswer(
      {
        error: texts.noNewPassword,
        instructions: texts.reset(email),
        instructions2: texts.anyClient,
        urlTemplate,
      },
      400,
    );
  if (newPassword === PLACEHOLDER)
    return emulatorAnswer(
      {
        error: texts.stillPlaceholder(PLACEHOLDER),
        instructions: texts.placeholder(PLACEHOLDER),
        instructions2: texts.changeUrl,
        urlTemplate,
      },
      400,
    );
  resetPassword(context, { oobCode, newPassword });
  return onward(url.searchParams.get("continueUrl"), {
    success: texts.modes.resetPassword.done,
    email,
  });
}

/**
 * What a link's mode shows of the account afterwards, and whether it leads to the continue URL. A code of another type
 * is applied all the same, as in the emulator, but for the two that undo a change: `only` names their type.
 */
type Mode = { shows: "email" | "newEmail"; redirects: boolean; only?: string };
const MODES: Record<string, Mode> = {
  verifyEmail: { shows: "email", redirects: true },
  verifyAndChangeEmail: { shows: "newEmail", redirects: true },
  recoverEmail: { shows: "email", redirects: false, only: "RECOVER_EMAIL" },
  revertSecondFactorAddition: { shows: "email", redirects: true, only: "REVERT_SECOND_FACTOR_ADDITION" },
};

function applyLink(context: ServiceContext, call: Call, name: keyof typeof texts.modes, oobCode: string) {
  const mode = MODES[name];
  const { purpose, again, done } = texts.modes[name];
  const expired = () => refusal(texts.expired(purpose), again);
  try {
    if (!mode) return resetPasswordLink(context, call.url, oobCode);
    if (mode.only !== undefined && context.identity.oobCodes.get(oobCode)?.requestType !== mode.only)
      return refusal(texts.otherMode, again);
    const account: Record<string, unknown> = applyOobCode(context, oobCode, call);
    const { shows, redirects } = mode;
    const continueUrl = redirects ? call.url.searchParams.get("continueUrl") : null;
    return onward(continueUrl, { success: done, [shows]: account[shows] });
  } catch (cause) {
    if (cause instanceof ApiError && (cause.code === 501 || /OOB_CODE/.test(cause.message))) return expired();
    throw cause;
  }
}

const isMode = (name: string): name is keyof typeof texts.modes => Object.hasOwn(texts.modes, name);

/**
 * Follows a mailed link without a site: `npm run lab -- local-services` has this page instead of the application's.
 * Its responses are for people at a terminal and differ from the API's, as in the emulator.
 * @see https://firebase.google.com/docs/emulator-suite/connect_auth#emulated_email_link_authentication
 */
export function followLink(context: ServiceContext, call: Call): Response {
  const { searchParams } = call.url;
  const oobCode = searchParams.get("oobCode");
  if (!searchParams.get("apiKey")) return refusal(texts.noApiKey, texts.addApiKey);
  if (!oobCode) return refusal(texts.noOobCode, texts.addOobCode);
  const name = searchParams.get("mode") ?? "";
  if (name === "signIn") return signInLink(call.url);
  if (!isMode(name)) return refusal(texts.invalidMode);
  const response = applyLink(context, call, name, oobCode);
  context.changed();
  return response;
}
