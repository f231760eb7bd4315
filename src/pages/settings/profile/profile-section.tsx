import type { Profile } from "../../../account/profile.ts";
import { Alert } from "../../../components/alert/alert.tsx";
import { Avatar } from "../../../components/avatar/avatar.tsx";
import { TextField } from "../../../components/text-field/text-field.tsx";
import { isPictureAddress, isShownPicture } from "../../../config/picture-host.ts";
import { clamped } from "../../../styles/layout.css.ts";
import { Outcome, SettingsForm, SettingsRow } from "../section/section.tsx";
import * as styles from "../section/settings-page.css.ts";
import { profileTexts as texts } from "../section/settings-texts.tsx";
import { useProfileForm } from "./use-profile-form.ts";

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
