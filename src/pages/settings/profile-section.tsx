import type { Profile } from "../../account/profile.ts";
import { Alert } from "../../components/alert/alert.tsx";
import { Avatar } from "../../components/avatar/avatar.tsx";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/text-field/text-field.tsx";
import { isShownPicture } from "../../config/picture-host.ts";
import { Outcome } from "./outcome.tsx";
import { isPictureAddress } from "./picture-address.ts";
import { SettingsCard } from "./settings-card.tsx";
import * as styles from "./settings-page.css.ts";
import { OTHER_HOST } from "./settings-texts.ts";
import { useProfileForm } from "./use-profile-form.ts";

/** Name and picture. */
export function ProfileSection({ profile: user }: { profile: Profile }) {
  const { form, submit, task, missed } = useProfileForm(user);
  const { register, formState, watch } = form;
  const picture = watch("picture").trim();
  const isLoadable = isShownPicture(picture);
  return (
    <SettingsCard id="profile" title="Profile">
      <form
        className={styles.form}
        method="post"
        noValidate
        onSubmit={(event) => {
          void submit(event);
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
      <Outcome user={user} task={task} saved={!missed && "Your profile is saved."} />
    </SettingsCard>
  );
}
