import type { ServiceContext } from "../core/service-context.ts";
import { claimsOfPerson, profileChangesOf, toProviderInfo } from "../identity-toolkit/idp/profile.ts";
import { fromBytes, toBytes } from "../identity-toolkit/passkeys/verify.ts";
import { newPasswordFields } from "../identity-toolkit/proofs/passwords.ts";
import type { AccountChanges, MfaEnrollment } from "../identity-toolkit/state/account.ts";
import type { ProviderPerson } from "../identity-toolkit/state/codes.ts";

/** A scenario's account, with everything that a test needs to sign in. */
export type ScenarioAccount = {
  uid: string;
  email: string;
  password?: string;
  totpSecret?: string;
  mfaEnrollmentId?: string;
  phoneNumber?: string;
  /** The ID is base64url, the rest base64, as a virtual authenticator takes them. */
  passkey?: { credentialId: string; rpId: string; userHandle: string; privateKey: string };
  idToken?: string;
  refreshToken?: string;
};

/** The password of every account. */
const PASSWORD = "correct horse battery";
/** The secret of every authenticator app. */
const TOTP_SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const PHONE_NUMBER = "+15555550123";

export function createAccountWithPassword(
  context: ServiceContext,
  email: string,
  changes: AccountChanges = {},
): ScenarioAccount {
  const now = String(context.clock.now());
  const { localId } = context.identity.create(context.random.id(28), {
    email,
    emailVerified: true,
    createdAt: now,
    lastLoginAt: now,
    ...newPasswordFields(context, PASSWORD),
    ...changes,
  });
  return { uid: localId, email, password: PASSWORD };
}

export function createProviderPerson(
  context: ServiceContext,
  { emailVerified = true, ...given }: Pick<ProviderPerson, "providerId" | "email"> & Partial<ProviderPerson>,
): ProviderPerson {
  const person = { ...given, sub: context.random.digits(21), emailVerified };
  context.identity.persons.push(person);
  return person;
}

/** Adds a provider to an account, or creates the account. */
export function addProvider(
  { identity, random, clock }: ServiceContext,
  person: ProviderPerson,
  account?: ScenarioAccount,
): ScenarioAccount {
  const { providerId, email, emailVerified } = person;
  const credential = { providerId, claims: claimsOfPerson(person) };
  const providers = { upsert: [toProviderInfo(credential)] };
  if (account) {
    identity.update({ localId: account.uid }, {}, providers);
    return account;
  }
  const now = String(clock.now());
  const profile = { email, emailVerified, ...profileChangesOf(credential), createdAt: now, lastLoginAt: now };
  return { uid: identity.create(random.id(28), profile, providers).localId, email };
}

function enrollFactor(
  { identity, clock, random }: ServiceContext,
  account: ScenarioAccount,
  factor: Omit<MfaEnrollment, "mfaEnrollmentId">,
) {
  const mfaEnrollmentId = random.id(28);
  const enrolledAt = new Date(clock.now()).toISOString();
  const before = identity.account(account.uid)?.mfaInfo ?? [];
  identity.update(
    { localId: account.uid },
    { mfaInfo: [...before, { mfaEnrollmentId, ...factor, enrolledAt }] },
  );
  return { ...account, mfaEnrollmentId };
}

export function addTotp(context: ServiceContext, account: ScenarioAccount): ScenarioAccount {
  const enrolled = enrollFactor(context, account, { displayName: "Authenticator", totpInfo: {} });
  const app = { uid: account.uid, secret: TOTP_SECRET, lastStep: 0 };
  context.identity.totp.set(enrolled.mfaEnrollmentId, app);
  return { ...enrolled, totpSecret: TOTP_SECRET };
}

export function addPhoneFactor(context: ServiceContext, account: ScenarioAccount): ScenarioAccount {
  const phone = { phoneInfo: PHONE_NUMBER, unobfuscatedPhoneInfo: PHONE_NUMBER };
  const enrolled = enrollFactor(context, account, { displayName: "Phone", ...phone });
  return { ...enrolled, phoneNumber: PHONE_NUMBER };
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;

/** COSE_Key of an ES256 key: kty 2, alg -7, crv 1, then the two coordinates. */
const encodeCoseKey = (x: Uint8Array, y: Uint8Array): Uint8Array =>
  Uint8Array.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32, ...x, 0x22, 0x58, 32, ...y]);

const encodeBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Adds a passkey with a known private key to an account, so that a virtual authenticator can hold it. */
export async function addPasskey({ identity, clock, random }: ServiceContext, account: ScenarioAccount) {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", keys.publicKey);
  const privateKey = new Uint8Array(await crypto.subtle.exportKey("pkcs8", keys.privateKey));
  const { uid } = account;
  const { rpId } = identity.settings.passkeys;
  const credentialId = fromBytes(new TextEncoder().encode(random.id(16)));
  const publicKey = fromBytes(encodeCoseKey(toBytes(x), toBytes(y)));
  identity.passkeys.keys.set(credentialId, { credentialId, uid, publicKey, counter: 0 });
  const enrolledAt = new Date(clock.now()).toISOString();
  identity.update({ localId: uid }, { passkeyInfo: [{ credentialId, name: "Passkey", rpId, enrolledAt }] });
  const userHandle = encodeBase64(new TextEncoder().encode(uid));
  return { ...account, passkey: { credentialId, rpId, userHandle, privateKey: encodeBase64(privateKey) } };
}
