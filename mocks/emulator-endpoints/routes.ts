import type { ServiceContext } from "../core/service-context.ts";
import { ApiError, assert } from "../http/api-error.ts";
import { jsonResponse } from "../http/body.ts";
import { type Call, createRouteFactory, createRouter, redirectResponse } from "../http/router.ts";
import { changeSwitches, readSwitches } from "../identity-toolkit/admin/config.ts";
import { resetPassword } from "../identity-toolkit/operations/oob-code.ts";
import { applyOobCode } from "../identity-toolkit/operations/update.ts";
import { isAbsoluteUrl, requireValidOobCode } from "../identity-toolkit/proofs/oob.ts";
import type { Service } from "../serving/serve.ts";
import { actionTexts as texts } from "./action-texts.ts";

const emulatorResponse = (body: Record<string, unknown>, status = 200): Response =>
  jsonResponse({ authEmulator: body }, status);
const refusalResponse = (error: string, instructions?: string): Response =>
  emulatorResponse({ error, ...(instructions !== undefined && { instructions }) }, 400);
const redirectOrRespond = (continueUrl: string | null, body: Record<string, unknown>): Response =>
  continueUrl ? redirectResponse(continueUrl) : emulatorResponse(body);

function followSignInLink(url: URL): Response {
  const continueUrl = url.searchParams.get("continueUrl");
  if (!continueUrl) return refusalResponse(texts.noContinueUrl, texts.addContinueUrl);
  const target = new URL(continueUrl);
  for (const [name, value] of url.searchParams)
    if (name !== "continueUrl") target.searchParams.set(name, value);
  return redirectResponse(target.href);
}

const PLACEHOLDER = "NEW_PASSWORD_HERE";

function followResetPasswordLink(context: ServiceContext, call: Call, oobCode: string): Response {
  const { searchParams } = call.url;
  const { email, oobLink, requestType } = requireValidOobCode(context, oobCode);
  assert(requestType === "PASSWORD_RESET", "INVALID_OOB_CODE");
  const urlTemplate = `${oobLink}&newPassword=${PLACEHOLDER}`;
  const requestNewPassword = (error: string, instructions: string, instructions2: string) =>
    emulatorResponse({ error, instructions, instructions2, urlTemplate }, 400);
  const newPassword = searchParams.get("newPassword");
  if (!newPassword) return requestNewPassword(texts.noNewPassword, texts.reset(email), texts.anyClient);
  if (newPassword === PLACEHOLDER)
    return requestNewPassword(
      texts.stillPlaceholder(PLACEHOLDER),
      texts.placeholder(PLACEHOLDER),
      texts.changeUrl,
    );
  resetPassword.run(context, { oobCode, newPassword }, call);
  return redirectOrRespond(searchParams.get("continueUrl"), {
    success: texts.modes.resetPassword.done,
    email,
  });
}

/**
 * The response to a link of one mode: which address of the account it shows, and whether it redirects to the continue
 * URL. As in the emulator, a mode accepts a code of any type, unless `only` names the required type.
 */
const MODES: Record<string, { shows: "email" | "newEmail"; redirects: boolean; only?: string }> = {
  verifyEmail: { shows: "email", redirects: true },
  verifyAndChangeEmail: { shows: "newEmail", redirects: true },
  recoverEmail: { shows: "email", redirects: false, only: "RECOVER_EMAIL" },
  revertSecondFactorAddition: { shows: "email", redirects: true, only: "REVERT_SECOND_FACTOR_ADDITION" },
};

const isLinkMode = (name: string): name is keyof typeof texts.modes => Object.hasOwn(texts.modes, name);

/**
 * Follows a mailed link without a site: `npm run lab -- local-services` has this page instead of the application's.
 * Its responses are for people at a terminal and differ from the API's, as in the emulator.
 * @see https://firebase.google.com/docs/emulator-suite/connect_auth#emulated_email_link_authentication
 */
function followActionLink(context: ServiceContext, call: Call): Response {
  const { searchParams } = call.url;
  const oobCode = searchParams.get("oobCode");
  if (!searchParams.get("apiKey")) return refusalResponse(texts.noApiKey, texts.addApiKey);
  if (!oobCode) return refusalResponse(texts.noOobCode, texts.addOobCode);
  const continueUrl = searchParams.get("continueUrl");
  if (continueUrl && !isAbsoluteUrl(continueUrl))
    return refusalResponse(texts.invalidContinueUrl, texts.addContinueUrl);
  const name = searchParams.get("mode") ?? "";
  if (name === "signIn") return followSignInLink(call.url);
  if (!isLinkMode(name)) return refusalResponse(texts.invalidMode);
  const mode = MODES[name];
  const { purpose, again, done } = texts.modes[name];
  try {
    if (!mode) return followResetPasswordLink(context, call, oobCode);
    if (mode.only !== undefined && context.identity.oobCodes.get(oobCode)?.requestType !== mode.only)
      return refusalResponse(texts.otherMode, again);
    const account: Record<string, unknown> = applyOobCode(context, oobCode, call);
    const { shows, redirects } = mode;
    return redirectOrRespond(redirects ? continueUrl : null, { success: done, [shows]: account[shows] });
  } catch (cause) {
    if (cause instanceof ApiError && (cause.code === 501 || /OOB_CODE/.test(cause.message)))
      return refusalResponse(texts.expired(purpose), again);
    throw cause;
  } finally {
    context.changed();
  }
}

const PROJECT = "/emulator/v1/projects/:project";

const control = createRouteFactory("emulator", "control");

/**
 * The emulator's own endpoints, for tools that control it.
 * @see https://firebase.google.com/docs/reference/rest/auth#section-auth-emulator
 */
export const emulatorEndpoints: Service = {
  router: createRouter([
    createRouteFactory("action", "open")("GET", "/emulator/action", followActionLink),
    // Keeps pending codes, as the emulator does.
    control("DELETE", `${PROJECT}/accounts`, ({ identity }) => identity.removeAll()),
    control("GET", `${PROJECT}/config`, readSwitches),
    control("PATCH", `${PROJECT}/config`, changeSwitches),
    // Unused codes, oldest first, as the emulator lists them.
    control("GET", `${PROJECT}/oobCodes`, ({ identity }) => ({
      oobCodes: [...identity.oobCodes.values()].map(
        ({ uid: _, mfaEnrollmentId: __, expiresAt: ___, ...shown }) => shown,
      ),
    })),
    control("GET", `${PROJECT}/verificationCodes`, ({ identity }) => ({
      verificationCodes: [...identity.smsCodes.values()].map(({ expiresAt: _, ...shown }) => shown),
    })),
  ]),
};

/** The status page, registered only if no site uses the root. */
export const rootStatus: Service = {
  router: createRouter([
    createRouteFactory("root", "open")("GET", "/", () => ({
      authEmulator: { ready: true, docs: "https://firebase.google.com/docs/emulator-suite" },
    })),
    // Google's tools ask the emulators' hub for the addresses.
    createRouteFactory("root", "open")("GET", "/emulators", (_, { origin }) => {
      const { hostname: host, port } = new URL(origin);
      const entries = ["auth", "firestore", "hub"].map((name) => [name, { name, host, port: Number(port) }]);
      return Object.fromEntries(entries);
    }),
    // Failure scripts do not reach control endpoints, so a supervisor does not restart services whose calls fail only
    // because of a script.
    createRouteFactory("control", "open")("GET", "/healthz", () => ({ status: "ok" })),
  ]),
};
