import fc from "fast-check";
import { PROJECT } from "./sides.ts";

/** Stands for a value that an earlier answer had: both sides have their own. */
export type Ref = { $ref: string; index: number };
export type Command =
  | { kind: "advance"; seconds: number }
  | {
      kind: "call";
      operation: string;
      method: string;
      path: string;
      access: "key" | "owner" | "none" | "bad";
      type: string;
      body: unknown;
    };

const ref = (name: string): fc.Arbitrary<Ref> =>
  fc.record({ $ref: fc.constant(name), index: fc.nat({ max: 5 }) });
const one = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

const email = one(
  "ada@example.test",
  "bea@example.test",
  "Ada@Example.test",
  "cleo@example.test",
  "nonsense",
);
const password = one("correct horse", "battery staple", "short");
const phone = one("+15555550100", "+15555550101", "5555550102");
const name = one("Ada", "Bea");
const url = one("http://localhost/page", "https://site.test/next?x=1", "not a url");
const photo = one("https://pictures.test/a.png");
const odd = one<unknown>(null, "", 5, true, {}, [], "nonsense", ["nonsense"], -1);

type Fields = Record<string, fc.Arbitrary<unknown>>;

/** Required fields are nearly always there, optional ones sometimes, and any may be of a wrong type. */
const body = (required: Fields, optional: Fields = {}): fc.Arbitrary<Record<string, unknown>> => {
  const mostly = (arbitrary: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 24, arbitrary }, { weight: 1, arbitrary: odd });
  const entries: [string, fc.Arbitrary<unknown>][] = [
    ...Object.entries(required).map(([key, value]): [string, fc.Arbitrary<unknown>] => [
      key,
      fc.oneof({ weight: 18, arbitrary: mostly(value) }, { weight: 1, arbitrary: fc.constant(undefined) }),
    ]),
    ...Object.entries(optional).map(([key, value]): [string, fc.Arbitrary<unknown>] => [
      key,
      fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: mostly(value) }),
    ]),
  ];
  return fc
    .record(Object.fromEntries(entries))
    .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
};

const claims = fc
  .record({
    sub: one("sub-1", "sub-2"),
    email: fc.option(one("ada@example.test", "Bea@Example.test", "dora@example.test"), { nil: undefined }),
    email_verified: fc.option(fc.boolean(), { nil: undefined }),
    name: fc.option(name, { nil: undefined }),
    picture: fc.option(photo, { nil: undefined }),
    given_name: fc.option(name, { nil: undefined }),
    screen_name: fc.option(name, { nil: undefined }),
  })
  .map((value) => JSON.stringify(value));
const postBody = fc
  .tuple(one("google.com", "github.com", "Apple.com"), one("id_token", "access_token"), claims)
  .map(([providerId, field, token]) => new URLSearchParams({ providerId, [field]: token }).toString());

const customToken = fc
  .record({
    uid: fc.oneof(one<unknown>("custom-1", "custom-2", 7, true, ""), ref("localId")),
    claims: fc.option(one<unknown>({ role: "editor" }, { sub: "no" }, "text"), { nil: undefined }),
  })
  .map((payload) => ({ $json: payload }));

const mfa = { phoneInfo: phone, displayName: name };
const enrollments = fc.array(
  body({ ...mfa, mfaEnrollmentId: fc.oneof(one("factor-1", "factor-2"), ref("mfaEnrollmentId")) }),
  { maxLength: 2 },
);
const upload = body(
  { localId: fc.oneof(one("uploaded-1", "uploaded-2"), ref("localId")) },
  {
    email,
    emailVerified: fc.boolean(),
    displayName: name,
    photoUrl: photo,
    phoneNumber: phone,
    disabled: fc.boolean(),
    rawPassword: password,
    salt: one("c2FsdA=="),
    passwordHash: one("aGFzaA=="),
    customAttributes: one('{"role":"admin"}', '{"sub":"x"}', "not json"),
    createdAt: one("1700000000000"),
    lastLoginAt: one("1700000000001"),
    validSince: one("1700000000"),
    providerUserInfo: fc.array(
      body(
        { providerId: one("google.com", "password"), rawId: one("sub-1", "sub-3") },
        { email, displayName: name },
      ),
      { maxLength: 2 },
    ),
    mfaInfo: enrollments,
  },
);

