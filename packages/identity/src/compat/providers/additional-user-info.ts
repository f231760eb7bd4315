import { tryTo } from "../../lib/browser.ts";
import { parseJson } from "../../lib/data.ts";
import { decodeClaims } from "../../session/tokens.ts";
import { textMembersOf, tokenResponseOf } from "../token-response.ts";

/** What the provider said about the user at the sign-in. */
export type AdditionalUserInfo = {
  readonly isNewUser: boolean;
  readonly providerId: string | null;
  readonly profile: Record<string, unknown> | null;
  readonly username?: string | null;
};

/** The sign-in provider of an ID token, which names neither anonymous nor custom sign-ins. */
function providerOfClaims(idToken: string): string | null | undefined {
  const { sign_in_provider: id } = textMembersOf(tryTo(() => decodeClaims(idToken))?.["firebase"]);
  return id === "anonymous" || id === "custom" ? null : id;
}

/** `null` for a result without a response. Never throws. */
export function getAdditionalUserInfo(result: { user: { isAnonymous: boolean } }): AdditionalUserInfo | null {
  const response = tokenResponseOf(result);
  // The second call of `signInAnonymously` makes no request.
  if (!response)
    return result.user.isAnonymous ? { providerId: null, isNewUser: false, profile: null } : null;
  const { providerId, idToken, kind, rawUserInfo, screenName } = textMembersOf(response);
  const isNewUser = !!response["isNewUser"] || kind === "identitytoolkit#SignupNewUserResponse";
  if (!providerId) {
    const claimed = idToken && providerOfClaims(idToken);
    return claimed === undefined || claimed === "" ? null : { isNewUser, providerId: claimed, profile: {} };
  }
  const profile: Record<string, unknown> = Object(parseJson(rawUserInfo ?? ""));
  const { login = null } = textMembersOf(profile);
  return {
    isNewUser,
    providerId,
    profile,
    ...(providerId === "github.com" && { username: login }),
    ...(providerId === "twitter.com" && { username: screenName ?? null }),
  };
}
