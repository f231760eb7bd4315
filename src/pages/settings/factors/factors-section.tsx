import type { User } from "../../../account/user.ts";
import { Address } from "../../../components/address/address.tsx";
import { mailLink } from "../../../contact/mail-link.tsx";
import { factorLabelOf } from "../../../identity/second-factor/factor-name.ts";
import { HumanCheckFrame } from "../../../identity/second-factor/human-check-frame.tsx";
import { enrolledItem } from "../section/enrolled-item.ts";
import { ItemList } from "../section/item-list.tsx";
import { Outcome } from "../section/outcome.tsx";
import { SendAgain } from "../section/send-again.tsx";
import * as styles from "../section/settings-page.css.ts";
import { SettingsRow } from "../section/settings-row.tsx";
import { factorFailureTexts, factorTexts, methodTexts, rowTexts } from "../section/settings-texts.tsx";
import { EnrollmentPanel } from "./enrollment-panel.tsx";
import { FactorOffers } from "./factor-offers.tsx";
import { useFactors } from "./use-factors.ts";

/** Without an address there is no email whose link could be opened. */
const withoutEmail = { ...factorFailureTexts, "unverified-email": factorTexts.needsEmail };

export function FactorsSection({ user }: { user: User }) {
  const { enrollment, request, confirm, cancel } = useFactors(user.uid);
  const { latest, isBusy } = request;
  const { email } = user;
  const isOn = user.enrolledFactors.length > 0;
  const factors = user.enrolledFactors.map((factor, _, { length }) => {
    const { uid, enrolledAt } = factor;
    const name = factorLabelOf(factor);
    const question = length === 1 ? factorTexts.removalOfLast : factorTexts.removal(name);
    const isRunning = isBusy && latest?.ask === "remove" && latest.uid === uid;
    return enrolledItem(
      { id: uid, name, enrolledAt, question, isRunning },
      () => void request.start({ ask: "remove", uid, name }),
    );
  });
  return (
    <SettingsRow
      id="factors"
      texts={factorTexts}
      value={isOn ? factorTexts.isOn : factorTexts.isOff}
      action={isOn ? rowTexts.manage : rowTexts.setUp}
    >
      {!user.emailVerified && (
        <div className={styles.steps}>
          {email === undefined ? (
            <p>{factorTexts.needsEmail}</p>
          ) : (
            <>
              <p>
                <Address text={factorTexts.needsVerifiedEmail(email)} />
              </p>
              <SendAgain uid={user.uid} email={email} />
            </>
          )}
        </div>
      )}
      <ItemList items={factors} busy={isBusy} />
      {/* If the user has a second factor, a re-authentication may need the human check, and then shows it itself. */}
      {isBusy && <HumanCheckFrame />}
      {enrollment ? (
        <EnrollmentPanel
          key={enrollment.kind}
          enrollment={enrollment}
          progress={confirm.progress}
          onConfirm={(code, name) => void confirm.start({ code, name })}
          onCancel={cancel}
        />
      ) : (
        <FactorOffers user={user} request={request} />
      )}
      <p className={styles.intro}>{factorTexts.lostDevice(mailLink)}</p>
      {!enrollment && (
        <Outcome
          user={user}
          task={request}
          texts={email === undefined ? withoutEmail : factorFailureTexts}
          saved={latest?.ask === "remove" && methodTexts.isRemoved(latest.name)}
        />
      )}
      <p className={styles.saved} role="status">
        {confirm.progress.status === "done" && factorTexts.on}
      </p>
    </SettingsRow>
  );
}
