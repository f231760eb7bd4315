import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { notImplemented } from "../http/api-error.ts";
import { type Operation, operationRoute, refuseTenant } from "../http/operation.ts";
import { createRouter, type Route } from "../http/router.ts";
import type { Service } from "../serving/serve.ts";
import {
  BatchCreateBody,
  BatchDeleteBody,
  batchCreate,
  batchDelete,
  batchGet,
  checkPage,
  DownloadBody,
  downloadAccount,
  QueryBody,
  query,
  UploadAccountBody,
  uploadAccount,
} from "./admin/batch.ts";
import { ConfigBody, changeConfig, readConfig } from "./admin/config.ts";
import { createSessionCookie, SessionCookieBody } from "./admin/session-cookie.ts";
import { UpdateBody } from "./operations/account-edit.ts";
import { CreateAuthUriBody, createAuthUri } from "./operations/create-auth-uri.ts";
import { DeleteBody, deleteAccount, LookupBody, lookup } from "./operations/lookup.ts";
import {
  FinalizeEnrollmentBody,
  finalizeMfaEnrollment,
  StartEnrollmentBody,
  startMfaEnrollment,
  WithdrawEnrollmentBody,
  withdrawMfaEnrollment,
} from "./operations/mfa-enrollment.ts";
import {
  FinalizeMfaSignInBody,
  finalizeMfaSignIn,
  StartMfaSignInBody,
  startMfaSignIn,
} from "./operations/mfa-sign-in.ts";
import { ResetPasswordBody, resetPassword, SendOobCodeBody, sendOobCode } from "./operations/oob-code.ts";
import {
  passwordPolicy,
  projectConfig,
  recaptchaConfig,
  recaptchaParams,
} from "./operations/project-config.ts";
import { SignInWithCustomTokenBody, signInWithCustomToken } from "./operations/sign-in-with-custom-token.ts";
import { SignInWithEmailLinkBody, signInWithEmailLink } from "./operations/sign-in-with-email-link.ts";
import { SignInWithIdpBody, signInWithIdp } from "./operations/sign-in-with-idp.ts";
import { SignInWithPasswordBody, signInWithPassword } from "./operations/sign-in-with-password.ts";
import {
  SendVerificationCodeBody,
  SignInWithPhoneNumberBody,
  sendVerificationCode,
  signInWithPhoneNumber,
} from "./operations/sign-in-with-phone-number.ts";
import { SignUpBody, signUp } from "./operations/sign-up.ts";
import { update } from "./operations/update.ts";
import { changePasskeyConfig, PasskeyConfigBody, readPasskeyConfig } from "./passkeys/account-passkeys.ts";
import {
  finalizePasskeyEnrollment,
  finalizePasskeySignIn,
  startPasskeyEnrollment,
  startPasskeySignIn,
} from "./passkeys/ceremonies.ts";
import {
  FinalizePasskeyEnrollmentBody,
  FinalizePasskeySignInBody,
  StartPasskeyEnrollmentBody,
  StartPasskeySignInBody,
} from "./passkeys/verify.ts";

const PROJECT = "/v1/projects/{project}";

/** A method of `accounts` for callers with an API key. */
const account = <Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
  operation: Operation<Schema>,
): Route<ServiceContext> =>
  operationRoute(
    { method: "POST", path: `/v1/accounts:${name}`, endpoint: `accounts:${name}`, access: "key" },
    schema,
    operation,
  );

/** A method that the administrator may also call below the project. */
const accountAndAdmin = <Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
  operation: Operation<Schema>,
): Route<ServiceContext>[] => [
  account(name, schema, operation),
  admin(`${PROJECT}/accounts:${name}`, `accounts:${name}`, schema, operation),
];

const v2 = <Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
  operation: Operation<Schema>,
  access: "key" | "key only" = "key",
): Route<ServiceContext> =>
  operationRoute({ method: "POST", path: `/v2/accounts/${name}`, endpoint: name, access }, schema, operation);

const admin = <Schema extends v.GenericSchema>(
  path: string,
  endpoint: string,
  schema: Schema,
  operation: Operation<Schema>,
  method = "POST",
): Route<ServiceContext> => operationRoute({ method, path, endpoint, access: "owner" }, schema, operation);

const get = (
  path: string,
  endpoint: string,
  run: Route<ServiceContext>["run"],
  access: Route<ServiceContext>["access"] = "key",
): Route<ServiceContext> => ({ method: "GET", path, endpoint, access, run });

const refuse = (method: string, path: string, operationId: string): Route<ServiceContext> => ({
  method,
  path,
  endpoint: operationId,
  access: "key",
  run: () => {
    throw notImplemented(`identitytoolkit.${operationId} is not implemented in the Auth Emulator.`);
  },
});

/** Every call about a tenant, at any depth: `pathOf` sends it here. */
const TENANTS = "/tenants";
const noTenants = ["GET", "POST", "PATCH", "PUT", "DELETE"].map(
  (method): Route<ServiceContext> => ({
    method,
    path: TENANTS,
    endpoint: "tenants",
    access: "open",
    run: refuseTenant,
  }),
);

