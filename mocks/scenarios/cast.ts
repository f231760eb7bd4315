import type { AccountChanges, MfaEnrollment } from "../identity-toolkit/account.ts";
import type { ProviderPerson } from "../identity-toolkit/codes.ts";
import { newPassword } from "../identity-toolkit/passwords.ts";
import type { World } from "../world.ts";

/** Everybody's password. */
const PASSWORD = "correct horse battery";
/** The authenticator app of everybody who has one. */
const TOTP_SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const PHONE_NUMBER = "+15555550123";

/** A member of the cast, as a test gets to know them. */
export type Member = {
  uid: string;
  email: string;
  password?: string;
  totpSecret?: string;
  mfaEnrollmentId?: string;
  phoneNumber?: string;
  idToken?: string;
  refreshToken?: string;
};

/** Makes an account with a password and a verified address. */
export function withPassword(world: World, email: string, changes: AccountChanges = {}): Member {
  const now = String(world.clock.now());
  const { localId } = world.identity.create(world.random.id(28), {
    email,
    emailVerified: true,
    createdAt: now,
    lastLoginAt: now,
    ...newPassword(world, PASSWORD),
    ...changes,
  });
  return { uid: localId, email, password: PASSWORD };
}

/** A person whom a provider's consent page offers. */
export function known(
  world: World,
  providerId: string,
  email: string,
  name: string,
  emailVerified = true,
): ProviderPerson {
  const person: ProviderPerson = {
    providerId,
    sub: world.random.digits(21),
    email,
    emailVerified,
    name,
    ...(providerId === "twitter.com" && { screenName: name.toLowerCase().replaceAll(" ", "_") }),
  };
  world.identity.persons.push(person);
  return person;
}

/** Adds a provider to an account, or makes the account. */
export function linked(world: World, person: ProviderPerson, member?: Member): Member {
  const { identity, random, clock } = world;
  const { providerId, sub, email, name, emailVerified } = person;
  const info = {
    providerId,
    rawId: sub,
    federatedId: sub,
    email,
    ...(name !== undefined && { displayName: name }),
  };
  if (member) {
    identity.update({ localId: member.uid }, {}, { upsert: [info] });
    return member;
  }
  const now = String(clock.now());
  const { localId } = identity.create(
    random.id(28),
    {
      email,
      emailVerified,
      createdAt: now,
      lastLoginAt: now,
      ...(name !== undefined && { displayName: name }),
    },
    { upsert: [info] },
  );
  return { uid: localId, email };
}

/** Gives a member an authenticator app. */
export function withTotp(world: World, member: Member): Member {
  const mfaEnrollmentId = world.random.id(28);
  world.identity.totp.set(mfaEnrollmentId, {
    sessionInfo: "",
    uid: member.uid,
    secret: TOTP_SECRET,
    expiresAt: Number.MAX_SAFE_INTEGER,
    mfaEnrollmentId,
    lastStep: 0,
  });
  enroll(world, member, { mfaEnrollmentId, displayName: "Authenticator", totpInfo: {} });
  return { ...member, totpSecret: TOTP_SECRET, mfaEnrollmentId };
}

/** Gives a member a phone as second factor. */
export function withPhone(world: World, member: Member): Member {
  const mfaEnrollmentId = world.random.id(28);
  enroll(world, member, {
    mfaEnrollmentId,
    displayName: "Phone",
    phoneInfo: PHONE_NUMBER,
    unobfuscatedPhoneInfo: PHONE_NUMBER,
  });
  return { ...member, phoneNumber: PHONE_NUMBER, mfaEnrollmentId };
}

function enroll({ identity, clock }: World, { uid }: Member, factor: MfaEnrollment): void {
  const enrolledAt = new Date(clock.now()).toISOString();
  const before = identity.account(uid)?.mfaInfo ?? [];
  identity.update({ localId: uid }, { mfaInfo: [...before, { ...factor, enrolledAt }] });
}
