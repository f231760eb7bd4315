/** The site's code between the identity client and React, as a page runs it. */

export { adoptFirebaseSession } from "@tallybin/identity/adoption";
export { saveStoredProfile } from "../../../src/account/document-actions.ts";
export { dropDraft, keepDraft, readDraft } from "../../../src/account/drafts.ts";
export { userDocument } from "../../../src/account/live-document.ts";
export { storedUser } from "../../../src/account/stored-user-store.ts";
export { identityClient, startSession } from "../../../src/identity/client/client.ts";
export { signOut, signOutFailed } from "../../../src/identity/client/sign-out.ts";
export { notices } from "../../../src/identity/state/notices.ts";
export { currentUid, sessionStore } from "../../../src/identity/state/session-store.ts";
export { startUserStorage } from "../../../src/identity/state/user-storage.ts";
