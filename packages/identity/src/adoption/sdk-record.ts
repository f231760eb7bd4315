import { tryTo } from "@tallybin/platform/browser";
import { decodeClaims } from "../id-token.ts";
import { Numeric, Text, textMatching, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { Session } from "../session/record.ts";
import { createSession } from "../session/tokens.ts";
import { User } from "../user.ts";

/** The app of Google's SDK whose session is stored in this browser. */
export type FirebaseApp = {
  /** The API key that the SDK was initialized with. It is part of the record's name. */
  readonly apiKey: string;
  readonly projectId: string;
  /** The second argument of `initializeApp`; by default the SDK's own default, `[DEFAULT]`. */
  readonly appName?: string;
};

export const sdkKeyOf = ({ apiKey, appName = "[DEFAULT]" }: FirebaseApp): string =>
  `firebase:authUser:${apiKey}:${appName}`;

/**
 * What the SDK stores, as far as a session needs it. `expirationTime` is in milliseconds, by the device's clock.
 * @see https://github.com/firebase/firebase-js-sdk/blob/main/packages/auth/src/core/user/user_impl.ts
 */
const SdkRecord = v.object({
  uid: textMatching(/./),
  stsTokenManager: v.object({ accessToken: Text, refreshToken: textMatching(/./), expirationTime: Numeric }),
});

/** Drops members that are null, because the SDK stores each missing text as null. */
const dropNulls = (value: unknown): unknown =>
  tryTo(() => JSON.parse(JSON.stringify(value), (_, member) => member ?? undefined));

/** How the generation of every session begins that was taken over. */
export const SDK_PREFIX = "sdk:";

/**
 * Parses the SDK's record; `undefined` for a broken one, and for one of another project or user. The generation is
 * derived from the sign-in, so that all tabs give the session one name, and a noted sign-out also covers a record that
 * an open page of the SDK has written again.
 */
export function parseSdkSession(stored: unknown, { projectId }: FirebaseApp): Session | undefined {
  const record = dropNulls(stored);
  const parsed = tryParse(SdkRecord, record);
  const claims = parsed && tryTo(() => decodeClaims(parsed.stsTokenManager.accessToken));
  if (!claims || claims.sub !== parsed.uid || claims["aud"] !== projectId) return undefined;
  const { createdAt, lastLoginAt } = Object(record);
  const user = tryParse(User, {
    ...Object(record),
    createdAt: Number(createdAt) || undefined, // the SDK stores times as text
    lastLoginAt: Number(lastLoginAt) || undefined,
    enrolledFactors: [],
    passkeys: [],
  });
  const { accessToken: idToken, refreshToken, expirationTime } = parsed.stsTokenManager;
  const receivedAt = expirationTime - (claims.exp - claims.iat) * 1000;
  const generation = `${SDK_PREFIX}${encodeURIComponent(parsed.uid)}:${claims["auth_time"]}`;
  // The time of the sign-in by the device's clock: the server's clock would order it wrongly among this browser's actions.
  const stamp = receivedAt - (Number(claims.iat - Number(claims["auth_time"])) * 1000 || 0);
  // A profile with an odd field does not end the session: the ID token names the user too.
  return tryTo(() =>
    createSession({ idToken, refreshToken }, receivedAt, { stamp, generation, ...(user && { user }) }),
  );
}
