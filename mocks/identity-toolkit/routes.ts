import * as v from "valibot";
import { notImplemented } from "../http/api-error.ts";
import { type Operation, operation, operationRoute, refuseTenant } from "../http/operation.ts";
import { createRouter, type Route } from "../http/router.ts";
import { record } from "../http/wire.ts";
import type { Service } from "../serving/serve.ts";
import {
  batchCreate,
  batchDelete,
  batchGet,
  checkPage,
  downloadAccount,
  query,
  uploadAccount,
} from "./admin/batch.ts";
import { changeConfig, readConfig } from "./admin/config.ts";
import { providerConfigRoutes } from "./admin/provider-configs.ts";
import { createSessionCookie } from "./admin/session-cookie.ts";
import { createAuthUri } from "./operations/create-auth-uri.ts";
import { deleteAccount, lookup } from "./operations/lookup.ts";
import {
  finalizeMfaEnrollment,
  startMfaEnrollment,
  withdrawMfaEnrollment,
} from "./operations/mfa-enrollment.ts";
import { finalizeMfaSignIn, startMfaSignIn } from "./operations/mfa-sign-in.ts";
import { resetPassword, sendOobCode } from "./operations/oob-code.ts";
import {
  passwordPolicy,
  projectConfig,
  recaptchaConfig,
  recaptchaParams,
} from "./operations/project-config.ts";
import { signInWithCustomToken } from "./operations/sign-in-with-custom-token.ts";
import { signInWithEmailLink } from "./operations/sign-in-with-email-link.ts";
import { signInWithIdp } from "./operations/sign-in-with-idp.ts";
import { signInWithPassword } from "./operations/sign-in-with-password.ts";
import { sendVerificationCode, signInWithPhoneNumber } from "./operations/sign-in-with-phone-number.ts";
import { signUp } from "./operations/sign-up.ts";
import { update } from "./operations/update.ts";
import { changePasskeyConfig, readPasskeyConfig } from "./passkeys/account-passkeys.ts";
import {
  finalizePasskeyEnrollment,
  finalizePasskeySignIn,
  startPasskeyEnrollment,
  startPasskeySignIn,
} from "./passkeys/ceremonies.ts";

const PROJECT = "/v1/projects/{project}";

const post = (path: string, endpoint: string, method: Operation, access: Route["access"] = "key"): Route =>
  operationRoute({ method: "POST", path, endpoint, access }, method);

const admin = (path: string, endpoint: string, method: Operation): Route =>
  post(path, endpoint, method, "owner");

/** A method of `accounts` for callers with an API key. */
const account = (name: string, method: Operation): Route =>
  post(`/v1/accounts:${name}`, `accounts:${name}`, method);

/** A method that the administrator may also call below the project. */
const accountAndAdmin = (name: string, method: Operation): Route[] => [
  account(name, method),
  admin(`${PROJECT}/accounts:${name}`, `accounts:${name}`, method),
];

const v2 = (name: string, method: Operation, access?: "key only"): Route =>
  post(`/v2/accounts/${name}`, name, method, access);

const get = (path: string, endpoint: string, run: Route["run"], access: Route["access"] = "key"): Route => ({
  method: "GET",
  path,
  endpoint,
  access,
  run,
});

/** What an administrator reads with GET and changes with PATCH, at both addresses that clients use. */
const settings = (name: string, read: Route["run"], change: Operation) =>
  ["/v2/projects/{project}", "/admin/v2/projects/{project}"].flatMap((project) => [
    get(`${project}/${name}`, name, read, "owner"),
    operationRoute({ method: "PATCH", path: `${project}/${name}`, endpoint: name, access: "owner" }, change),
  ]);

const refuse = (name: string): Route =>
  post(`/v1/accounts:${name}`, name, {
    schema: record({}),
    run: () => {
      throw notImplemented(`identitytoolkit.${name} is not implemented in the Auth Emulator.`);
    },
  });

/** Every call about a tenant, at any depth: `pathOf` sends it here. */
const TENANTS = "/tenants";
const noTenants = ["GET", "POST", "PATCH", "PUT", "DELETE"].map(
  (method): Route => ({
    method,
    path: TENANTS,
    endpoint: "tenants",
    access: "open",
    run: refuseTenant,
  }),
);

