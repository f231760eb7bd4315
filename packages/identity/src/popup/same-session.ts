import type { IdentityClient } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { startAttempt } from "../sign-in/start-session.ts";

/**
 * Starts an attempt to sign in. `lasts` tells whether the session is still the one of the start: a user who has signed
 * in or out since, here or in another tab, did not ask for the answer. `known` resolves once storage has been read.
 */
export function sessionOfNow(client: IdentityClient, isNeeded: boolean) {
  const { attempts, runner } = startAttempt(client);
  const { count } = attempts;
  let uid: string | undefined;
  return {
    known: runner.known().then(({ status, session }) => {
      uid = session?.user.uid;
      if (isNeeded && !session)
        throw new IdentityError(status === "unknown" ? "storage-unavailable" : "signed-out");
    }),
    lasts: () => attempts.count === count && runner.getSession()?.user.uid === uid,
  };
}
