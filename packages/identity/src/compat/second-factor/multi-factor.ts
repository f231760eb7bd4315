import { unenroll } from "../../account/second-factor-enrollment.ts";
import { finalizeEnrollment, finalizeMfaSignIn, parseDemand } from "../../api/mfa.ts";
import { recoveries } from "../../api/token-response.ts";
import { partsOf } from "../../client/client-parts.ts";
import { renewSession } from "../../client/session-call.ts";
import { IdentityError } from "../../errors/identity-error.ts";
import type { Http } from "../../http/http.ts";
import { runSessionChange, runSignInRequest } from "../auth/operation.ts";
import { forAccount, ownerOf } from "../auth/user.ts";
import { authError } from "../errors.ts";
import { keepTokenResponse, responseProviderIdOf, tokenResponseOf } from "../token-response.ts";
import type { Auth, User, UserCredential } from "../types.ts";
import type { MultiFactorAssertion } from "./generators.ts";
import { type MultiFactorInfo, multiFactorInfoOf } from "./info.ts";
import type { MultiFactorSession } from "./session.ts";

export type MultiFactorUser = {
  readonly enrolledFactors: MultiFactorInfo[];
  getSession(): Promise<MultiFactorSession>;
  /** @throws AuthError `auth/invalid-verification-code`, `auth/unverified-email`, `auth/requires-recent-login` */
  enroll(assertion: MultiFactorAssertion, displayName?: string | null): Promise<void>;
  /** @throws AuthError `auth/multi-factor-info-not-found`, `auth/requires-recent-login` */
  unenroll(option: MultiFactorInfo | string): Promise<void>;
};

const users = new WeakMap<User, MultiFactorUser>();

/**
 * The second factors of a user.
 * @throws AuthError `auth/argument-error` for an object that is no user of this package
 */
export function multiFactor(user: User): MultiFactorUser {
  const known = users.get(user);
  if (known) return known;
  ownerOf(user);
  const made: MultiFactorUser = {
    get enrolledFactors() {
      return ownerOf(user).session.user.enrolledFactors.map(multiFactorInfoOf);
    },
    async getSession() {
      await user.getIdToken();
      return { user };
    },
    async enroll({ proof }, displayName) {
      await forAccount(user, (client) =>
        renewSession(client, (http, idToken) =>
          finalizeEnrollment(http, { idToken, ...proof(), displayName: displayName ?? undefined }),
        ),
      );
    },
    async unenroll(option) {
      await forAccount(user, (client) => unenroll(client, typeof option === "string" ? option : option.uid));
    },
  };
  users.set(user, made);
  return made;
}

export type MultiFactorResolver = {
  /** The enrolled factors to choose from. */
  readonly hints: MultiFactorInfo[];
  readonly session: MultiFactorSession;
  /** @throws AuthError `auth/invalid-verification-code`, `auth/code-expired` */
  resolveSignIn(assertion: MultiFactorAssertion): Promise<UserCredential>;
};

/**
 * Continues after `auth/multi-factor-auth-required`.
 * @throws AuthError `auth/argument-error` for any other error
 */
export function getMultiFactorResolver(
  auth: Auth,
  { cause }: { readonly cause?: unknown },
): MultiFactorResolver {
  const { demand, complete } = (cause instanceof IdentityError && recoveries.get(cause)) || {};
  if (!demand) throw authError("argument-error", { appName: auth.name });
  const { mfaPendingCredential, mfaInfo: hints } = parseDemand(demand);
  return {
    hints: hints.map(multiFactorInfoOf),
    session: { pendingCredential: () => mfaPendingCredential },
    async resolveSignIn({ proof }) {
      const requestSignIn = (http: Http) => finalizeMfaSignIn(http, { mfaPendingCredential, ...proof() });
      const { currentUser } = auth;
      const result =
        complete && currentUser
          ? await runSessionChange(currentUser, "reauthenticate", async (client) =>
              complete(() => requestSignIn(partsOf(client).http)),
            )
          : await runSignInRequest(auth, requestSignIn);
      // The first factor's response describes the provider, and the second factor's response describes the user.
      const response = { ...Object(demand), ...tokenResponseOf(result) };
      result.providerId = responseProviderIdOf(response);
      keepTokenResponse(result, response);
      return result;
    },
  };
}
