import { deleteUser } from "../../account/profile.ts";
import { type IdentityClient, partsOf } from "../../client/client-parts.ts";
import { reload } from "../../client/session-call.ts";
import { IdentityError } from "../../errors/identity-error.ts";
import type { Session } from "../../session/session.ts";
import { decodeClaims } from "../../session/tokens.ts";
import type { User as Profile, ProviderInfo } from "../../user.ts";
import { authError } from "../errors.ts";
import type { Auth, IdTokenResult, ParsedToken, User, UserInfo, UserMetadata } from "../types.ts";

/** The parts of an `Auth`'s engine that its users need. */
export type Engine = {
  readonly auth: Auth;
  readonly client: IdentityClient;
  readonly isServer: boolean;
  isCurrent(user: User): boolean;
  clientFor(user: User): IdentityClient;
  run<T>(work: () => Promise<T>): Promise<T>;
  requireNoServer(): void;
  notify(): void;
};

type Owner = { core: Engine; session: Session };

/**
 * Leads from a user to its owner, past a proxy, because Vue and other stores wrap users. It is a function, so that no log
 * shows the tokens.
 */
const OWNER = Symbol("owner");

/** @throws AuthError `auth/argument-error` for an object that is no user of this package */
export function ownerOf(user: User): Owner {
  const owner = (user as Partial<UserImpl> | null)?.[OWNER]?.();
  if (!owner) throw authError("argument-error", { message: "The user is not one of this package" });
  return owner;
}

/** Makes a call for the user's account, and rejects with the SDK's errors. A user who is not current has no account. */
export async function forAccount<T>(user: User, work: (client: IdentityClient) => Promise<T>): Promise<T> {
  const { core } = ownerOf(user);
  return core.run(async () => {
    const result = await work(core.clientFor(user));
    const { runner } = partsOf(core.client);
    // The SDK too resolves once the user is stored: the application may load the page again now.
    await runner.stored();
    const session = runner.getSession();
    // An earlier object of the same user shows the change too.
    if (session?.user.uid === user.uid) updateUser(user, session, true);
    return result;
  });
}

/** Exchanges the refresh token even if another exchange has just ended, because the SDK has no refresh budget. */
async function forceTokenRefresh(client: IdentityClient): Promise<string> {
  const { runner, owner } = partsOf(client);
  await runner.exchangeNow();
  const { retry, reason } = await runner.known();
  // The account was disabled or deleted.
  if (reason) throw new IdentityError(reason);
  if (retry) throw new IdentityError(retry.cause, { retryAt: retry.retryAt });
  return (await runner.usableSession(false, owner)).idToken;
}

/** The members of a profile, with null for each that is missing. */
const userInfoOf = ({
  uid,
  displayName,
  email,
  phoneNumber,
  photoURL,
}: Omit<ProviderInfo, "providerId">) => ({
  uid: uid ?? "",
  displayName: displayName ?? null,
  email: email ?? null,
  phoneNumber: phoneNumber ?? null,
  photoURL: photoURL ?? null,
});

function userFieldsOf(profile: Profile) {
  const { createdAt, lastLoginAt } = profile;
  const toUtcDate = (time = Number.NaN) => (time ? new Date(time).toUTCString() : undefined);
  const timeToText = (time?: number) => time && String(time);
  return {
    ...userInfoOf(profile),
    emailVerified: profile.emailVerified,
    isAnonymous: profile.isAnonymous,
    tenantId: profile.tenantId ?? null,
    providerData: profile.providerData.map((info) => ({ ...userInfoOf(info), providerId: info.providerId })),
    metadata: {
      creationTime: toUtcDate(createdAt),
      lastSignInTime: toUtcDate(lastLoginAt),
      createdAt: timeToText(createdAt),
      lastLoginAt: timeToText(lastLoginAt),
    },
  };
}

const claimTimeToText = (seconds: unknown) => new Date(Number(seconds) * 1000).toUTCString();

/** One object for each sign-in, which its `Auth` changes in place. */
export class UserImpl implements User {
  readonly providerId = "firebase";
  declare readonly uid: string;
  declare readonly displayName: string | null;
  declare readonly email: string | null;
  declare readonly phoneNumber: string | null;
  declare readonly photoURL: string | null;
  declare readonly emailVerified: boolean;
  declare readonly isAnonymous: boolean;
  declare readonly tenantId: string | null;
  declare readonly providerData: UserInfo[];
  declare readonly metadata: UserMetadata;

  declare readonly [OWNER]: () => Owner;

  constructor(core: Engine, session: Session) {
    const owner = { core, session };
    Object.defineProperty(this, OWNER, { value: () => owner });
    updateUser(this, session, true);
  }

  /** Empty while a server keeps the refresh token. */
  get refreshToken(): string {
    return ownerOf(this).session.refreshToken ?? "";
  }

  /** An ID token that is valid for at least half a minute; with `forceRefresh`, a new one. */
  async getIdToken(forceRefresh = false): Promise<string> {
    const { core, session } = ownerOf(this);
    return core.run(async () => {
      if (core.isCurrent(this) && !(core.isServer && forceRefresh)) {
        const own = core.clientFor(this);
        return forceRefresh
          ? forceTokenRefresh(own)
          : (await partsOf(own).runner.usableSession(false, this.uid)).idToken;
      }
      // A user who is not the current one, not yet or no longer, has only its last token.
      if (forceRefresh || session.expiresAt <= partsOf(core.client).platform.now())
        throw new IdentityError("user-token-expired");
      return session.idToken;
    });
  }

  /** The token with its claims, which are not verified here. */
  async getIdTokenResult(forceRefresh?: boolean): Promise<IdTokenResult> {
    const token = await this.getIdToken(forceRefresh);
    const claims = decodeClaims(token) as unknown as ParsedToken;
    const { sign_in_provider, sign_in_second_factor } = claims.firebase ?? {};
    return {
      claims,
      token,
      authTime: claimTimeToText(claims.auth_time),
      issuedAtTime: claimTimeToText(claims.iat),
      expirationTime: claimTimeToText(claims.exp),
      signInProvider: sign_in_provider ?? null,
      signInSecondFactor: sign_in_second_factor ?? null,
    };
  }

  /** Reads the account again. */
  async reload(): Promise<void> {
    await forAccount(this, reload);
    ownerOf(this).core.notify();
  }

  /** Deletes the account and signs out. */
  async delete(): Promise<void> {
    ownerOf(this).core.requireNoServer();
    await forAccount(this, deleteUser);
  }

  toJSON(): object {
    const { auth } = ownerOf(this).core;
    const { providerId: _, metadata, ...members } = this;
    const { creationTime: __, lastSignInTime: ___, ...times } = metadata;
    const given = Object.entries({ ...members, ...times }).filter(([, member]) => member !== null);
    return { ...Object.fromEntries(given), apiKey: auth.config.apiKey, appName: auth.name };
  }
}

/** Gives a user the new session, and the members of the new profile if the profile has changed. */
export function updateUser(user: User, session: Session, isChanged: boolean): void {
  ownerOf(user).session = session;
  if (isChanged) Object.assign(user, userFieldsOf(session.user));
}
