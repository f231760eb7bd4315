import { siteConfig } from "../config/site-config.ts";
import { withFunctions } from "../identity/client.ts";
import { currentUid, userResource } from "../identity/user-state.ts";
import { type LazyValue, lazyValue } from "../lib/lazy-value.ts";
import { whenIdle } from "../lib/when-idle.ts";
import type { ProfileChanges } from "./profile-changes.ts";
import { storedUser } from "./stored-user-store.ts";

type UserDocument = ReturnType<typeof import("./open-document.lazy.ts").openDocument>;
type Opened = { document: LazyValue<UserDocument>; close(): void };

const documentCode = lazyValue(() => import("./open-document.lazy.ts"));

function open(uid: string): Opened {
  let isClosed = false;
  const ends: (() => void)[] = [];
  const start = async (): Promise<UserDocument> => {
    const [identity, { openDocument }] = await withFunctions(documentCode);
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
    // Only the first look decides who is new: a document that goes away later was deleted on purpose.
    let isFirstLook = true;
    document.watch((state) => {
      storedUser.set(uid, { ...state, uid });
      if (state.status !== "ready" || !isFirstLook) return;
      isFirstLook = false;
      // A failure waits for the next visit; nothing that is shown depends on it.
      if (!state.snapshot.exists) document.keepAddress().catch(() => undefined);
    });
    return document;
  };
  // A failed fetch of the code is forgotten, so that the next save, deletion or "Try again" fetches it once more.
  const document = lazyValue(() =>
    start().catch((error: unknown) => {
      if (!isClosed) storedUser.set(uid, { status: "unfetched", uid });
      throw error;
    }),
  );
  // A caller that needs the document hears of the failure; the session goes on without it.
  whenIdle(() => {
    if (!isClosed) document.load().catch(() => undefined);
  });
  return {
    document,
    close: () => {
      isClosed = true;
      for (const end of ends) end();
    },
  };
}

/** One live document for the user who is signed in, none otherwise. */
const opened = userResource(open, ({ close }) => close());

export const startUserDocument = opened.start;

/** A form acts for the user it was opened by: its changes never reach another user's document. */
const documentOf = async (uid: string): Promise<UserDocument> => {
  const found = opened.of(uid);
  if (!found) throw new Error("another user is signed in, or none");
  return found.document.load();
};

/** Saves what a form changed. An empty text is kept as such: it says that none is wanted. */
export async function saveStoredProfile(uid: string, changes: ProfileChanges): Promise<void> {
  await (await documentOf(uid)).saveProfile(changes);
}

/** Deletes everything that is stored; that nothing was there is no failure. */
export async function deleteStoredUser(uid: string): Promise<void> {
  await (await documentOf(uid)).delete();
}

/** Tries at once to read what is stored. */
export function retryStoredUser(): void {
  opened
    .of(currentUid())
    ?.document.load()
    .then(
      (document) => document.retryNow(),
      () => undefined,
    );
}