type Shape = {
  operation: string;
  method?: string;
  path: string;
  access: "key" | "owner" | "none";
  body?: fc.Arbitrary<unknown>;
  weight?: number;
};

const v1 = (method: string) => `/identitytoolkit.googleapis.com/v1/accounts:${method}`;
const project = (method: string) => `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}${method}`;
const v2 = (method: string) => `/identitytoolkit.googleapis.com/v2/accounts/${method}`;
const client = (method: string, fields: fc.Arbitrary<unknown>, weight = 2): Shape => ({
  operation: `accounts.${method}`,
  path: v1(method),
  access: "key",
  body: fields,
  weight,
});
const admin = (method: string, fields: fc.Arbitrary<unknown>, weight = 2): Shape => ({
  operation: `projects.accounts${method ? `.${method}` : ""}`,
  path: project(`/accounts${method ? `:${method}` : ""}`),
  access: "owner",
  body: fields,
  weight,
});
const mfaCall = (method: string, fields: fc.Arbitrary<unknown>): Shape => ({
  operation: `accounts.${method.replace(":", ".")}`,
  path: v2(method),
  access: "key",
  body: fields,
  weight: 2,
});

const tokenType = { returnSecureToken: fc.constant(true) };
const sms = { sessionInfo: ref("sessionInfo"), code: ref("smsCode") };
const updateFields: Fields = {
  displayName: name,
  photoUrl: photo,
  email,
  password,
  emailVerified: fc.boolean(),
  phoneNumber: phone,
  disableUser: fc.boolean(),
  validSince: one("1768478400", "1768478500"),
  customAttributes: one('{"role":"admin"}', '{"iss":"x"}', "not json"),
  deleteAttribute: fc.array(one("EMAIL", "DISPLAY_NAME", "PHOTO_URL", "PASSWORD", "PROVIDER"), {
    maxLength: 2,
  }),
  deleteProvider: fc.array(one("password", "phone", "google.com"), { maxLength: 2 }),
  linkProviderUserInfo: body(
    { providerId: one("google.com"), rawId: one("sub-1", "sub-4") },
    { email, displayName: name },
  ),
  mfa: body({ enrollments }),
  createdAt: one("1700000000000"),
  lastLoginAt: one("1700000000001"),
  targetProjectId: one(PROJECT),
  provider: fc.array(one("google.com"), { maxLength: 1 }),
};
const sendOobFields: Fields = {
  continueUrl: url,
  returnOobLink: fc.boolean(),
  canHandleCodeInApp: fc.boolean(),
};

