import fc from "fast-check";
import {
  body,
  email,
  mfa,
  name,
  one,
  password,
  phone,
  photo,
  ref,
  sendOobFields,
  updateFields,
  upload,
} from "./arbitraries.ts";
import type { Shape } from "./command.ts";
import { HOOKS } from "./hooks.ts";
import { PROJECT } from "./sides.ts";

const project = (method: string) => `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}${method}`;
const admin = (method: string, fields: fc.Arbitrary<unknown>, weight = 2): Shape => ({
  operation: `projects.accounts${method ? `.${method}` : ""}`,
  path: project(`/accounts${method ? `:${method}` : ""}`),
  access: "owner",
  body: fields,
  weight,
});

export const CONFIG = `/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config`;
const hook = (...names: string[]) => body({ functionUri: fc.record({ $hook: one(...names) }) });
/** Blocking functions: most accept, so that sequences go on. */
const anyHook = hook("accept", "rename", "claims", ...HOOKS);
const blockingFunctions = body(
  {
    triggers: fc.oneof(
      { weight: 8, arbitrary: body({}, { beforeCreate: anyHook, beforeSignIn: anyHook }) },
      { weight: 8, arbitrary: body({ beforeCreate: anyHook, beforeSignIn: anyHook }) },
      {
        weight: 1,
        arbitrary: one<unknown>(
          { afterCreate: { functionUri: "http://localhost/" } },
          { beforeCreate: { functionUri: "not a url" } },
        ),
      },
    ),
  },
  {
    forwardInboundCredentials: body(
      {},
      { accessToken: fc.boolean(), idToken: fc.boolean(), refreshToken: fc.boolean() },
    ),
  },
);
const setHooks = (query: string, weight: number): Shape => ({
  operation: "projects.updateConfig",
  method: "PATCH",
  path: CONFIG + query,
  access: "owner",
  body: body({ blockingFunctions }),
  weight,
});

/** Parts of the project's configuration, as the Admin SDK sends them. */
const configParts = {
  signIn: body({ allowDuplicateEmails: fc.boolean() }),
  emailPrivacyConfig: body({ enableImprovedEmailPrivacy: fc.boolean() }),
  mobileLinksConfig: one({ domain: "HOSTING_DOMAIN" }),
  recaptchaConfig: one(
    { emailPasswordEnforcementState: "AUDIT" },
    { emailPasswordEnforcementState: "ENFORCE", phoneEnforcementState: "OFF" },
    { phoneEnforcementState: "ENFORCE" },
  ),
  smsRegionConfig: one({ allowlistOnly: { allowedRegions: ["CH"] } }),
};
const configCalls: Shape[] = [
  setHooks("?updateMask=blockingFunctions", 2),
  setHooks("", 1),
  { operation: "projects.getConfig", method: "GET", path: CONFIG, access: "owner" },
  ...[
    "",
    "?updateMask=signIn",
    "?updateMask=signIn.allowDuplicateEmails,emailPrivacyConfig",
    "?updateMask=smsRegionConfig,recaptchaConfig,mobileLinksConfig",
    "?updateMask=emailPrivacyConfig.enableImprovedEmailPrivacy",
  ].map(
    (query): Shape => ({
      operation: "projects.updateConfig",
      method: "PATCH",
      path: CONFIG + query,
      access: "owner",
      body: body({}, configParts),
      weight: 0.6,
    }),
  ),
];

/** Calls that the emulator names and does not have. */
const missing = ["issueSamlResponse", "signInWithGameCenter", "verifyIosClient"].map(
  (method): Shape => ({
    operation: `accounts.${method}`,
    path: `/identitytoolkit.googleapis.com/v1/accounts:${method}`,
    access: "key",
    body: one<unknown>({}),
    weight: 0.2,
  }),
);

