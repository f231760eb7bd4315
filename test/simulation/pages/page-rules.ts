import type { Person } from "../people.ts";
import type { PageEntry } from "./page-code.ts";

const DRAFTS_KEY = "unsaved-text";

/** What the user of a tab has typed and not saved. It outlives its page. */
export type Draft = { uid: string; text: string };

type Parts = {
  name: string;
  people: readonly Person[];
  code: PageEntry;
  /** The client's own state, once the page has the client. */
  client: () => ReturnType<PageEntry["sessionStore"]["getState"]> | undefined;
  storage: Pick<Storage, "getItem">;
  /** Whether it has shown a user, or that there is none. */
  hasShown: boolean;
  fail: (rule: string, text: string) => void;
};

const ownerOf = (kept: string | null): string | undefined =>
  (JSON.parse(kept ?? "{}") as { uid?: string }).uid;

/** Checks what one page shows after each of its tasks. */
export function checkPage(
  { name, people, code, client, storage, hasShown, fail }: Parts,
  draft: Draft | undefined,
): void {
  const shown = code.sessionStore.getState();
  const uid = code.currentUid();
  if (shown.status === "unknown" && shown.reason === undefined && hasShown)
    fail("a page never forgets what it has shown", name);
  const held = client();
  const heldUid = held?.status === "signed-in" ? held.user.uid : undefined;
  if (held && held.status !== "unknown" && (held.status !== shown.status || heldUid !== uid))
    fail("a page shows what its client says", `${name} shows ${shown.status}, its client is ${held.status}`);

  const document = code.storedUser.get();
  const isReady = document.status === "ready" && document.snapshot.exists;
  const shownName = isReady ? document.snapshot.data.name : undefined;
  const stranger = people.find((other) => other.uid !== uid && shownName?.startsWith(other.name));
  if (stranger || ("uid" in document && document.uid !== uid))
    fail("nobody sees another person's data", `${name} shows the document of another user`);

  if (code.signOutFailed.get() && uid === undefined)
    fail("a failed sign-out is shown to its user", `${name} shows one to nobody`);
  if (code.notices.get()?.reader === "signed-out" && uid !== undefined)
    fail("a notice reaches no other user", name);

  const owner = ownerOf(storage.getItem(DRAFTS_KEY));
  const isLeft = shown.status === "signed-out" && shown.reason === undefined;
  if (owner !== undefined && (isLeft || (uid !== undefined && owner !== uid)))
    fail("what a user has typed ends with the user", `${name} still has it`);
  if (draft && !isLeft && (uid === undefined || uid === draft.uid) && owner !== draft.uid)
    fail("what a user has typed outlives a reload, and the end of a session", `${name} has lost it`);
  if (draft && draft.uid === uid && code.readDraft(draft.uid, "profile")?.name?.typed !== draft.text)
    fail("what a user has typed outlives a reload, and the end of a session", name);
}
