import type * as v from "valibot";
import { notImplemented } from "../http/api-error.ts";
import {
  createOperationRoute,
  createRouter,
  defineOperation,
  type Operation,
  type Route,
  refuseTenant,
} from "../http/router.ts";
import { enumSchema, fieldsOf, flag, int64, recordSchema, text } from "../http/wire.ts";
import type { Service } from "../serving/serve.ts";
import {
  assertPageSize,
  batchCreate,
  batchDelete,
  batchGet,
  downloadAccount,
  query,
  uploadAccount,
} from "./admin/batch.ts";
import {
  changeConfig,
  publicPasswordPolicy,
  publicProjectConfig,
  publicRecaptchaConfig,
  publicRecaptchaParams,
  readConfig,
} from "./admin/config.ts";
import { providerConfigRoutes } from "./admin/provider-configs.ts";
import { createSessionCookie } from "./admin/session-cookie.ts";
import { createAuthUri } from "./operations/create-auth-uri.ts";
import { deleteAccount, lookup } from "./operations/lookup.ts";
import { resetPassword, sendOobCode } from "./operations/oob-code.ts";
import {
  finalizeMfaEnrollment,
  finalizeMfaSignIn,
  startMfaEnrollment,
  startMfaSignIn,
  withdrawMfaEnrollment,
} from "./operations/second-factor.ts";
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

const postRoute = (
  path: string,
  endpoint: string,
  method: Operation,
  access: Route["access"] = "key",
): Route => createOperationRoute({ method: "POST", path, endpoint, access }, method);

const adminRoute = (path: string, endpoint: string, method: Operation): Route =>
  postRoute(path, endpoint, method, "owner");

/** A method of `accounts` for callers with an API key. */
const accountRoute = (name: string, method: Operation): Route =>
  postRoute(`/v1/accounts:${name}`, `accounts:${name}`, method);

/** A method that the administrator may also call below the project. */
const accountAndAdminRoutes = (name: string, method: Operation): Route[] => [
  accountRoute(name, method),
  adminRoute(`${PROJECT}/accounts:${name}`, `accounts:${name}`, method),
];

const v2Route = (name: string, method: Operation, access?: "key only"): Route =>
  postRoute(`/v2/accounts/${name}`, name, method, access);

const getRoute = (
  path: string,
  endpoint: string,
  run: Route["run"],
  access: Route["access"] = "key",
): Route => ({
  method: "GET",
  path,
  endpoint,
  access,
  run,
});

/** Settings that an administrator reads with GET and changes with PATCH, at both addresses that clients use. */
const settingsRoutes = (name: string, read: Route["run"], change: Operation) =>
  ["/v2/projects/{project}", "/admin/v2/projects/{project}"].flatMap((project) => [
    getRoute(`${project}/${name}`, name, read, "owner"),
    createOperationRoute(
      { method: "PATCH", path: `${project}/${name}`, endpoint: name, access: "owner" },
      change,
    ),
  ]);

const unimplementedRoute = ([name, fields]: [string, v.ObjectEntries]): Route =>
  postRoute(`/v1/accounts:${name}`, name, {
    schema: recordSchema(fields),
    run: () => {
      throw notImplemented(`identitytoolkit.accounts.${name} is not implemented in the Auth Emulator.`);
    },
  });

/** The methods that the services lack, with the fields that Google's parser checks. */
const UNIMPLEMENTED: Record<string, v.ObjectEntries> = {
  issueSamlResponse: fieldsOf(text, "idToken", "rpId", "samlAppEntityId"),
  signInWithGameCenter: {
    ...fieldsOf(text, "displayName", "gamePlayerId", "idToken", "playerId", "publicKeyUrl"),
    ...fieldsOf(text, "salt", "signature", "teamPlayerId"),
    timestamp: int64,
  },
  verifyIosClient: { appToken: text, isSandbox: flag },
};

/** Apple's tokens; a revocation changes nothing here. */
const RevokeTokenBody = recordSchema({
  ...fieldsOf(text, "idToken", "providerId", "redirectUri", "token"),
  tokenType: enumSchema(["TOKEN_TYPE_UNSPECIFIED", "REFRESH_TOKEN", "ACCESS_TOKEN", "CODE"]),
});

