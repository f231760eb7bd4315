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
import * as signIn from "./operations/sign-in.ts";
import { signInWithIdp } from "./operations/sign-in-with-idp.ts";
import { signUp } from "./operations/sign-up.ts";
import { update } from "./operations/update.ts";
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

const get = (path: string, run: Operation | Route["run"], access: Route["access"] = "key"): Route =>
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
  post("/v1/accounts:signInWithPassword", signIn.signInWithPassword),
  post("/v1/accounts:signInWithEmailLink", signIn.signInWithEmailLink),
  post("/v1/accounts:signInWithCustomToken", signIn.signInWithCustomToken),
  post("/v1/accounts:signInWithIdp", signInWithIdp),
  post("/v1/accounts:signInWithPhoneNumber", signIn.signInWithPhoneNumber),
  post("/v1/accounts:sendVerificationCode", signIn.sendVerificationCode),
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
  get(`${PROJECT}/accounts:batchGet`, batch.batchGet, "owner"),
  post("/legacy/downloadAccount", batch.downloadAccount, "owner", "accounts:batchGet"),
  post("/legacy/uploadAccount", batch.uploadAccount, "owner", "accounts:batchCreate"),
  ...settingsRoutes("config", config.readConfig, config.changeConfig),
  ...settingsRoutes("passkeyConfig", config.readPasskeyConfig, config.changePasskeyConfig),
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

const LEGACY_PREFIX = "/identitytoolkit/v3/relyingparty/";

/** The route of a path, which may be that of the first version or of the Admin SDK. */
function routerPathOf(given: string): string {
  if (given.startsWith(LEGACY_PREFIX)) {
    const name = given.slice(LEGACY_PREFIX.length);
    if (name === "getProjectConfig") return "/v1/projects";
    if (name === "getRecaptchaParam") return "/v1/recaptchaParams";
    return LEGACY_ADMIN.has(name) ? `/legacy/${name}` : `/v1/accounts:${LEGACY[name] ?? name}`;
  }
  const path = given
    // The Admin SDK has its own addresses of a project's settings.
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
