import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { startSignIn } from "../sign-in/start-session.ts";

/**
 * Starts a sign-in. `lasts` tells whether the session is unchanged since the start: a user who has signed in
 * or out since, in this tab or another, did not ask for the response. `known` resolves after the first storage read.
 * `stop` ends the observation.
 */
export function sessionOfNow(client: IdentityClient, isNeeded: boolean) {
  const { runner } = partsOf(client);
  const attempt = startSignIn(client);
  let generation: string | undefined;
  let isKnown = false;
  let hasChanged = false;
  // Compare after every change: a session that began and ended in between is also a change.
  const look = () => {
    hasChanged ||= isKnown && runner.getSession()?.generation !== generation;
  };
  return {
    known: runner.known().then(({ status, session }) => {
      generation = session?.generation;
      isKnown = true;
      if (isNeeded && !session)
        throw new IdentityError(status === "unknown" ? "storage-unavailable" : "signed-out");
    }),
    lasts: () => {
      look();
      return !hasChanged && runner.getLatestSignIn() === attempt;
    },
    stop: runner.subscribe(look),
  };
}
