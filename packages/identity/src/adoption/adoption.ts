import { tryTo } from "@tallybin/platform/browser";
import { inTime } from "@tallybin/platform/deadline";
import { createTabPlatform } from "../client/tab-platform.ts";
import type { Persistence } from "../persistence/persistence.ts";
import { parseRecord, placeOf, type Session } from "../session/record.ts";
import { storedValueOf } from "../session/store.ts";
import { type FirebaseApp, parseSdkSession, SDK_PREFIX, sdkKeyOf } from "./sdk-record.ts";
import { sdkPlacesOf } from "./sdk-storage.ts";

/** Shorter than the client's own deadline for storage, so that a hanging database of the SDK delays only one call. */
const LOOK_MS = 2000;

const MOST_NAMES = 20;
const adoptedKeyOf = (key: string) => `${key}:adopted`;

/** The generations that were taken over in this browser. Empty if the browser refuses to read them. */
const readAdopted = ({ signOutNotes }: Persistence, key: string): string[] =>
  tryTo(() => signOutNotes?.getItem(adoptedKeyOf(key)))?.split(" ") ?? [];

const noteAdopted = (inner: Persistence, key: string, generation: string): void => {
  const names = [...new Set([...readAdopted(inner, key), generation])].slice(-MOST_NAMES);
  tryTo(() => inner.signOutNotes?.setItem(adoptedKeyOf(key), names.join(" ")));
};

type SdkSession = { session: Session; remove(): Promise<void> };

async function findSdkSession(app: FirebaseApp, { kind }: Persistence): Promise<SdkSession | undefined> {
  const key = sdkKeyOf(app);
  const places = sdkPlacesOf(kind);
  for (const place of places) {
    const session = await place.read(key).then(
      (stored) => parseSdkSession(stored, app),
      () => undefined, // the other places may still be readable
    );
    if (!session) continue;
    // A newer sign-in by the SDK has another generation, and stays.
    const isSameSession = (stored: unknown) =>
      parseSdkSession(stored, app)?.generation === session.generation;
    // Like the SDK, use the session of the first place and clear the other places, which may hold an older sign-in.
    const mayRemove = (other: typeof place) => (other === place ? isSameSession : () => true);
    return {
      session,
      remove: async () => {
        await Promise.allSettled(places.map((other) => other.remove(key, mayRemove(other))));
      },
    };
  }
  return undefined;
}

/**
 * The client's storage, which begins with the session that Google's SDK has left in this browser. Looks once per page,
 * and only until the page has seen a record of the client there. The session is stored in one transaction before the
 * SDK's record is removed; if it can't be stored, the record stays, and the client uses the session from memory. A
 * session is taken over once: an open page of the former release may store it again, after its user has signed out or
 * another user has signed in. Never throws.
 *
 * A client with a persistence of one tab takes over what the SDK kept for that tab (`sessionStorage`). Any other client
 * takes over what the SDK kept for the browser (IndexedDB, then `localStorage`).
 * @param app the key, project and name that the SDK was initialized with, and the client's `namespace`
 * @param inner where the client keeps its session; by default the client's own default, IndexedDB where there is one
 */
export function adoptFirebaseSession(
  app: FirebaseApp & { readonly namespace?: string },
  inner: Persistence = createTabPlatform(app.namespace).persistence,
): Persistence {
  const platform = createTabPlatform(app.namespace);
  let looking: Promise<SdkSession | undefined> | undefined;
  const lookOnce = (): Promise<SdkSession | undefined> => {
    looking ??= inTime(platform, LOOK_MS, () => findSdkSession(app, inner)).catch(() => undefined);
    return looking;
  };

  let seen: string | undefined;
  /** Whether this page has seen a record of the client. Storage that is empty afterwards means a sign-out. */
  let isOver = false;
  /** Removes the SDK's record of a stored session. The page that took it over may have closed before it did so. */
  const tidyUp = async (key: string, stored: unknown): Promise<void> => {
    const record = parseRecord(stored);
    isOver ||= !record || !!record.session;
    const { generation = "" } = record?.session ?? {};
    if (generation === seen || !generation.startsWith(SDK_PREFIX)) return;
    seen = generation;
    noteAdopted(inner, key, generation);
    const removeLeftover = async () => {
      const found = await findSdkSession(app, inner);
      if (found?.session.generation === generation) await found.remove();
    };
    // A record that can't be removed names a session that was taken over. The next page tries again.
    await inTime(platform, LOOK_MS, removeLeftover).catch(() => undefined);
  };

  /** The stored value, or the SDK's session in its place. Runs inside the transaction that writes it. */
  const withSdkSession = (key: string, stored: unknown, session: Session | undefined): unknown => {
    // Check at the write, because a slow tab may have read the record before another tab took it over and signed out.
    if (!session || isOver || readAdopted(inner, key).includes(session.generation)) return stored;
    const record = parseRecord(stored);
    // A sign-out in this browser that came after the sign-in is greater.
    return record && placeOf(record).stamp < session.stamp ? storedValueOf({ session }) : stored;
  };

  const update: Persistence["update"] = async (key, change) => {
    // Empty storage begins with the session of the SDK, so the look comes before the change.
    const former = isOver ? undefined : await lookOnce();
    let isOffered = false;
    let isTakenOver = false;
    await inner.update(key, (stored) => {
      void tidyUp(key, stored);
      const begun = withSdkSession(key, stored, former?.session);
      isOffered = !isOver;
      isTakenOver = begun !== stored;
      return change(begun);
    });
    // To the client, the session was in storage, so it tells no tab of it.
    const tabs = isTakenOver ? platform.channel?.(key) : undefined;
    tabs?.postMessage("changed");
    tabs?.close();
    // The SDK's session stays where it is if another page has stored one first.
    if (former && isOffered) await tidyUp(key, storedValueOf(former));
  };

  return {
    ...inner,
    update,
    async read(key) {
      const stored = await inner.read(key);
      void tidyUp(key, stored);
      if (isOver) return stored;
      const former = await lookOnce();
      if (former) await update(key, (begun) => begun).catch(() => undefined);
      return withSdkSession(key, await inner.read(key), former?.session);
    },
    async remove(key, isExpected) {
      await inner.remove(key, isExpected);
      const former = isOver ? undefined : await looking;
      if (former && isExpected(storedValueOf(former))) await tidyUp(key, storedValueOf(former));
    },
  };
}