/** Every call about a tenant, at any depth: `routerPathOf` sends it here. */
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
  accountRoute("signUp", signUp),
  accountRoute("signInWithPassword", signInWithPassword),
  accountRoute("signInWithEmailLink", signInWithEmailLink),
  accountRoute("signInWithCustomToken", signInWithCustomToken),
  accountRoute("signInWithIdp", signInWithIdp),
  accountRoute("signInWithPhoneNumber", signInWithPhoneNumber),
  accountRoute("sendVerificationCode", sendVerificationCode),
  accountRoute("resetPassword", resetPassword),
  accountRoute("createAuthUri", createAuthUri),
  ...accountAndAdminRoutes("lookup", lookup),
  ...accountAndAdminRoutes("update", update),
  ...accountAndAdminRoutes("delete", deleteAccount),
  ...accountAndAdminRoutes("sendOobCode", sendOobCode),
  v2Route("mfaEnrollment:start", startMfaEnrollment),
  v2Route("mfaEnrollment:finalize", finalizeMfaEnrollment),
  v2Route("mfaEnrollment:withdraw", withdrawMfaEnrollment),
  v2Route("mfaSignIn:start", startMfaSignIn),
  v2Route("mfaSignIn:finalize", finalizeMfaSignIn),
  v2Route("passkeyEnrollment:start", startPasskeyEnrollment, "key only"),
  v2Route("passkeyEnrollment:finalize", finalizePasskeyEnrollment, "key only"),
  v2Route("passkeySignIn:start", startPasskeySignIn, "key only"),
  v2Route("passkeySignIn:finalize", finalizePasskeySignIn, "key only"),
  getRoute("/v1/projects", "projects", publicProjectConfig),
  getRoute("/v1/recaptchaParams", "recaptchaParams", publicRecaptchaParams),
  getRoute("/v2/recaptchaConfig", "recaptchaConfig", publicRecaptchaConfig),
  getRoute("/v2/passwordPolicy", "passwordPolicy", publicPasswordPolicy),
  getRoute("/v1/sessionCookiePublicKeys", "sessionCookiePublicKeys", ({ keys }) => keys.jwks(), "open"),
  postRoute(
    "/v2/accounts:revokeToken",
    "accounts:revokeToken",
    defineOperation(RevokeTokenBody, () => ({})),
  ),
  adminRoute(`${PROJECT}/accounts`, "accounts:signUp", signUp),
  adminRoute(`${PROJECT}/accounts:batchCreate`, "accounts:batchCreate", batchCreate),
  adminRoute(`${PROJECT}/accounts:batchDelete`, "accounts:batchDelete", batchDelete),
  adminRoute(`${PROJECT}/accounts:query`, "accounts:query", query),
  adminRoute(`${PROJECT}:queryAccounts`, "accounts:query", query),
  {
    ...getRoute(
      `${PROJECT}/accounts:batchGet`,
      "accounts:batchGet",
      (context, { url: { searchParams: query } }) =>
        batchGet(context, { maxResults: query.get("maxResults"), nextPageToken: query.get("nextPageToken") }),
      "owner",
    ),
    checkQuery: (query) => assertPageSize(query.get("maxResults")),
  },
  adminRoute("/legacy/downloadAccount", "accounts:batchGet", downloadAccount),
  adminRoute("/legacy/uploadAccount", "accounts:batchCreate", uploadAccount),
  adminRoute(`${PROJECT}:createSessionCookie`, "createSessionCookie", createSessionCookie),
  ...settingsRoutes("config", readConfig, changeConfig),
  ...settingsRoutes("passkeyConfig", readPasskeyConfig, changePasskeyConfig),
  ...providerConfigRoutes,
  ...Object.entries(UNIMPLEMENTED).map(unimplementedRoute),
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
function routerPathOf(url: URL): string {
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

export const identityToolkit: Service = {
  router: createRouter(routes),
  pathOf: routerPathOf,
  appCheck: "identity",
};
