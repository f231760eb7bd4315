import { notices } from "../state/notices.ts";
import { currentUid, sessionStore } from "../state/session-store.ts";
import { userState } from "../state/user-state.ts";
import { forgetUserStorage } from "../state/user-storage.ts";
import { importClientCode, withIdentity } from "./client.ts";
import { signOutTexts } from "./sign-out-texts.ts";

let leftPath: string | undefined;

/** Remembers until the next sign-in or page load that a user signed out, and on which page. */
export const noteSignOut = (): void => {
  leftPath = window.location.pathname;
};

sessionStore.subscribe(({ status }, before) => {
  if (status === "signed-in" && before.status === "signed-out") leftPath = undefined;
});

export const hasRequestedSignOut = (): boolean => leftPath !== undefined;

export const isSignedOutAt = (path: string): boolean => path === leftPath;

export const signOutFailed = userState<boolean>(false);

/**
 * Signs the user out in every tab of this browser; the next page confirms the sign-out. A failed sign-out is shown,
 * because on a shared computer the user must know.
 */
export function signOut(): void {
  const uid = currentUid();
  noteSignOut();
  signOutFailed.set(uid, false);
  forgetUserStorage();
  withIdentity(importClientCode)
    .then(([identity, functions]) => functions.signOut(identity))
    .then(() =>
      notices.set(undefined, { reader: "signed-out", tone: "success", text: signOutTexts.signedOut }),
    )
    .catch(() => signOutFailed.set(uid, true));
}
