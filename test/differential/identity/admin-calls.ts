import fc from "fast-check";
import { body, email, type Fields, MAIL, named, one, phone, ref, UPDATE, upload } from "./arbitraries.ts";
import { pathOf } from "./client-calls.ts";
import type { Shape } from "./command.ts";
import { HOOKS } from "./hooks.ts";
import { PROJECT } from "./sides.ts";

const project = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}`;
const admin = (method: string, names: string, weight = 2, own: Fields = {}): Shape => ({
  operation: `projects.accounts${method ? `.${method}` : ""}`,
  path: `${project}/accounts${method ? `:${method}` : ""}`,
  access: "owner",
  body: named(names, own),
  weight,
});

export const CONFIG = `/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config`;
/** Blocking functions: most accept, so that sequences go on. */
const hook = body({ functionUri: fc.record({ $hook: one("accept", "rename", "claims", ...HOOKS) }) });
const hooks = { beforeCreate: hook, beforeSignIn: hook };
const blockingFunctions = body(
  {
    triggers: fc.oneof(
      { weight: 8, arbitrary: body({}, hooks) },
      { weight: 8, arbitrary: body(hooks) },
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

/** Parts of the project's configuration, as the Admin SDK sends them. */
const switches = {
  signIn: named("allowDuplicateEmails"),
  emailPrivacyConfig: named("enableImprovedEmailPrivacy"),
};
const configParts = {
  ...switches,
  mobileLinksConfig: one({ domain: "HOSTING_DOMAIN" }),
  recaptchaConfig: one(
    { emailPasswordEnforcementState: "AUDIT" },
    { emailPasswordEnforcementState: "ENFORCE", phoneEnforcementState: "OFF" },
    { phoneEnforcementState: "ENFORCE" },
  ),
  smsRegionConfig: one({ allowlistOnly: { allowedRegions: ["CH"] } }),
};
const setConfig = (mask: string, weight: number, sent = body({}, configParts)): Shape => ({
  operation: "projects.updateConfig",
  method: "PATCH",
  path: CONFIG + (mask && `?updateMask=${mask}`),
  access: "owner",
  body: sent,
  weight,
});
const MASKS = [
  "",
  "signIn",
  "signIn.allowDuplicateEmails,emailPrivacyConfig",
  "smsRegionConfig,recaptchaConfig,mobileLinksConfig",
  "emailPrivacyConfig.enableImprovedEmailPrivacy",
];
const configCalls: Shape[] = [
  setConfig("blockingFunctions", 2, body({ blockingFunctions })),
  setConfig("", 1, body({ blockingFunctions })),
  { operation: "projects.getConfig", method: "GET", path: CONFIG, access: "owner" },
  ...MASKS.map((mask) => setConfig(mask, 0.6)),
];

const read = (query: string, weight = 0.5): Shape => ({
  operation: "projects.accounts.batchGet",
  method: "GET",
  path: `${project}/accounts:batchGet${query}`,
  access: "owner",
  weight,
});
const exchange = (names: string, weight: number, own: Fields): Shape => ({
  operation: "token",
  path: "/securetoken.googleapis.com/v1/token",
  access: "key",
  body: named(names, own),
  weight,
});
const emulator = (method: string, path: string, weight = 1): Shape => ({
  operation: path === "accounts" ? "clear" : "config",
  method,
  path: `/emulator/v1/projects/${PROJECT}/${path}`,
  access: "none",
  weight,
});

const some = (values: fc.Arbitrary<unknown>, maxLength: number) => fc.array(values, { maxLength });

/** Calls of administrators and tools, and the token endpoint. */
export const adminCalls: Shape[] = [
  ...configCalls,
  // Calls that the emulator names and does not have.
  ...["issueSamlResponse", "signInWithGameCenter", "verifyIosClient"].map(
    (method): Shape => ({
      operation: `accounts.${method}`,
      path: pathOf(method),
      access: "key",
      body: one<unknown>({}),
      weight: 0.2,
    }),
  ),
  admin(
    "",
    "localId? email? password? displayName? photoUrl? emailVerified? phoneNumber? disabled? idToken? mfaInfo?",
    4,
    { localId: one("made-1", "made-2") },
  ),
  admin("lookup", "localId? email? phoneNumber? initialEmail? idToken? federatedUserId?", 4, {
    localId: some(ref("localId"), 3),
    email: some(email, 2),
    phoneNumber: some(phone, 1),
    initialEmail: some(email, 1),
    federatedUserId: some(body({ providerId: one("google.com"), rawId: one("sub-1") }), 1),
  }),
  admin("update", `localId ${UPDATE}`, 5),
  admin("delete", "localId"),
  admin("sendOobCode", `requestType email newEmail? ${MAIL}`, 3, {
    requestType: one("VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL", "PASSWORD_RESET", "EMAIL_SIGNIN"),
  }),
  admin("batchCreate", "users allowOverwrite? sanityCheck?", 3, { users: some(upload, 3) }),
  admin("batchDelete", "localIds force?", 1, { localIds: some(ref("localId"), 2) }),
  admin("query", "returnUserInfo? order? sortBy? offset? limit? expression?", 2, {
    order: one("ASC", "DESC"),
    sortBy: one("USER_ID", "NAME"),
    offset: one("0", "1"),
    limit: one("1", "0", "-1"),
    expression: one<unknown>([], [{ email: "ada@example.test" }]),
  }),
  read("", 1),
  ...["50", "0", "-1", "x"].map((count) => read(`?maxResults=${count}`)),
  {
    operation: "projects.createSessionCookie",
    path: `${project}:createSessionCookie`,
    access: "owner",
    body: named("idToken validDuration?", { validDuration: one<unknown>("300", "x", "299", 600) }),
  },
  exchange("grantType refreshToken", 4, { grantType: one("refresh_token", "password") }),
  exchange("grant_type refresh_token", 1, { grant_type: one("refresh_token") }),
  { ...emulator("PATCH", "config"), body: body({}, switches) },
  emulator("GET", "config"),
  emulator("DELETE", "accounts", 0.3),
];
