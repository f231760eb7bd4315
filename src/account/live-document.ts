import { siteConfig } from "../config/site-config.ts";
import { withIdentity } from "../identity/client/client.ts";
import { isReconnecting, sessionStore } from "../identity/state/session-store.ts";
import { userResource } from "../identity/state/user-state.ts";
import { withinCodeLimit } from "../lib/code-limit.ts";
import { lazyValue } from "../lib/lazy-value.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { storedUser } from "./stored-user-store.ts";

export type UserDocument = ReturnType<typeof import("./open-document.lazy.ts").openDocument>;

function openLiveDocument(uid: string) {
  let isClosed = false;
  const ends: (() => void)[] = [];
  const startDocument = async (): Promise<UserDocument> => {
    const [identity, { followDocument, openDocument }] = await withIdentity(
      () => import("./open-document.lazy.ts"),
      {
        isLimited: false,
      },
    );
    const document = openDocument(siteConfig(), uid);
    if (isClosed) document.dispose();
    else ends.push(followDocument(document, identity, uid));
    return document;
  };
  // A failed fetch of the code is not cached, so the next save, deletion or "Try again" fetches it again.
  const document = lazyValue(startDocument);
  // The wait of a user's action has a limit, but code that arrives later still opens the document.
  const loadInTime = () =>
    withinCodeLimit(document.load()).catch((error: unknown) => {
      if (!isClosed) storedUser.set(uid, { status: "unfetched", uid });
      throw error;
    });
  // When the sign-in service is reachable again, try once more to load the code.
  ends.push(
    sessionStore.subscribe((session, before) => {
      if (storedUser.get().status !== "unfetched") return;
      if (isReconnecting(before) && !isReconnecting(session)) loadInTime().catch(() => undefined);
    }),
  );
  // A caller that needs the document gets the failure; the session continues without it.
  whenIdle(() => {
    if (!isClosed) loadInTime().catch(() => undefined);
  });
  return {
    document,
    load: loadInTime,
    close: () => {
      isClosed = true;
      for (const end of ends) end();
    },
  };
}

/** One live document for the user who is signed in, none otherwise. */
export const userDocument = userResource(openLiveDocument, ({ close }) => close());
