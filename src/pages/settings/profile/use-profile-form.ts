import { valibotResolver } from "@hookform/resolvers/valibot";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import type { Profile } from "../../../account/profile.ts";
import { type ProfileField, type ProfileTexts, profileFields } from "../../../account/profile-changes.ts";
import { isPictureAddress } from "../../../config/picture-host.ts";
import { submitFields } from "../../../lib/typed-form.ts";
import { settingsTexts } from "../section/settings-texts.tsx";
import { useKeptDraft } from "../section/use-kept-draft.ts";
import { useSaveProfile } from "./use-save-profile.ts";

const texts = settingsTexts.profile;
/** The limits of the identity service, which would save nothing, while the stored document would be saved. */
const NAME_MAX = 256;
const PICTURE_MAX = 2048;

const ProfileForm = v.object({
  name: v.pipe(
    v.string(),
    v.transform((text) => text.trim()),
    v.check((name) => name.length <= NAME_MAX, texts.nameTooLong(NAME_MAX)),
  ),
  picture: v.pipe(
    v.string(),
    v.transform((text) => text.trim()),
    v.check((address) => address.length <= PICTURE_MAX, texts.pictureTooLong(PICTURE_MAX)),
    v.check(isPictureAddress, texts.pictureInvalid),
  ),
});

const pickFields = (fields: readonly ProfileField[], texts: ProfileTexts): Partial<ProfileTexts> =>
  Object.fromEntries(fields.map((field) => [field, texts[field]]));

/**
 * The profile's form. Fields that are not being edited follow other devices, and only edited fields are sent. Typed
 * and unsaved text survives an ended session.
 */
export function useProfileForm({ uid, name = "", picture = "" }: Profile) {
  const shown: ProfileTexts = { name, picture };
  const form = useForm<ProfileTexts>({
    resolver: valibotResolver(ProfileForm),
    defaultValues: shown,
    values: shown, // another device may have saved meanwhile
    resetOptions: { keepDirtyValues: true },
    reValidateMode: "onChange",
  });
  const { resetField, getValues, setValue } = form;
  const { dirtyFields } = form.formState;

  /** Each field's value before its edit: the version that the edit is based on. */
  const base = useRef(shown);
  useEffect(() => {
    for (const field of profileFields) if (!dirtyFields[field]) base.current[field] = shown[field];
  });
  /** The fields that were saved in only one of the two places. */
  const pending = useRef(new Set<ProfileField>());

  const { task, missed } = useSaveProfile(uid, {
    onSaved: (changes) => {
      pending.current.clear();
      for (const field of profileFields) {
        const saved = changes[field];
        if (saved === undefined) continue;
        base.current[field] = saved;
        // Text typed during the save stays, as an edit of the saved value.
        const typed = getValues(field);
        resetField(field, { defaultValue: saved });
        if (typed.trim() !== saved) setValue(field, typed, { shouldDirty: true });
      }
    },
    onMissed: (changes, isStored) => {
      // The form's own save is not a change by another device.
      if (isStored) base.current = { ...base.current, ...changes };
      for (const field of profileFields) if (changes[field] !== undefined) pending.current.add(field);
    },
    // Saving again replaces the other device's text: the user has seen the conflict.
    onConflict: (current) => {
      base.current = { ...base.current, ...current };
    },
  });

  useKeptDraft(uid, "profile", form, {
    restore: (draft) => {
      for (const field of profileFields) {
        const text = draft[field];
        if (text === undefined) continue;
        base.current[field] = text.base;
        setValue(field, text.typed, { shouldDirty: true });
      }
    },
    draftOf: (values, edited) => {
      const texts = profileFields.flatMap((field) =>
        edited[field] ? [[field, { typed: values[field], base: base.current[field] }]] : [],
      );
      return texts.length > 0 ? Object.fromEntries(texts) : undefined;
    },
  });

  const submit = submitFields(
    form,
    (texts) => {
      const changed = profileFields.filter((field) => dirtyFields[field] || pending.current.has(field));
      void task.start({ changes: pickFields(changed, texts), base: { ...base.current } });
    },
    // A refused attempt removes the message of the previous one.
    task.reset,
  );
  return { form, submit, task, missed };
}