const shapes: Shape[] = [
  client(
    "signUp",
    body({ email, password }, { ...tokenType, displayName: name, idToken: ref("idToken") }),
    6,
  ),
  client(
    "signUp",
    body(
      {},
      {
        idToken: ref("idToken"),
        targetProjectId: one(PROJECT),
        localId: one("own-1"),
        mfaInfo: fc.array(body(mfa), { maxLength: 2 }),
      },
    ),
  ),
  client(
    "signInWithPassword",
    body(
      { email, password },
      { ...tokenType, clientType: one("CLIENT_TYPE_WEB"), captchaResponse: one("x") },
    ),
    4,
  ),
  client("signInWithEmailLink", body({ email, oobCode: ref("oobCode") }, { idToken: ref("idToken") })),
  client("signInWithCustomToken", body({ token: customToken }, tokenType)),
  client(
    "signInWithIdp",
    body(
      { requestUri: url, postBody },
      { ...tokenType, returnIdpCredential: fc.boolean(), idToken: ref("idToken"), autoCreate: fc.boolean() },
    ),
    5,
  ),
  client("sendVerificationCode", body({ phoneNumber: phone }, { recaptchaToken: one("x") })),
  client(
    "signInWithPhoneNumber",
    body(sms, {
      idToken: ref("idToken"),
      operation: one("REAUTH", "SIGN_UP_OR_IN", "NONSENSE"),
      temporaryProof: ref("temporaryProof"),
      phoneNumber: phone,
    }),
    3,
  ),
  client("resetPassword", body({ oobCode: ref("oobCode") }, { newPassword: password, email })),
  client("createAuthUri", body({ identifier: email, continueUri: url }, { sessionId: one("session-1") })),
  client(
    "lookup",
    body({ idToken: ref("idToken") }, { localId: fc.array(ref("localId"), { maxLength: 1 }) }),
    3,
  ),
  client("update", body({ idToken: ref("idToken") }, updateFields), 5),
  client("update", body({ oobCode: ref("oobCode") }), 2),
  client("delete", body({ idToken: ref("idToken") }), 1),
  client(
    "sendOobCode",
    body({ requestType: one("PASSWORD_RESET", "EMAIL_SIGNIN", "NONSENSE"), email }, sendOobFields),
    3,
  ),
  client(
    "sendOobCode",
    body(
      { requestType: one("VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"), idToken: ref("idToken") },
      { newEmail: email, ...sendOobFields },
    ),
    3,
  ),
  mfaCall(
    "mfaEnrollment:start",
    body({ idToken: ref("idToken"), phoneEnrollmentInfo: body({ phoneNumber: phone }) }),
  ),
  mfaCall(
    "mfaEnrollment:finalize",
    body({ idToken: ref("idToken"), phoneVerificationInfo: body(sms) }, { displayName: name }),
  ),
  mfaCall(
    "mfaEnrollment:withdraw",
    body({ idToken: ref("idToken"), mfaEnrollmentId: ref("mfaEnrollmentId") }),
  ),
  mfaCall(
    "mfaSignIn:start",
    body({
      mfaPendingCredential: ref("mfaPendingCredential"),
      mfaEnrollmentId: ref("mfaEnrollmentId"),
      phoneSignInInfo: fc.constant({}),
    }),
  ),
  mfaCall(
    "mfaSignIn:finalize",
    body({ mfaPendingCredential: ref("mfaPendingCredential"), phoneVerificationInfo: body(sms) }),
  ),
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
        offset: one("0"),
      },
    ),
  ),
  {
    operation: "projects.accounts.batchGet",
    method: "GET",
    path: project("/accounts:batchGet"),
    access: "owner",
  },
  {
    operation: "projects.accounts.batchGet",
    method: "GET",
    path: project("/accounts:batchGet?maxResults=50"),
    access: "owner",
  },
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

const calls = (shape: Shape): fc.Arbitrary<Command> =>
  fc.record({
    kind: fc.constant("call" as const),
    operation: fc.constant(shape.operation),
    method: fc.constant(shape.method ?? "POST"),
    path: fc.constant(shape.path),
    access: fc.oneof(
      { weight: 30, arbitrary: fc.constant(shape.access) },
      { weight: 1, arbitrary: one<Shape["access"] | "bad">("key", "owner", "none", "bad") },
    ),
    type: fc.oneof(
      { weight: 50, arbitrary: one("application/json") },
      { weight: 1, arbitrary: one("text/plain", "application/x-www-form-urlencoded", "") },
    ),
    body: fc.oneof(
      { weight: 60, arbitrary: shape.body ?? fc.constant(undefined) },
      { weight: shape.body ? 1 : 0, arbitrary: one<unknown>([], "text", null, {}) },
    ),
  });

const advance: fc.Arbitrary<Command> = fc.record({
  kind: fc.constant("advance" as const),
  seconds: one(1, 2, 30, 299, 600, 3600),
});

const signUpFirst: Command = {
  kind: "call",
  operation: "accounts.signUp",
  method: "POST",
  path: v1("signUp"),
  access: "key",
  type: "application/json",
  body: { email: "ada@example.test", password: "correct horse" },
};

/** Most sequences begin with an account, because most operations need one. */
export const sequences = (length: number): fc.Arbitrary<Command[]> =>
  fc
    .tuple(
      fc.boolean(),
      fc.array(
        fc.oneof(
          { weight: 6, arbitrary: advance },
          ...shapes.map((shape) => ({ weight: Math.ceil((shape.weight ?? 1) * 2), arbitrary: calls(shape) })),
        ),
        { minLength: 1, maxLength: length, size: "max" },
      ),
    )
    .map(([begins, commands]) => (begins ? [signUpFirst, ...commands] : commands));
