import { AccountGate } from "../../account/account-gate.tsx";
import { NewBrowserAlerts } from "../../account/new-browser-alert.tsx";
import { useProfile } from "../../account/profile.ts";
import { StoredDataAlert } from "../../account/stored-data-alert.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { TextOutline } from "../../components/page-outline/page-outline.tsx";
import { Section } from "../../components/section/section.tsx";
import { useNotice } from "../../identity/state/use-notice.ts";
import { DataSection } from "./data/data-section.tsx";
import { DeleteSection } from "./deletion/delete-section.tsx";
import { EmailSection } from "./email/email-section.tsx";
import { FactorsSection } from "./factors/factors-section.tsx";
import { HistorySection } from "./history/history-section.tsx";
import { MethodsSection } from "./methods/methods-section.tsx";
import { PasskeysSection } from "./passkeys/passkeys-section.tsx";
import { PasswordSection } from "./password/password-section.tsx";
import { ProfileSection } from "./profile/profile-section.tsx";
import * as styles from "./section/settings-page.css.ts";
import { settingsTexts } from "./section/settings-texts.tsx";
import { SessionsSection } from "./sessions/sessions-section.tsx";

export const SettingsPage = () => (
  <AccountGate outline={<SettingsOutline />}>
    <Settings />
  </AccountGate>
);

/** The rows that every account has. */
const ROWS = [
  settingsTexts.profile,
  settingsTexts.email,
  settingsTexts.password,
  settingsTexts.methods,
  settingsTexts.factors,
  settingsTexts.deletion,
];

const SettingsOutline = () => (
  <div className={styles.outline}>
    <h1>{settingsTexts.title}</h1>
    <div className={styles.sections}>
      {ROWS.map(({ title }) => (
        <div key={title} className={styles.setting}>
          <div className={styles.head}>
            <h2 className={styles.heading}>{title}</h2>
            <div className={styles.value}>
              <TextOutline />
            </div>
          </div>
        </div>
      ))}
    </div>
  </div>
);

/** Everything about an account that its owner can change; each section saves independently. */
function Settings() {
  const user = useProfile();
  const notice = useNotice("signed-in");
  if (!user) return null;
  return (
    <Section padding="md">
      {/* If another user signs in, the fields are created again. */}
      <div key={user.uid} className={styles.page}>
        <h1>{settingsTexts.title}</h1>
        {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
        <StoredDataAlert />
        <NewBrowserAlerts user={user} />
        <div className={styles.sections}>
          <ProfileSection profile={user} />
          <EmailSection user={user} />
          <PasswordSection user={user} />
          <MethodsSection user={user} />
          <PasskeysSection user={user} />
          <FactorsSection user={user} />
          <SessionsSection user={user} />
          <HistorySection user={user} />
          <DataSection user={user} />
          <DeleteSection user={user} />
        </div>
      </div>
    </Section>
  );
}
