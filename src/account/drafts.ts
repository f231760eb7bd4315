import * as v from "valibot";
import { userStorage } from "../identity/state/user-storage.ts";
import { profileFields } from "./profile-changes.ts";

/** A typed text, and the field's value before it: another device may change that value meanwhile. */
const Edit = v.object({ typed: v.string(), base: v.string() });
/** Only fields listed here are kept; never a password or a code. */
const Drafts = v.object({
  profile: v.exactOptional(v.record(v.picklist(profileFields), Edit)),
  email: v.exactOptional(v.object({ email: v.string() })),
});
export type Drafts = v.InferOutput<typeof Drafts>;

/** Text that the user typed and has not saved. This tab keeps it while a session ends and begins again. */
const stored = userStorage("unsaved-text", Drafts);

const readDrafts = (uid: string): Drafts => stored.read(uid) ?? {};

export const readDraft = <Name extends keyof Drafts>(uid: string, name: Name): Drafts[Name] | undefined =>
  readDrafts(uid)[name];

export const keepDraft = (uid: string, drafts: Drafts): void =>
  stored.write(uid, { ...readDrafts(uid), ...drafts });

export function dropDraft(uid: string, name: keyof Drafts): void {
  const { [name]: _saved, ...drafts } = readDrafts(uid);
  if (Object.keys(drafts).length > 0) stored.write(uid, drafts);
  else stored.remove();
}