/** Calls of administrators and tools, and the token endpoint. */
export const adminCalls: Shape[] = [
  ...configCalls,
  ...missing,
  admin(
    "",
    body(
      {},
      {
        localId: one("made-1", "made-2"),
        email,
        password,
        displayName: name,
        photoUrl: photo,
        emailVerified: fc.boolean(),
        phoneNumber: phone,
        disabled: fc.boolean(),
        idToken: ref("idToken"),
        mfaInfo: fc.array(body(mfa), { maxLength: 2 }),
      },
    ),
    4,
  ),
  admin(
    "lookup",
    body(
      {},
      {
        localId: fc.array(ref("localId"), { maxLength: 3 }),
        email: fc.array(email, { maxLength: 2 }),
        phoneNumber: fc.array(phone, { maxLength: 1 }),
        initialEmail: fc.array(email, { maxLength: 1 }),
        idToken: ref("idToken"),
        federatedUserId: fc.array(body({ providerId: one("google.com"), rawId: one("sub-1") }), {
          maxLength: 1,
        }),
      },
    ),
    4,
  ),
  admin("update", body({ localId: ref("localId") }, updateFields), 5),
  admin("delete", body({ localId: ref("localId") })),
  admin(
    "sendOobCode",
    body(
      {
        requestType: one("VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL", "PASSWORD_RESET", "EMAIL_SIGNIN"),
        email,
      },
      { newEmail: email, ...sendOobFields },
    ),
    3,
  ),
  admin(
    "batchCreate",
    body(
      { users: fc.array(upload, { maxLength: 3 }) },
      { allowOverwrite: fc.boolean(), sanityCheck: fc.boolean() },
    ),
    3,
  ),
  admin(
    "batchDelete",
    body({ localIds: fc.array(ref("localId"), { maxLength: 2 }) }, { force: fc.boolean() }),
    1,
  ),
  admin(
    "query",
    body(
      {},
      {
        returnUserInfo: fc.boolean(),
        order: one("ASC", "DESC"),
        sortBy: one("USER_ID", "NAME"),
        offset: one("0", "1"),
        limit: one("1", "0", "-1"),
        expression: one<unknown>([], [{ email: "ada@example.test" }]),
      },
    ),
  ),
  {
    operation: "projects.accounts.batchGet",
    method: "GET",
    path: project("/accounts:batchGet"),
    access: "owner",
  },
  ...["maxResults=50", "maxResults=0", "maxResults=-1", "maxResults=x"].map(
    (query): Shape => ({
      operation: "projects.accounts.batchGet",
      method: "GET",
      path: project(`/accounts:batchGet?${query}`),
      access: "owner",
      weight: 0.5,
    }),
  ),
  {
    operation: "projects.createSessionCookie",
    path: project(":createSessionCookie"),
    access: "owner",
    body: body({ idToken: ref("idToken") }, { validDuration: one<unknown>("300", "x", "299", 600) }),
  },
  {
    operation: "token",
    path: "/securetoken.googleapis.com/v1/token",
    access: "key",
    body: body({ grantType: one("refresh_token", "password"), refreshToken: ref("refreshToken") }),
    weight: 4,
  },
  {
    operation: "token",
    path: "/securetoken.googleapis.com/v1/token",
    access: "key",
    body: body({ grant_type: one("refresh_token"), refresh_token: ref("refreshToken") }),
    weight: 1,
  },
  {
    operation: "config",
    method: "PATCH",
    path: `/emulator/v1/projects/${PROJECT}/config`,
    access: "none",
    body: body(
      {},
      {
        signIn: body({ allowDuplicateEmails: fc.boolean() }),
        emailPrivacyConfig: body({ enableImprovedEmailPrivacy: fc.boolean() }),
      },
    ),
  },
  { operation: "config", method: "GET", path: `/emulator/v1/projects/${PROJECT}/config`, access: "none" },
  {
    operation: "clear",
    method: "DELETE",
    path: `/emulator/v1/projects/${PROJECT}/accounts`,
    access: "none",
    weight: 0.3,
  },
];
