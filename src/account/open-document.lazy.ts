/** The document client and its schema, in a separate chunk that loads only when a user is signed in. */
import type { PublicConfig } from "@tallybin/contract/public-config";
import { createUserDocument } from "@tallybin/user-document";
import { DOCUMENT_NAMESPACE } from "../config/browser-names.ts";
import { absoluteUrl } from "../config/site-config.ts";
import { fetchConfirmedEmail, readAccountSessions } from "../identity/client/account-data.ts";
import { type identityClient, importClientCode, withIdentity } from "../identity/client/client.ts";
import type { ProfileChanges } from "./profile-changes.ts";
import { saveProfile } from "./save-profile.ts";
import { StoredUser } from "./stored-user.ts";
import { storedUser } from "./stored-user-store.ts";

type IdentityClient = Awaited<ReturnType<typeof identityClient>>;

/** Renews the token first if a server has just refused it. */
async function idTokenOf(uid: string, options: { forceRefresh?: boolean } = {}): Promise<string> {
  const [identity, { forUser, getIdToken }] = await withIdentity(importClientCode);
  return getIdToken(forUser(identity, uid), options);
}

/**
 * Does not connect; the first call or watch does. Uses the device's clock instead of the local services' clock, which
 * can be frozen: a back-off protects a real server and must end.
 */
export function openDocument({ documents, identity }: PublicConfig, uid: string) {
  const openClient = (getIdToken: (options: { forceRefresh: boolean }) => Promise<string>) =>
    createUserDocument({
      url: absoluteUrl(documents.url, window.location.origin),
      projectId: identity.projectId,
      namespace: DOCUMENT_NAMESPACE,
      uid,
      schema: StoredUser,
      getIdToken,
    });
  const document = openClient((options) => idTokenOf(uid, options));
  return {
    ...document,
    /**
     * Writes the address of a user who has no document yet. The identity service confirms the account first: after a
     * deletion on another device, the documents still accept the unexpired token, but no user could delete the data.
     */
    async keepAddress(): Promise<void> {
      const email = await fetchConfirmedEmail(uid);
      if (email !== undefined) await document.set({ email }, { merge: true });
    },
    /** @returns deletes the document with the present token, which outlives its session */
    async prepareDeletion(): Promise<() => Promise<void>> {
      const idToken = await idTokenOf(uid);
      return async () => {
        const last = openClient(async () => idToken);
        await last.delete().finally(last.dispose);
      };
    },
    /** Updates an existing document only, and creates none. */
    announceEndedSessions: () => document.update({ sessionsEndedAt: new Date().toISOString() }),
    /** Signs out if the session has ended. A session that continues costs no forced refresh. */
    checkSession: () => readAccountSessions(uid),
    saveProfile: (changes: ProfileChanges) => saveProfile(document, changes, () => fetchConfirmedEmail(uid)),
  };
}

/**
 * Shows the document's states from now on, and acts on them.
 * @returns a function that stops following the document and disposes of it
 */
export function followDocument(
  document: ReturnType<typeof openDocument>,
  identity: IdentityClient,
  uid: string,
): () => void {
  const stop = identity.onEvent(({ type }) => {
    if (type === "refreshed" || type === "adopted" || type === "tokens-replaced") document.tokenChanged();
  });
  // Only the first read decides whether a user is new, because a document that disappears later was deleted.
  let isFirstLook = true;
  let endedAt: string | undefined;
  document.watch((state) => {
    storedUser.set(uid, { ...state, uid });
    if (state.status !== "ready") return;
    const announced = state.snapshot.exists ? state.snapshot.data.sessionsEndedAt : undefined;
    const isNew = !isFirstLook && announced !== undefined && announced !== endedAt;
    endedAt = announced;
    if (isNew) document.checkSession().catch(() => undefined);
    if (!isFirstLook) return;
    isFirstLook = false;
    // The next visit retries after a failure, because nothing on the page depends on this.
    if (!state.snapshot.exists) document.keepAddress().catch(() => undefined);
  });
  return () => {
    document.dispose();
    stop();
  };
}
