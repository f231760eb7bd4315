import { notImplemented } from "../http/api-error.ts";
import {
  createRouteFactory,
  createRouter,
  type Operation,
  type Route,
  refuseTenant,
} from "../http/router.ts";
import type { Service } from "../serving/serve.ts";
import * as batch from "./admin/batch.ts";
import * as config from "./admin/config.ts";
import { providerConfigRoutes } from "./admin/provider-configs.ts";
import { createSessionCookie } from "./admin/session-cookie.ts";
import { createAuthUri } from "./operations/create-auth-uri.ts";
import { deleteAccount, lookup } from "./operations/lookup.ts";
import { resetPassword, sendOobCode } from "./operations/oob-code.ts";
import * as secondFactor from "./operations/second-factor.ts";
import { signInWithCustomToken } from "./operations/sign-in-with-custom-token.ts";
import { signInWithEmailLink } from "./operations/sign-in-with-email-link.ts";
import { signInWithIdp } from "./operations/sign-in-with-idp.ts";
import { signInWithPassword } from "./operations/sign-in-with-password.ts";
import { sendVerificationCode, signInWithPhoneNumber } from "./operations/sign-in-with-phone-number.ts";
import { signUp } from "./operations/sign-up.ts";
import { update } from "./operations/update.ts";
import { changePasskeyConfig, readPasskeyConfig } from "./passkeys/account-passkeys.ts";
import * as passkeys from "./passkeys/ceremonies.ts";
import { defineOperation } from "./requests/requests.ts";

const PROJECT = "/v1/projects/:project";

/** The last part of a path names its method in failure scripts and the log: `accounts:signUp`. */
const methodOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const post = (
  path: string,
  operation: Operation,
  access: Route["access"] = "key",
  endpoint = methodOf(path),
): Route => createRouteFactory(endpoint, access)("POST", path, operation);

const get = (path: string, run: Route["run"], access: Route["access"] = "key"): Route =>
  createRouteFactory(methodOf(path), access)("GET", path, run);

/** Settings that an administrator reads with GET and changes with PATCH. */
const settingsRoutes = (name: string, read: Route["run"], change: Operation): Route[] => {
  const route = createRouteFactory(name, "owner", `/v2/projects/:project/${name}`);
  return [route("GET", "", read), route("PATCH", "", change)];
};

/** The methods that the services lack. */
const unimplemented = (["issueSamlResponse", "signInWithGameCenter", "verifyIosClient"] as const).map(
  (name) =>
    post(
      `/v1/accounts:${name}`,
      defineOperation(name, () => {
        throw notImplemented(`identitytoolkit.accounts.${name} is not implemented in the Auth Emulator.`);
      }),
      "key",
      name,
    ),
);

/** Apple's tokens; a revocation changes nothing here. */
const revokeToken = defineOperation("revokeToken", () => ({}));

/** Every call about a tenant, at any depth: `routerPathOf` sends it here. */
const TENANTS = "/tenants";
const noTenants = ["GET", "POST", "PATCH", "PUT", "DELETE"].map((method) =>
  createRouteFactory("tenants", "open")(method, TENANTS, refuseTenant),
);

