import { type SessionState, sessionStore } from "../identity/session-store.ts";
import { tabValues } from "../lib/site-data.ts";
import { UNSAVED_TEXT } from "./unsaved-text.ts";

/**
 * Text that was typed and not saved, kept for this tab while a session ends and begins again. Never a password or a
 * code: only what is named here can be kept. Gone as soon as somebody else signs in, or the person signs out.
 */
export type Drafts = {
  profile?: { name: string; picture: string };
  email?: { email: string };
};
type Kept = { uid: string; drafts: Drafts };

const KEY = UNSAVED_TEXT;

function read(): Kept | undefined {
  const kept = tabValues().readJson(KEY);
  return isKept(kept) ? kept : undefined;
}

function write(kept: Kept | undefined): void {
  if (kept && Object.keys(kept.drafts).length > 0) tabValues().write(KEY, JSON.stringify(kept));
  else tabValues().remove(KEY);
}

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" &&
  value !== null &&
  "uid" in value &&
  typeof value.uid === "string" &&
  "drafts" in value &&
  typeof value.drafts === "object" &&
  value.drafts !== null;

export function readDraft<Name extends keyof Drafts>(uid: string, name: Name): Drafts[Name] | undefined {
  const kept = read();
  return kept?.uid === uid ? kept.drafts[name] : undefined;
}

const draftsOf = (uid: string): Drafts => {
  const kept = read();
  return kept?.uid === uid ? kept.drafts : {};
};

export const keepDraft = (uid: string, drafts: Drafts): void =>
  write({ uid, drafts: { ...draftsOf(uid), ...drafts } });

export function dropDraft(uid: string, name: keyof Drafts): void {
  const { [name]: _saved, ...drafts } = draftsOf(uid);
  write({ uid, drafts });
}

/** An involuntary sign-out carries a reason and keeps the text. */
function judge(session: SessionState): void {
  const kept = read();
  if (!kept) return;
  const isSomebodyElse = session.status === "signed-in" && session.user.uid !== kept.uid;
  const hasLeft = session.status === "signed-out" && session.reason === undefined;
  if (isSomebodyElse || hasLeft) write(undefined);
}

// The change may have come before this module did.
judge(sessionStore.getState());
sessionStore.subscribe(judge);
