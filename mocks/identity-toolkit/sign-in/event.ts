import type { Clock } from "../../core/clock.ts";
import type { Random } from "../../core/random.ts";
import type { AccountChanges } from "../state/account.ts";

export type BlockingName = "beforeCreate" | "beforeSignIn";

/** The sign-in that a blocking function judges. */
export type SignInDetails = {
  /** `password`, `emailLink`, `phone` or a provider's ID. */
  signInMethod: string;
  signInSecondFactor?: string;
  rawUserInfo?: unknown;
  signInAttributes?: string | undefined;
  /** The provider's tokens, which the project may forward. */
  tokens?: Record<"accessToken" | "idToken" | "tokenSecret" | "expiresIn", string | undefined>;
};

export type Draft = AccountChanges & { localId: string };

const EXPIRY_S = 600;

const toUserRecord = (account: Draft) => ({
  uid: account.localId,
  email: account.email,
  email_verified: account.emailVerified,
  display_name: account.displayName,
  photo_url: account.photoUrl,
  disabled: account.disabled,
  phone_number: account.phoneNumber,
  custom_claims: JSON.parse(account.customAttributes || "{}"),
  provider_data: (account.providerUserInfo ?? []).map((info) => ({
    provider_id: info.providerId,
    display_name: info.displayName,
    photo_url: info.photoUrl,
    email: info.email,
    uid: info.rawId,
    phone_number: info.phoneNumber,
  })),
  multi_factor: account.mfaInfo && {
    enrolled_factors: account.mfaInfo.map((factor) => ({
      uid: factor.mfaEnrollmentId,
      display_name: factor.displayName,
      enrollment_time: factor.enrolledAt,
      phone_number: factor.phoneInfo,
      factor_id: factor.totpInfo ? "totp" : "phone",
    })),
  },
  ...((account.lastLoginAt || account.createdAt) && {
    metadata: {
      last_sign_in_time: account.lastLoginAt && Number(account.lastLoginAt),
      creation_time: account.createdAt && Number(account.createdAt),
    },
  }),
});

/** The credentials that a project forwards. */
type Forwarded = { [name in "accessToken" | "idToken" | "refreshToken"]?: boolean | undefined };

/**
 * What a blocking function receives, as the emulator writes it.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/blocking-functions
 */
export function createBlockingEvent(
  { projectId, clock, random }: { projectId: string; clock: Clock; random: Random },
  { event, url, forward = {} }: { event: BlockingName; url: string; forward: Forwarded | undefined },
  account: Draft,
  { tokens, ...details }: SignInDetails,
) {
  const iat = Math.floor(clock.now() / 1000);
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: url,
    iat,
    exp: iat + EXPIRY_S,
    event_id: random.code(22),
    event_type: event,
    user_agent: "NotYetSupportedInFirebaseAuthEmulator",
    ip_address: "127.0.0.1",
    locale: "en",
    user_record: toUserRecord(account),
    sub: account.localId,
    sign_in_method: details.signInMethod,
    sign_in_second_factor: details.signInSecondFactor,
    sign_in_attributes: details.signInAttributes,
    raw_user_info: details.rawUserInfo,
    ...(forward.accessToken && {
      oauth_access_token: tokens?.accessToken,
      oauth_token_secret: tokens?.tokenSecret,
      oauth_expires_in: tokens?.expiresIn,
    }),
    ...(forward.idToken && { oauth_id_token: tokens?.idToken }),
  };
}
export type BlockingEvent = ReturnType<typeof createBlockingEvent>;

/**
 * A program's own blocking function. It returns what a deployed one answers, such as
 * `{ userRecord: { updateMask: "displayName", displayName: "Ada" } }`, or throws to refuse.
 */
export type BlockingFunction = (event: BlockingEvent) => unknown;
export type BlockingFunctionsOption = { readonly [name in BlockingName]?: BlockingFunction };
