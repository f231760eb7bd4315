import { forUser, type IdentityClient, IdentityError } from "@tallybin/identity";

/** Hands the client on only while the person it is meant for is signed in, and for that person's calls alone. */
export type Owned = (identity: IdentityClient) => IdentityClient;

/**
 * A form acts for the person it was opened by. Another tab may sign somebody else in between two steps of one
 * change, so this is asked right before each of them; what is handed on refuses the same within a call of several
 * steps.
 */
export const ownedBy =
  (uid: string): Owned =>
  (identity) => {
    const state = identity.getState();
    if (state.status !== "signed-in" || state.user.uid !== uid) throw new IdentityError("session-changed");
    return forUser(identity, uid);
  };