const routes: Route[] = [
  account("signUp", signUp),
  account("signInWithPassword", signInWithPassword),
  account("signInWithEmailLink", signInWithEmailLink),
  account("signInWithCustomToken", signInWithCustomToken),
  account("signInWithIdp", signInWithIdp),
  account("signInWithPhoneNumber", signInWithPhoneNumber),
  account("sendVerificationCode", sendVerificationCode),
  account("resetPassword", resetPassword),
  account("createAuthUri", createAuthUri),
  ...accountAndAdmin("lookup", lookup),
  ...accountAndAdmin("update", update),
  ...accountAndAdmin("delete", deleteAccount),
  ...accountAndAdmin("sendOobCode", sendOobCode),
  v2("mfaEnrollment:start", startMfaEnrollment),
  v2("mfaEnrollment:finalize", finalizeMfaEnrollment),
  v2("mfaEnrollment:withdraw", withdrawMfaEnrollment),
  v2("mfaSignIn:start", startMfaSignIn),
  v2("mfaSignIn:finalize", finalizeMfaSignIn),
  v2("passkeyEnrollment:start", startPasskeyEnrollment, "key only"),
  v2("passkeyEnrollment:finalize", finalizePasskeyEnrollment, "key only"),
  v2("passkeySignIn:start", startPasskeySignIn, "key only"),
  v2("passkeySignIn:finalize", finalizePasskeySignIn, "key only"),
  get("/v1/projects", "projects", projectConfig),
  get("/v1/recaptchaParams", "recaptchaParams", recaptchaParams),
  get("/v2/recaptchaConfig", "recaptchaConfig", recaptchaConfig),
  get("/v2/passwordPolicy", "passwordPolicy", passwordPolicy),
  get("/v1/sessionCookiePublicKeys", "sessionCookiePublicKeys", ({ keys }) => keys.jwks(), "open"),
  post(
    "/v2/accounts:revokeToken",
    "accounts:revokeToken",
    operation(v.unknown(), () => ({})),
  ),
  admin(`${PROJECT}/accounts`, "accounts:signUp", signUp),
  admin(`${PROJECT}/accounts:batchCreate`, "accounts:batchCreate", batchCreate),
  admin(`${PROJECT}/accounts:batchDelete`, "accounts:batchDelete", batchDelete),
  admin(`${PROJECT}/accounts:query`, "accounts:query", query),
  {
    ...get(
      `${PROJECT}/accounts:batchGet`,
      "accounts:batchGet",
      (context, { url }) => batchGet(context, Object.fromEntries(url.searchParams)),
      "owner",
    ),
    checkQuery: (query) => checkPage(query.get("maxResults")),
  },
  admin("/legacy/downloadAccount", "accounts:batchGet", downloadAccount),
  admin("/legacy/uploadAccount", "accounts:batchCreate", uploadAccount),
  admin(`${PROJECT}:createSessionCookie`, "createSessionCookie", createSessionCookie),
  ...settings("config", readConfig, changeConfig),
  ...settings("passkeyConfig", readPasskeyConfig, changePasskeyConfig),
  ...providerConfigRoutes,
  ...["issueSamlResponse", "signInWithGameCenter", "verifyIosClient"].map(refuse),
  ...noTenants,
];

/** The names of the API's first version, which some tools still use. */
const LEGACY: Record<string, string> = {
  createAuthUri: "createAuthUri",
  deleteAccount: "delete",
  emailLinkSignin: "signInWithEmailLink",
  getAccountInfo: "lookup",
  getOobConfirmationCode: "sendOobCode",
  resetPassword: "resetPassword",
  sendVerificationCode: "sendVerificationCode",
  setAccountInfo: "update",
  signupNewUser: "signUp",
  verifyAssertion: "signInWithIdp",
  verifyCustomToken: "signInWithCustomToken",
  verifyPassword: "signInWithPassword",
  verifyPhoneNumber: "signInWithPhoneNumber",
};

/** Calls of the first version that take the project in the body. */
const LEGACY_ADMIN = new Set(["downloadAccount", "uploadAccount"]);

const HOST = "identitytoolkit.googleapis.com";
const LEGACY_PREFIX = "/identitytoolkit/v3/relyingparty/";

/** `/identitytoolkit.googleapis.com/v1/accounts:signUp` on any origin, or that host itself. */
function pathOf(url: URL): string {
  const whole = `/${url.host}${url.pathname}`.replaceAll("%3A", ":").replaceAll("%3a", ":");
  const legacy = whole.indexOf(LEGACY_PREFIX);
  if (legacy >= 0) {
    const name = whole.slice(legacy + LEGACY_PREFIX.length);
    if (name === "getProjectConfig") return "/v1/projects";
    if (name === "getRecaptchaParam") return "/v1/recaptchaParams";
    return LEGACY_ADMIN.has(name) ? `/legacy/${name}` : `/v1/accounts:${LEGACY[name] ?? name}`;
  }
  const path = whole.slice(whole.indexOf(HOST) + HOST.length);
  return /^(\/admin)?\/v\d\/projects\/[^/]+\/tenants\b/.test(path) ? TENANTS : path;
}

export const identityToolkit: Service = { router: createRouter(routes), pathOf, appCheck: "identity" };
