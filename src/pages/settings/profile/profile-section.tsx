import { forUser, type IdentityClient, IdentityError, updateProfile } from "@tallybin/identity";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import * as v from "valibot";
import { saveStoredProfile } from "../../../account/document-actions.ts";
import { dropDraft, keepDraft, readDraft } from "../../../account/drafts.ts";
import type { Profile } from "../../../account/profile.ts";
import {
  type ProfileChanges,
  ProfileConflict,
  type ProfileField,
  type ProfileTexts,
  profileFields,
} from "../../../account/profile-changes.ts";
import { Alert } from "../../../components/alert/alert.tsx";
import { Avatar } from "../../../components/avatar/avatar.tsx";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { isPictureAddress, isShownPicture } from "../../../config/picture-host.ts";
import { identityClient } from "../../../identity/client/client.ts";
import { Cancellation, useTask } from "../../../identity/state/use-task.tsx";
import { readBySchema } from "../../../lib/field-schemas.ts";
import { useForm } from "../../../lib/use-form.ts";
import { clamped } from "../../../styles/layout.css.ts";
import { Outcome, SettingsForm, SettingsRow } from "../section/section.tsx";
import * as styles from "../section/settings-page.css.ts";
import { profileTexts as texts } from "../section/settings-texts.tsx";

export function ProfileSection({ profile: user }: { profile: Profile }) {
  const { form, isDraft, task, missed } = useProfileForm(user);
  const picture = form.texts.picture.trim();
  const isLoadable = isShownPicture(picture);
  return (
    <SettingsRow
      id="profile"
      texts={texts}
      value={<span className={clamped}>{user.name || texts.noName}</span>}
      startsOpen={isDraft}
    >
      <SettingsForm button={texts.save} busy={task.isBusy} form={form}>
        <TextField {...form.field("name")} label={texts.name} autoComplete="name" />
        <TextField
          {...form.field("picture")}
          label={texts.picture}
          type="url"
          inputMode="url"
          autoComplete="photo"
          autoCapitalize="none"
          spellCheck={false}
          {...(picture !== "" && isPictureAddress(picture) && !isLoadable ? { hint: texts.otherHost } : {})}
        />
        <div className={styles.preview}>
          <Avatar
            size="large"
            name={form.texts.name || user.email || texts.anonymous}
            {...(isLoadable ? { picture } : {})}
          />
          <span>{texts.preview}</span>
        </div>
      </SettingsForm>
      {missed ? <Alert tone="error">{missed}</Alert> : null}
      <Outcome user={user} task={task} saved={!missed && texts.saved} />
    </SettingsRow>
  );
}

/** Sends nothing for changes of fields that only the user document has. */
const saveInIdentity = async (identity: IdentityClient, { name, picture }: Partial<ProfileTexts>) => {
  const changes = {
    ...(name === undefined ? {} : { displayName: name || null }),
    ...(picture === undefined ? {} : { photoURL: picture || null }),
  };
  if (Object.keys(changes).length > 0) await updateProfile(identity, changes);
};
const requiresRecentSignIn = (error: unknown) =>
  error instanceof IdentityError && error.code === "requires-recent-login";

/** The limits of the identity service, which would save nothing, while the stored document would be saved. */
const NAME_MAX = 256;
const PICTURE_MAX = 2048;

const ProfileForm = v.object({
  name: v.pipe(v.string(), v.trim(), v.maxLength(NAME_MAX, texts.tooLong(NAME_MAX))),
  picture: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(PICTURE_MAX, texts.pictureTooLong(PICTURE_MAX)),
    v.check(isPictureAddress, texts.pictureInvalid),
  ),
});

const mapFields = <Value,>(
  fields: readonly ProfileField[],
  toValue: (field: ProfileField) => Value,
): Partial<Record<ProfileField, Value>> => Object.fromEntries(fields.map((field) => [field, toValue(field)]));
const pickFields = (fields: readonly ProfileField[], texts: ProfileTexts): Partial<ProfileTexts> =>
  mapFields(fields, (field) => texts[field]);