const routes: Route[] = [
  post("/v1/accounts:signUp", signUp),
  post("/v1/accounts:signInWithPassword", signInWithPassword),
  post("/v1/accounts:signInWithEmailLink", signInWithEmailLink),
  post("/v1/accounts:signInWithCustomToken", signInWithCustomToken),
  post("/v1/accounts:signInWithIdp", signInWithIdp),
  post("/v1/accounts:signInWithPhoneNumber", signInWithPhoneNumber),
  post("/v1/accounts:sendVerificationCode", sendVerificationCode),
  post("/v1/accounts:resetPassword", resetPassword),
  post("/v1/accounts:createAuthUri", createAuthUri),
  post("/v1/accounts:lookup", lookup),
  post("/v1/accounts:update", update),
  post("/v1/accounts:delete", deleteAccount),
  post("/v1/accounts:sendOobCode", sendOobCode),
  post("/v2/accounts/mfaEnrollment:start", secondFactor.startMfaEnrollment),
  post("/v2/accounts/mfaEnrollment:finalize", secondFactor.finalizeMfaEnrollment),
  post("/v2/accounts/mfaEnrollment:withdraw", secondFactor.withdrawMfaEnrollment),
  post("/v2/accounts/mfaSignIn:start", secondFactor.startMfaSignIn),
  post("/v2/accounts/mfaSignIn:finalize", secondFactor.finalizeMfaSignIn),
  post("/v2/accounts/passkeyEnrollment:start", passkeys.startPasskeyEnrollment, "key only"),
  post("/v2/accounts/passkeyEnrollment:finalize", passkeys.finalizePasskeyEnrollment, "key only"),
  post("/v2/accounts/passkeySignIn:start", passkeys.startPasskeySignIn, "key only"),
  post("/v2/accounts/passkeySignIn:finalize", passkeys.finalizePasskeySignIn, "key only"),
  post("/v2/accounts:revokeToken", revokeToken),
  get("/v1/projects", config.publicProjectConfig),
  get("/v1/recaptchaParams", config.publicRecaptchaParams),
  get("/v2/recaptchaConfig", config.publicRecaptchaConfig),
  get("/v2/passwordPolicy", config.publicPasswordPolicy),
  get("/v1/sessionCookiePublicKeys", ({ keys }) => keys.jwks(), "open"),
  post(`${PROJECT}/accounts:lookup`, lookup, "owner"),
  post(`${PROJECT}/accounts:update`, update, "owner"),
  post(`${PROJECT}/accounts:delete`, deleteAccount, "owner"),
  post(`${PROJECT}/accounts:sendOobCode`, sendOobCode, "owner"),
  post(`${PROJECT}/accounts:batchCreate`, batch.batchCreate, "owner"),
  post(`${PROJECT}/accounts:batchDelete`, batch.batchDelete, "owner"),
  post(`${PROJECT}/accounts:query`, batch.query, "owner"),
  post(`${PROJECT}/accounts`, signUp, "owner", "accounts:signUp"),
  post(`${PROJECT}/createSessionCookie`, createSessionCookie, "owner"),
  {
    ...get(
      `${PROJECT}/accounts:batchGet`,
      (context, { url }) => batch.batchGet(context, batch.pageOf(url)),
      "owner",
    ),
    checkQuery: (query) => batch.assertPageSize(query.get("maxResults")),
  },
  post("/legacy/downloadAccount", batch.downloadAccount, "owner", "accounts:batchGet"),
  post("/legacy/uploadAccount", batch.uploadAccount, "owner", "accounts:batchCreate"),
  ...settingsRoutes("config", config.readConfig, config.changeConfig),
  ...settingsRoutes("passkeyConfig", readPasskeyConfig, changePasskeyConfig),
  ...providerConfigRoutes,
  ...unimplemented,
  ...noTenants,
];

/** The names of the API's first version that differ. Some tools still use them. */
const LEGACY: Record<string, string> = {
  deleteAccount: "delete",
  emailLinkSignin: "signInWithEmailLink",
  getAccountInfo: "lookup",
  getOobConfirmationCode: "sendOobCode",
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
  // The Admin SDK has its own addresses of a project's settings.
  const path = whole
    .slice(whole.indexOf(HOST) + HOST.length)
    .replace(/^\/admin(?=\/v2\/projects\/)/, "")
    // These two methods follow a project's ID, and a pattern's variable is a whole segment.
    .replace(/:queryAccounts$/, "/accounts:query")
    .replace(/:createSessionCookie$/, "/createSessionCookie");
  return /^\/v\d\/projects\/[^/]+\/tenants\b/.test(path) ? TENANTS : path;
}

export const identityToolkit: Service = {
  router: createRouter(routes),
  pathOf: routerPathOf,
  appCheck: "identity",
};
