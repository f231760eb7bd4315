import { forUser, type IdentityClient, IdentityError } from "@tallybin/identity";

/** Returns the client only while its intended user is signed in, limited to that user. */
export type ClientOfOwner = (identity: IdentityClient) => IdentityClient;

/**
 * A form acts for the user who opened it. Another tab may sign in another user between two steps of a change, so this
 * is called right before each step. The returned client checks the same within a call of several steps.
 */
export const ownedBy =
  (uid: string): ClientOfOwner =>
  (identity) => {
    const state = identity.getState();
    // A client that has not read storage yet checks the user itself, once it has.
    if (state.status === "signed-out" || (state.status === "signed-in" && state.user.uid !== uid))
      throw new IdentityError("session-changed");
    return forUser(identity, uid);
  };
