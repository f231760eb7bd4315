import fc from "fast-check";
import type { Ref } from "./command.ts";
import { PROJECT } from "./sides.ts";

export const ref = (name: string): fc.Arbitrary<Ref> =>
  fc.record({ $ref: fc.constant(name), index: fc.nat({ max: 5 }) });
export const one = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** A sequence ends at a declared difference, so values that cause one are rare. */
const rarely = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: rare });

export const email = rarely(
  one("ada@example.test", "bea@example.test", "Ada@Example.test", "cleo@example.test", "nonsense"),
  one("a da@example.test", "<ada@example.test>", "ada@example.test\n", "\u200eada@example.test", "a@b..c"),
);
const password = one("correct horse", "battery staple", "short");
export const phone = rarely(
  one("+15555550100", "+15555550101", "5555550102"),
  one("+1 555 555 0100", "+abc", "+", "+15555550100\n", "+1234567890123456"),
);
const name = one("Ada", "Bea");
const url = one("http://localhost/page", "https://site.test/next?x=1", "not a url");
const photo = one("https://pictures.test/a.png");
const odd = one<unknown>(null, "", 5, true, {}, [], "nonsense", ["nonsense"], -1);

export type Fields = Record<string, fc.Arbitrary<unknown>>;

/** Required fields are nearly always present, optional ones sometimes, and any may have a wrong type. */
export const body = (required: Fields, optional: Fields = {}): fc.Arbitrary<Record<string, unknown>> => {
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
const oauth = fc
  .tuple(one("google.com", "github.com", "Apple.com", "GOOGLE.COM"), one("id_token", "access_token"), claims)
  .map(([providerId, field, token]) => new URLSearchParams({ providerId, [field]: token }).toString());
const samlResponse = one<unknown>(
  undefined,
  {},
  { assertion: {} },
  { assertion: { subject: { nameId: "ada@example.test" }, attributeStatements: { role: "editor" } } },
  { assertion: { subject: { nameId: "a-name-without-address" } } },
);
const saml = fc.tuple(claims, samlResponse).map(([token, response]) =>
  new URLSearchParams({
    providerId: "saml.x",
    id_token: token,
    ...(response !== undefined && { SAMLResponse: JSON.stringify(response) }),
  }).toString(),
);
export const postBody = fc.oneof({ weight: 4, arbitrary: oauth }, { weight: 1, arbitrary: saml });

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
const info = { email, displayName: name };

/** Fields whose values come from earlier responses. */
const REFERENCES =
  "idToken localId oobCode refreshToken refresh_token sessionInfo temporaryProof mfaPendingCredential mfaEnrollmentId";
const SWITCHES =
  "emailVerified disabled disableUser returnOobLink canHandleCodeInApp returnIdpCredential autoCreate allowOverwrite sanityCheck force returnUserInfo allowDuplicateEmails enableImprovedEmailPrivacy enabled";
const each = (names: string, build: (name: string) => fc.Arbitrary<unknown>): Fields =>
  Object.fromEntries(names.split(" ").map((name) => [name, build(name)]));

/** The values of each field, by its name. */
const FIELDS: Fields = {
  ...each(REFERENCES, (name) => ref(name.replace("refresh_t", "refreshT"))),
  ...each(SWITCHES, () => fc.boolean()),
  ...each("email newEmail identifier", () => email),
  ...each("password newPassword rawPassword", () => password),
  ...each("continueUrl continueUri requestUri", () => url),
  ...each("displayName name", () => name),
  ...each("totpEnrollmentInfo phoneSignInInfo", () => fc.constant({})),
  photoUrl: photo,
  phoneNumber: phone,
  postBody,
  token: customToken,
  code: ref("smsCode"),
  returnSecureToken: fc.constant(true),
  clientType: one("CLIENT_TYPE_WEB"),
  captchaResponse: one("x", "token"),
  recaptchaToken: one("x"),
  sessionId: one("session-1"),
  operation: one("REAUTH", "SIGN_UP_OR_IN", "NONSENSE"),
  targetProjectId: one(PROJECT, "another-project"),
  validSince: one("1700000000", "1768478400", "1768478500"),
  customAttributes: one('{"role":"admin"}', '{"sub":"x"}', '{"iss":"x"}', "not json"),
  createdAt: one("1700000000000"),
  lastLoginAt: one("1700000000001"),
  deleteAttribute: fc.array(one("EMAIL", "DISPLAY_NAME", "PHOTO_URL", "PASSWORD", "PROVIDER"), {
    maxLength: 2,
  }),
  deleteProvider: fc.array(one("password", "phone", "google.com"), { maxLength: 2 }),
  linkProviderUserInfo: body({ providerId: one("google.com"), rawId: one("sub-1", "sub-4") }, info),
  provider: fc.array(one("google.com"), { maxLength: 1 }),
  mfa: body({ enrollments }),
  mfaInfo: fc.array(body(mfa), { maxLength: 2 }),
  phoneEnrollmentInfo: body({ phoneNumber: phone }),
  phoneVerificationInfo: body({ sessionInfo: ref("sessionInfo"), code: ref("smsCode") }),
  totpVerificationInfo: body({
    sessionInfo: ref("sessionInfo"),
    verificationCode: one("000000", "123456", "x"),
  }),
  salt: one("c2FsdA=="),
  passwordHash: one("aGFzaA=="),
  providerUserInfo: fc.array(
    body({ providerId: one("google.com", "password"), rawId: one("sub-1", "sub-3") }, info),
    { maxLength: 2 },
  ),
};

/**
 * A body of fields by their names.
 * @param names `email displayName?`: the address is required, the name is not
 * @param own fields with other values than in most bodies
 */
export function named(names: string, own: Fields = {}): fc.Arbitrary<Record<string, unknown>> {
  const [required, optional]: [Fields, Fields] = [{}, {}];
  for (const text of names.split(" ")) {
    const field = text.replace("?", "");
    const values = own[field] ?? FIELDS[field];
    if (!values) throw new Error(`There are no values for the field ${field}.`);
    (field === text ? required : optional)[field] = values;
  }
  return body(required, optional);
}

export const upload = named(
  "localId email? emailVerified? displayName? photoUrl? phoneNumber? disabled? rawPassword? salt? passwordHash? customAttributes? createdAt? lastLoginAt? validSince? providerUserInfo? mfaInfo?",
  {
    localId: fc.oneof(one("uploaded-1", "uploaded-2"), ref("localId")),
    mfaInfo: rarely(
      enrollments,
      one([{ totpInfo: {} }, { mfaEnrollmentId: "factor-1", totpInfo: { sharedSecretKey: "abc" } }]),
    ),
  },
);

/** What an update may change, and what a mail may ask for. */
export const UPDATE =
  "displayName? photoUrl? email? password? emailVerified? phoneNumber? disableUser? validSince? customAttributes? deleteAttribute? deleteProvider? linkProviderUserInfo? mfa? createdAt? lastLoginAt? targetProjectId? provider?";
export const MAIL = "continueUrl? returnOobLink? canHandleCodeInApp?";
