import type { PublicConfig } from "@tallybin/contract";
import { withFunctions } from "../identity/client.ts";
import type { SessionState } from "../identity/session-store.ts";
import { sessionStore } from "../identity/session-store.ts";
import { type LazyValue, lazyValue } from "../lib/lazy-value.ts";
import { whenIdle } from "../lib/when-idle.ts";
import type { StoredUser } from "./stored-user.ts";
import { storedUserStore } from "./stored-user-store.ts";

type UserDocument = ReturnType<typeof import("./open-document.lazy.ts").openDocument>;
type Opened = { uid: string; document: LazyValue<UserDocument>; close(): void };

const documentCode = lazyValue(() => import("./open-document.lazy.ts"));

let config: PublicConfig | undefined;
let opened: Opened | undefined;

const uidIn = (session: SessionState) => (session.status === "signed-in" ? session.user.uid : undefined);

/** The address goes into the document of somebody who has none yet: with the first sign-up, whatever its way. */
const keepAddress = async (document: UserDocument, uid: string): Promise<void> => {
  const session = sessionStore.getState();
  const email = session.status === "signed-in" && session.user.uid === uid ? session.user.email : undefined;
  if (email !== undefined) await document.set({ email }, { merge: true });
};

function open(publicConfig: PublicConfig, uid: string): Opened {
  let isClosed = false;
  const ends: (() => void)[] = [];
  const start = async (): Promise<UserDocument> => {
    const [identity, { openDocument }] = await withFunctions(documentCode);
    const document = openDocument(publicConfig, uid);
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
      storedUserStore.setState({ ...state, uid }, true);
      if (state.status !== "ready" || !isFirstLook) return;
      isFirstLook = false;
      // What fails here is tried again with the next visit; nothing that is shown depends on it.
      if (!state.snapshot.exists) keepAddress(document, uid).catch(() => undefined);
    });
    return document;
  };
  // A failed fetch of the code is forgotten, so that the next save, deletion or "Try again" fetches it once more.
  const document = lazyValue(() =>
    start().catch((error: unknown) => {
      if (!isClosed) storedUserStore.setState({ status: "unfetched", uid }, true);
      throw error;
    }),
  );
  // A caller that needs the document hears of the failure; the session goes on without it.
  whenIdle(() => document.load().catch(() => undefined));
  return {
    uid,
    document,
    close: () => {
      isClosed = true;
      for (const end of ends) end();
      storedUserStore.setState({ status: "none" }, true);
    },
  };
}

const follow = (session: SessionState): void => {
  const uid = uidIn(session);
  if (!config || uid === opened?.uid) return;
  opened?.close();
  opened = uid === undefined ? undefined : open(config, uid);
};

/** Follows the session: one live document for whoever is signed in, none otherwise. */
export function startUserDocument(publicConfig: PublicConfig): void {
  config = publicConfig;
  sessionStore.subscribe(follow);
  follow(sessionStore.getState());
}

/** A form belongs to the person it was begun by: what it asks for never reaches somebody else's document. */
const documentOf = async (uid: string | undefined): Promise<UserDocument> => {
  if (!opened || opened.uid !== uid) throw new Error("somebody else is signed in, or nobody");
  return opened.document.load();
};

/** Saves name and picture. An empty one is kept as such: it says that none is wanted. */
export async function saveStoredProfile(
  profile: Required<Pick<StoredUser, "name" | "picture">>,
  uid: string | undefined,
): Promise<void> {
  await (await documentOf(uid)).set(profile, { merge: true });
}

/** Deletes everything that is stored; that nothing was there is no failure. */
export async function deleteStoredUser(uid: string | undefined): Promise<void> {
  await (await documentOf(uid)).delete();
}

/** Tries at once to read what is stored. */
export function retryStoredUser(): void {
  opened?.document.load().then(
    (document) => document.retryNow(),
    () => undefined,
  );
}