const AnyBody = v.unknown();

const routes: Route<ServiceContext>[] = [
  account("signUp", SignUpBody, signUp),
  account("signInWithPassword", SignInWithPasswordBody, signInWithPassword),
  account("signInWithEmailLink", SignInWithEmailLinkBody, signInWithEmailLink),
  account("signInWithCustomToken", SignInWithCustomTokenBody, signInWithCustomToken),
  account("signInWithIdp", SignInWithIdpBody, signInWithIdp),
  account("signInWithPhoneNumber", SignInWithPhoneNumberBody, signInWithPhoneNumber),
  account("sendVerificationCode", SendVerificationCodeBody, sendVerificationCode),
  account("resetPassword", ResetPasswordBody, resetPassword),
  account("createAuthUri", CreateAuthUriBody, createAuthUri),
  ...accountAndAdmin("lookup", LookupBody, lookup),
  ...accountAndAdmin("update", UpdateBody, update),
  ...accountAndAdmin("delete", DeleteBody, deleteAccount),
  ...accountAndAdmin("sendOobCode", SendOobCodeBody, sendOobCode),
  v2("mfaEnrollment:start", StartEnrollmentBody, startMfaEnrollment),
  v2("mfaEnrollment:finalize", FinalizeEnrollmentBody, finalizeMfaEnrollment),
  v2("mfaEnrollment:withdraw", WithdrawEnrollmentBody, withdrawMfaEnrollment),
  v2("mfaSignIn:start", StartMfaSignInBody, startMfaSignIn),
  v2("mfaSignIn:finalize", FinalizeMfaSignInBody, finalizeMfaSignIn),
  v2("passkeyEnrollment:start", StartPasskeyEnrollmentBody, startPasskeyEnrollment, "key only"),
  v2("passkeyEnrollment:finalize", FinalizePasskeyEnrollmentBody, finalizePasskeyEnrollment, "key only"),
  v2("passkeySignIn:start", StartPasskeySignInBody, startPasskeySignIn, "key only"),
  v2("passkeySignIn:finalize", FinalizePasskeySignInBody, finalizePasskeySignIn, "key only"),
  get("/v1/projects", "projects", projectConfig),
  get("/v1/recaptchaParams", "recaptchaParams", recaptchaParams),
  get("/v2/recaptchaConfig", "recaptchaConfig", recaptchaConfig),
  get("/v2/passwordPolicy", "passwordPolicy", passwordPolicy),
  get("/v1/sessionCookiePublicKeys", "sessionCookiePublicKeys", ({ keys }) => keys.jwks(), "open"),
  operationRoute(
    { method: "POST", path: "/v2/accounts:revokeToken", endpoint: "accounts:revokeToken", access: "key" },
    AnyBody,
    () => ({}),
  ),
  admin(`${PROJECT}/accounts`, "accounts:signUp", SignUpBody, signUp),
  admin(`${PROJECT}/accounts:batchCreate`, "accounts:batchCreate", BatchCreateBody, batchCreate),
  admin(`${PROJECT}/accounts:batchDelete`, "accounts:batchDelete", BatchDeleteBody, batchDelete),
  admin(`${PROJECT}/accounts:query`, "accounts:query", QueryBody, query),
  {
    ...get(
      `${PROJECT}/accounts:batchGet`,
      "accounts:batchGet",
      (context, { url }) => batchGet(context, Object.fromEntries(url.searchParams)),
      "owner",
    ),
    checkQuery: (query) => checkPage(query.get("maxResults")),
  },
  admin("/legacy/downloadAccount", "accounts:batchGet", DownloadBody, downloadAccount),
  admin("/legacy/uploadAccount", "accounts:batchCreate", UploadAccountBody, uploadAccount),
  admin(`${PROJECT}:createSessionCookie`, "createSessionCookie", SessionCookieBody, createSessionCookie),
  get("/v2/projects/{project}/config", "config", readConfig, "owner"),
  get("/admin/v2/projects/{project}/config", "config", readConfig, "owner"),
  admin("/v2/projects/{project}/config", "config", ConfigBody, changeConfig, "PATCH"),
  admin("/admin/v2/projects/{project}/config", "config", ConfigBody, changeConfig, "PATCH"),
  ...["/v2/projects/{project}/passkeyConfig", "/admin/v2/projects/{project}/passkeyConfig"].flatMap(
    (path) => [
      get(path, "passkeyConfig", readPasskeyConfig, "owner"),
      admin(path, "passkeyConfig", PasskeyConfigBody, changePasskeyConfig, "PATCH"),
    ],
  ),
  refuse("POST", "/v1/accounts:issueSamlResponse", "issueSamlResponse"),
  refuse("POST", "/v1/accounts:signInWithGameCenter", "signInWithGameCenter"),
  refuse("POST", "/v1/accounts:verifyIosClient", "verifyIosClient"),
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

export const identityToolkit: Service = { router: createRouter(routes), pathOf };