/**
 * The profile's form. Fields that are not being edited follow other devices, and only edited fields are sent. Typed
 * and unsaved text survives an ended session.
 */
function useProfileForm({ uid, name = "", picture = "" }: Profile) {
  const shown: ProfileTexts = { name, picture };
  const [draft] = useState(() => readDraft(uid, "profile"));
  const textsOfDraft = (part: "typed" | "base"): ProfileTexts => ({
    ...shown,
    ...mapFields(profileFields, (field) => draft?.[field]?.[part] ?? shown[field]),
  });
  /** Each field's value before its edit: the version that the edit is based on. */
  const base = useRef(textsOfDraft("base"));
  /** The fields that were saved in only one of the two places. */
  const pending = useRef(new Set<ProfileField>());
  const editedFields = (typed: ProfileTexts) =>
    profileFields.filter((field) => typed[field] !== base.current[field]);

  const [missed, setMissed] = useState<string>();
  /** Saves the changed fields in both places; the identity service removes empty ones. `missed` lists those that were not saved. */
  const task = useTask(async (input: ProfileChanges) => {
    const { changes } = input;
    setMissed(undefined);
    if (Object.keys(changes).length === 0) return;
    const own = forUser(await identityClient(), uid);
    const [stored] = await Promise.allSettled([saveStoredProfile(uid, input)]);
    if (stored.status === "rejected" && stored.reason instanceof ProfileConflict) {
      const { current } = stored.reason;
      setMissed(texts.conflict(profileFields.filter((field) => current[field] !== undefined)));
      // Saving again replaces the other device's text: the user has seen the conflict.
      base.current = { ...base.current, ...current };
      throw new Cancellation();
    }
    const [identity] = await Promise.allSettled([saveInIdentity(own, changes)]);
    // The form's own save is not a change by another device.
    if (stored.status === "fulfilled") base.current = { ...base.current, ...changes };
    if (identity.status === "fulfilled" && stored.status === "fulfilled") {
      pending.current.clear();
      // Text typed during the save stays, as an edit of the saved value.
      const typed = form.typed();
      const saved = profileFields.filter((field) => typed[field].trim() === changes[field]);
      form.restart(pickFields(saved, base.current));
      return;
    }
    for (const field of profileFields) if (changes[field] !== undefined) pending.current.add(field);
    if (
      identity.status === "rejected" &&
      (stored.status === "rejected" || requiresRecentSignIn(identity.reason))
    )
      throw identity.reason;
    setMissed(texts.partlySaved);
  });
  const form = useForm<ProfileTexts>({
    fields: profileFields,
    read: (typed) => readBySchema(ProfileForm, typed),
    act: (values) => {
      const edited = editedFields(form.typed());
      const changed = profileFields.filter((field) => edited.includes(field) || pending.current.has(field));
      void task.start({ changes: pickFields(changed, values), base: base.current });
    },
    onProblem: task.reset,
    initial: textsOfDraft("typed"),
  });

  const followDevices = useEffectEvent((saved: ProfileTexts) => {
    const edited = editedFields(form.typed());
    const unedited = profileFields.filter((field) => !edited.includes(field));
    const followed = pickFields(unedited, saved);
    base.current = { ...base.current, ...followed };
    form.change(followed);
  });
  useEffect(() => followDevices({ name, picture }), [name, picture]);
  const storeDraft = useEffectEvent((typed: ProfileTexts) => {
    const edited = editedFields(typed);
    const edits = mapFields(edited, (field) => ({ typed: typed[field], base: base.current[field] }));
    if (edited.length === 0) dropDraft(uid, "profile");
    else keepDraft(uid, { profile: edits });
  });
  useEffect(() => storeDraft(form.texts), [form.texts]);
  return { form, isDraft: draft !== undefined, task, missed };
}
