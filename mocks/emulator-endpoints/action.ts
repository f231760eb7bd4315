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
    success: texts.passwordUpdated,
    email,
  });
}

/** The effect of a link: `run` throws INVALID_OOB_CODE or EXPIRED_OOB_CODE for an invalid code. */
type Mode = { purpose: string; again: string; run(): Response };

function modesOf(context: ServiceContext, call: Call, oobCode: string): Record<string, Mode> {
  const { url } = call;
  const continueUrl = url.searchParams.get("continueUrl");
  const apply = (type: string) => {
    const record = validOobCode(context, oobCode);
    assert(record.requestType === type, "INVALID_OOB_CODE");
    applyOobCode(context, oobCode, call);
    return record;
  };
  return {
    resetPassword: {
      ...texts.modes.resetPassword,
      run: () => resetPasswordLink(context, url, oobCode),
    },
    verifyEmail: {
      ...texts.modes.verifyEmail,
      run: () => {
        const { email } = apply("VERIFY_EMAIL");
        return onward(continueUrl, { success: texts.modes.verifyEmail.done, email });
      },
    },
    verifyAndChangeEmail: {
      ...texts.modes.verifyAndChangeEmail,
      run: () => {
        const { newEmail } = apply("VERIFY_AND_CHANGE_EMAIL");
        return onward(continueUrl, { success: texts.modes.verifyAndChangeEmail.done, newEmail });
      },
    },
    recoverEmail: {
      ...texts.modes.recoverEmail,
      run: () => {
        const { email } = apply("RECOVER_EMAIL");
        return emulatorAnswer({ success: texts.modes.recoverEmail.done, email });
      },
    },
    revertSecondFactorAddition: {
      ...texts.modes.revertSecondFactorAddition,
      run: () => {
        const { email } = apply("REVERT_SECOND_FACTOR_ADDITION");
        return onward(continueUrl, { success: texts.modes.revertSecondFactorAddition.done, email });
      },
    },
  };
}

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
  const modes = modesOf(context, call, oobCode);
  const mode = Object.hasOwn(modes, name) ? modes[name] : undefined;
  if (!mode) return refusal(texts.invalidMode);
  try {
    const response = mode.run();
    context.changed();
    return response;
  } catch (cause) {
    if (!(cause instanceof ApiError) || !/OOB_CODE/.test(cause.message)) throw cause;
    if (name === "recoverEmail" && cause.message === "INVALID_OOB_CODE")
      return refusal(texts.otherMode, mode.again);
    return refusal(texts.expired(mode.purpose), mode.again);
  }
}
