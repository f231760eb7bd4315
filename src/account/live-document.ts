import { siteConfig } from "../config/site-config.ts";
import { withIdentity } from "../identity/client/client.ts";
import { isReconnecting, sessionStore } from "../identity/state/session-store.ts";
import { currentUid, userResource } from "../identity/state/user-state.ts";
import { inTime } from "../lib/in-time.ts";
import { type LazyValue, lazyValue } from "../lib/lazy-value.ts";
import { whenIdle } from "../lib/when-idle.ts";
import type { ProfileChanges } from "./profile-changes.ts";
import { storedUser } from "./stored-user-store.ts";

type UserDocument = ReturnType<typeof import("./open-document.lazy.ts").openDocument>;
type Opened = {
  document: LazyValue<UserDocument>;
  /** The document for a user's action. The wait for its code has a limit. */
  load(): Promise<UserDocument>;
  close(): void;
};

function open(uid: string): Opened {
  let isClosed = false;
  const ends: (() => void)[] = [];
  const start = async (): Promise<UserDocument> => {
    const [identity, { openDocument }] = await withIdentity(() => import("./open-document.lazy.ts"), {
      isLimited: false,
    });
    const document = openDocument(siteConfig(), uid);
    if (isClosed) {
      document.dispose();
      return document;
    }
    ends.push(
      document.dispose,
      identity.onEvent(({ type }) => {
        if (type === "refreshed" || type === "adopted" || type === "tokens-replaced") document.tokenChanged();
      }),
    );
    // Only the first read decides whether a user is new, because a document that disappears later was deleted
    // deliberately.
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
    return document;
  };
  // A failed fetch of the code is not cached, so the next save, deletion or "Try again" fetches it again.
  const document = lazyValue(start);
  // Late code still opens the document.
  const load = () =>
    inTime(document.load()).catch((error: unknown) => {
      if (!isClosed) storedUser.set(uid, { status: "unfetched", uid });
      throw error;
    });
  // The outage that kept the code away is over.
  ends.push(
    sessionStore.subscribe((session, before) => {
      if (storedUser.get().status !== "unfetched") return;
      if (isReconnecting(before) && !isReconnecting(session)) load().catch(() => undefined);
    }),
  );
  // A caller that needs the document gets the failure; the session continues without it.
  whenIdle(() => {
    if (!isClosed) load().catch(() => undefined);
  });
  return {
    document,
    load,
    close: () => {
      isClosed = true;
      for (const end of ends) end();
    },
  };
}

/** One live document for the user who is signed in, none otherwise. */
const opened = userResource(open, ({ close }) => close());

export const startUserDocument = opened.start;

/** A form acts for the user who opened it: its changes never reach another user's document. */
const documentOf = async (uid: string): Promise<UserDocument> => {
  const found = opened.of(uid);
  if (!found) throw new Error("another user is signed in, or none");
  return found.load();
};

/** Saves a form's changes. An empty text is stored, because it means that the user wants none. */
export async function saveStoredProfile(uid: string, changes: ProfileChanges): Promise<void> {
  await (await documentOf(uid)).saveProfile(changes);
}

/**
 * Tells the user's other browsers that sessions have ended. Otherwise they would notice only at their next exchange.
 */
export function announceEndedSessions(uid: string): void {
  opened
    .of(uid)
    ?.document.load()
    .then((document) => document.announceEndedSessions())
    .catch(() => undefined);
}

/**
 * Fetches what the deletion of all stored data needs while the account exists.
 * @returns deletes the data after the account, because an account that cannot be deleted must keep its data. The
 * documents accept the token of the deleted account until it expires. Missing data is no failure.
 */
export async function prepareDeletion(uid: string): Promise<() => Promise<void>> {
  return (await documentOf(uid)).prepareDeletion();
}

export function retryStoredUser(): void {
  opened
    .of(currentUid())
    ?.load()
    .then(
      (document) => document.retryNow(),
      () => undefined,
    );
}
