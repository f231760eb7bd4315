import { ApiError, assert } from "../http/api-error.ts";
import type { Call } from "../http/call.ts";
import { json, seeOther } from "../http/respond.ts";
import { validOobCode } from "../identity-toolkit/oob.ts";
import { resetPassword } from "../identity-toolkit/operations/reset-password.ts";
import { applyOobCode } from "../identity-toolkit/operations/update-by-code.ts";
import type { ServiceContext } from "../service-context.ts";

const emulatorAnswer = (body: Record<string, unknown>, status = 200): Response =>
  json({ authEmulator: body }, status);
const refusal = (error: string, instructions?: string): Response =>
  emulatorAnswer({ error, ...(instructions !== undefined && { instructions }) }, 400);
const onward = (continueUrl: string | null, body: Record<string, unknown>): Response =>
  continueUrl ? seeOther(continueUrl) : emulatorAnswer(body);

/** Redirects the browser to the mail's continue URL, with the code in the address. */
function signInLink(url: URL): Response {
  const continueUrl = url.searchParams.get("continueUrl");
  if (!continueUrl || !URL.canParse(continueUrl))
    return refusal(
      "Missing continueUrl query parameter",
      "To sign in, append &continueUrl=YOUR_APP_URL to the link.",
    );
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
        error: "missing newPassword query parameter",
        instructions: `To reset the password for ${email}, send an HTTP GET request to the following URL.`,
        instructions2: "You may use a web browser or any HTTP client, such as curl.",
        urlTemplate,
      },
      400,
    );
  if (newPassword === PLACEHOLDER)
    return emulatorAnswer(
      {
        error: `newPassword must be something other than '${PLACEHOLDER}'`,
        instructions: `The string '${PLACEHOLDER}' is just a placeholder.`,
        instructions2: "Please change the URL to specify a new password instead.",
        urlTemplate,
      },
      400,
    );
  resetPassword(context, { oobCode, newPassword });
  return onward(url.searchParams.get("continueUrl"), {
    success: "The password has been successfully updated.",
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
      purpose: "reset your password",
      again: "Try resetting your password again.",
      run: () => resetPasswordLink(context, url, oobCode),
    },
    verifyEmail: {
      purpose: "verify your email",
      again: "Try verifying your email again.",
      run: () => {
        const { email } = apply("VERIFY_EMAIL");
        return onward(continueUrl, { success: "The email has been successfully verified.", email });
      },
    },
    verifyAndChangeEmail: {
      purpose: "verify and change your email",
      again: "Try verifying and changing your email again.",
      run: () => {
        const { newEmail } = apply("VERIFY_AND_CHANGE_EMAIL");
        return onward(continueUrl, { success: "The email has been successfully changed.", newEmail });
      },
    },
    recoverEmail: {
      purpose: "revert your email",
      again:
        "If you're trying to test the reverting email flow, try changing the email again to generate a new link.",
      run: () => {
        const { email } = apply("RECOVER_EMAIL");
        return emulatorAnswer({ success: "The email has been successfully reset.", email });
      },
    },
    revertSecondFactorAddition: {
      purpose: "remove the second factor",
      again: "Sign in and remove the factor in your account's settings.",
      run: () => {
        const { email } = apply("REVERT_SECOND_FACTOR_ADDITION");
        return onward(continueUrl, { success: "The second factor has been removed.", email });
      },
    },
  };
}

/**
 * Follows a mailed link without a site: `npm run local-services` has this page instead of the application's.
 * Its responses are for people at a terminal and differ from the API's, as in the emulator.
 * @see https://firebase.google.com/docs/emulator-suite/connect_auth#emulated_email_link_authentication
 */
export function followLink(context: ServiceContext, call: Call): Response {
  const { searchParams } = call.url;
  const oobCode = searchParams.get("oobCode");
  if (!searchParams.get("apiKey"))
    return refusal(
      "missing apiKey query parameter",
      "Please modify the URL to specify an apiKey, such as ...&apiKey=YOUR_API_KEY",
    );
  if (!oobCode)
    return refusal(
      "missing oobCode query parameter",
      "Please modify the URL to specify an oobCode, such as ...&oobCode=YOUR_OOB_CODE",
    );
  const name = searchParams.get("mode") ?? "";
  if (name === "signIn") return signInLink(call.url);
  const modes = modesOf(context, call, oobCode);
  const mode = Object.hasOwn(modes, name) ? modes[name] : undefined;
  if (!mode) return refusal("Invalid mode");
  try {
    const response = mode.run();
    context.changed();
    return response;
  } catch (cause) {
    if (!(cause instanceof ApiError) || !/OOB_CODE/.test(cause.message)) throw cause;
    if (name === "recoverEmail" && cause.message === "INVALID_OOB_CODE")
      return refusal("Requested mode does not match the OOB code provided.", mode.again);
    return refusal(
      `Your request to ${mode.purpose} has expired or the link has already been used.`,
      mode.again,
    );
  }
}
