import { ApiError, assert } from "../http/api-error.ts";
import type { Call } from "../http/call.ts";
import { json, seeOther } from "../http/respond.ts";
import { validOobCode } from "../identity-toolkit/oob.ts";
import { resetPassword } from "../identity-toolkit/operations/reset-password.ts";
import { applyOobCode } from "../identity-toolkit/operations/update-by-code.ts";
import type { ServiceContext } from "../service-context.ts";

const emulatorAnswer = (body: Record<string, unknown>, status = 200): Response =>
  json({ authEmulator: body }, status);

const onward = (continueUrl: string | null, body: Record<string, unknown>): Response =>
  continueUrl === null ? emulatorAnswer(body) : seeOther(continueUrl);

/** What a person reads when the code is no good. */
const spent = (purpose: string, instructions: string): Response =>
  emulatorAnswer(
    { error: `Your request to ${purpose} has expired or the link has already been used.`, instructions },
    400,
  );

/** Sends the browser to where the mail's author wanted it, with the code in the address. */
function signInLink(url: URL): Response {
  const continueUrl = url.searchParams.get("continueUrl");
  if (!continueUrl || !URL.canParse(continueUrl))
    return emulatorAnswer(
      {
        error: "Missing continueUrl query parameter",
        instructions: "To sign in with this link, append &continueUrl=… and open it again.",
      },
      400,
    );
  const target = new URL(continueUrl);
  for (const [name, value] of url.searchParams)
    if (name !== "continueUrl") target.searchParams.append(name, value);
  return seeOther(target.href);
}

function resetPasswordLink(
  context: ServiceContext,
  url: URL,
  oobCode: string,
  continueUrl: string | null,
): Response {
  const { email } = validOobCode(context, oobCode);
  const newPassword = url.searchParams.get("newPassword");
  if (!newPassword || newPassword === "NEW_PASSWORD_HERE") {
    const template = new URL(url);
    template.searchParams.set("newPassword", "NEW_PASSWORD_HERE");
    return emulatorAnswer(
      {
        error: "missing newPassword query parameter",
        instructions: `To reset the password for ${email}, send an HTTP GET request to the following URL.`,
        instructions2: "You may use a web browser or any HTTP client, such as curl.",
        urlTemplate: template.href,
      },
      400,
    );
  }
  resetPassword(context, { oobCode, newPassword });
  return onward(continueUrl, { success: "The password has been successfully updated.", email });
}

type Mode = { purpose: string; again: string; run(): Response };

/**
 * Follows a mailed link without a site: what `npm run local-services` offers in place of a page of your own.
 * Its answers are for people at a terminal and look different from the API's, as in the emulator.
 * @see https://firebase.google.com/docs/emulator-suite/connect_auth#emulated_email_link_authentication
 */
export function followLink(context: ServiceContext, call: Call): Response {
  const { url } = call;
  const oobCode = url.searchParams.get("oobCode") ?? "";
  const continueUrl = url.searchParams.get("continueUrl");
  const apply = (type: string, success: string): Response => {
    const { requestType, email, newEmail } = validOobCode(context, oobCode);
    assert(requestType === type, "INVALID_OOB_CODE");
    applyOobCode(context, oobCode, call);
    return onward(type === "RECOVER_EMAIL" ? null : continueUrl, {
      success,
      email,
      ...(newEmail !== undefined && { newEmail }),
    });
  };
  const modes: Record<string, Mode> = {
    resetPassword: {
      purpose: "reset your password",
      again: "Try resetting your password again.",
      run: () => resetPasswordLink(context, url, oobCode, continueUrl),
    },
    verifyEmail: {
      purpose: "verify your email",
      again: "Try verifying your email again.",
      run: () => apply("VERIFY_EMAIL", "The email has been successfully verified."),
    },
    verifyAndChangeEmail: {
      purpose: "verify and change your email",
      again: "Try verifying and changing your email again.",
      run: () => apply("VERIFY_AND_CHANGE_EMAIL", "The email has been successfully changed."),
    },
    recoverEmail: {
      purpose: "recover your email",
      again: "Try changing your email again.",
      run: () => apply("RECOVER_EMAIL", "The email has been successfully reset."),
    },
    revertSecondFactorAddition: {
      purpose: "remove the second factor",
      again: "Sign in and remove the factor in your account's settings.",
      run: () => apply("REVERT_SECOND_FACTOR_ADDITION", "The second factor has been removed."),
    },
  };

  const name = url.searchParams.get("mode") ?? "";
  if (name === "signIn") return signInLink(url);
  const mode = Object.hasOwn(modes, name) ? modes[name] : undefined;
  if (!mode) return emulatorAnswer({ error: "Invalid mode" }, 400);
  try {
    const response = mode.run();
    context.changed();
    return response;
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return /OOB_CODE/.test(cause.message)
      ? spent(mode.purpose, mode.again)
      : emulatorAnswer({ error: cause.message }, cause.code);
  }
}
