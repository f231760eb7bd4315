import { NewBrowserAlerts, StoredDataAlert } from "../../account/account-alerts.tsx";
import { AccountGate } from "../../account/account-gate.tsx";
import type { Profile } from "../../account/profile.ts";
import { Alert } from "../../components/alert/alert.tsx";
import { SmallButton } from "../../components/button/button.tsx";
import { TextOutline } from "../../components/page-outline/page-outline.tsx";
import { useNotice } from "../../identity/state/notices.ts";
import { DataSection } from "./data/data-section.tsx";
import { DeleteSection } from "./deletion/delete-section.tsx";
import { EmailSection } from "./email/email-section.tsx";
import { FactorsSection } from "./factors/factors-section.tsx";
import { MethodsSection, PasskeysSection } from "./methods/methods-section.tsx";
import { PasswordSection } from "./password/password-section.tsx";
import { ProfileSection } from "./profile/profile-section.tsx";
import * as styles from "./section/settings-page.css.ts";
import {
  deletionTexts,
  emailTexts,
  factorTexts,
  methodTexts,
  passwordTexts,
  profileTexts,
  rowTexts,
  settingsTexts,
} from "./section/settings-texts.tsx";
import { HistorySection, SessionsSection } from "./sessions/activity-section.tsx";

export const SettingsPage = () => (
  <AccountGate outline={<SettingsOutline />}>{(user) => <Settings user={user} />}</AccountGate>
);

/** The rows that every account has. */
const ROWS = [
  { id: "profile", title: profileTexts.title, action: rowTexts.change },
  { id: "email", title: emailTexts.title, action: rowTexts.change },
  { id: "password", title: passwordTexts.title, action: rowTexts.change },
  { id: "methods", title: methodTexts.title, action: rowTexts.manage },
  { id: "factors", title: factorTexts.title, action: rowTexts.manage },
  { id: "delete", title: deletionTexts.title, action: rowTexts.delete },
];

const SettingsOutline = () => (
  <div className={styles.outline}>
    <h1>{settingsTexts.title}</h1>
    <div className={styles.sections}>
      {ROWS.map(({ id, title, action }) => (
        <div key={id} id={id} className={styles.setting}>
          <div className={styles.head}>
            <h2 className={styles.heading}>{title}</h2>
            <div className={styles.value}>
              <TextOutline />
            </div>
            {/* Needs no script: the row that the address names is open once the session fills the page. */}
            <span className={styles.outlineToggle}>
              <SmallButton href={`#${id}`} aria-label={rowTexts.actionOn(action, title)} text={action} />
            </span>
          </div>
          <div className={styles.outlinePanel}>
            <TextOutline />
            <TextOutline />
          </div>
        </div>
      ))}
    </div>
  </div>
);

/** Everything about an account that its owner can change; each section saves independently. */
function Settings({ user }: { user: Profile }) {
  const notice = useNotice("signed-in");
  // If another user signs in, the fields are created again.
  return (
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
  );
}
