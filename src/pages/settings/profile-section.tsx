import { valibotResolver } from "@hookform/resolvers/valibot";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { dropDraft, keepDraft, readDraft } from "../../account/drafts.ts";
import type { Profile as Person } from "../../account/profile.ts";
import { Alert } from "../../components/alert/alert.tsx";
import { Avatar } from "../../components/avatar/avatar.tsx";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/text-field/text-field.tsx";
import { isShownPicture } from "../../config/picture-host.ts";
import { Outcome } from "./outcome.tsx";
import { SettingsCard } from "./settings-card.tsx";
import * as styles from "./settings-page.css.ts";
import { type Profile, useSaveProfile } from "./use-save-profile.ts";

const PICTURE_INVALID = "Please enter a full address that begins with https://";
const OTHER_HOST = "We do not load pictures from that address: your initials are shown instead.";

const isPictureAddress = (value: string) => value === "" || /^https:\/\/\S+$/.test(value);
const ProfileForm = v.object({
  name: v.pipe(v.string(), v.trim()),
  picture: v.pipe(v.string(), v.trim(), v.check(isPictureAddress, PICTURE_INVALID)),
});

/** Name and picture. What is typed and not saved survives an ended session. */
export function ProfileSection({ profile: user }: { profile: Person }) {
  const stored: Profile = { name: user.name ?? "", picture: user.picture ?? "" };
  const { task, missed } = useSaveProfile(user.uid, () => dropDraft(user.uid, "profile"));
  const { register, handleSubmit, formState, watch, reset, subscribe } = useForm<Profile>({
    resolver: valibotResolver(ProfileForm),
    defaultValues: stored,
    values: stored, // another tab may have saved meanwhile
    resetOptions: { keepDirtyValues: true },
    reValidateMode: "onChange",
  });
  const { uid } = user;
  useEffect(() => {
    const draft = readDraft(uid, "profile");
    if (draft) reset(draft, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty) keepDraft(uid, { profile: values });
        else dropDraft(uid, "profile");
      },
    });
  }, [uid, reset, subscribe]);

  const picture = watch("picture").trim();
  const isLoadable = isShownPicture(picture);
  return (
    <SettingsCard id="profile" title="Profile">
      <form
        className={styles.form}
        method="post"
        noValidate
        onSubmit={(event) => {
          void handleSubmit((values) => void task.start(values))(event);
        }}
      >
        <TextField
          label="Name"
          autoComplete="name"
          error={formState.errors.name?.message}
          {...register("name")}
        />
        <TextField
          label="Picture address"
          type="url"
          inputMode="url"
          autoComplete="photo"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.picture?.message}
          {...(picture !== "" && isPictureAddress(picture) && !isLoadable ? { hint: OTHER_HOST } : {})}
          {...register("picture")}
        />
        <div className={styles.preview}>
          <Avatar
            size="large"
            name={watch("name") || user.email || "Account"}
            {...(isLoadable ? { picture } : {})}
          />
          <span>This is how you appear in the menu.</span>
        </div>
        <div>
          <Button type="submit" busy={task.progress.status === "busy"}>
            Save profile
          </Button>
        </div>
      </form>
      {missed && <Alert tone="error">{missed}</Alert>}
      <Outcome user={user} task={task} saved={missed ? "" : "Your profile is saved."} />
    </SettingsCard>
  );
}
