import { useState } from "react";
import type { User } from "../../../account/user.ts";
import { Button } from "../../../components/button/button.tsx";
import { Confirm } from "../../../components/confirm/confirm.tsx";
import { LANGUAGE } from "../../../config/language.ts";
import { isLastMethod, lastMethodText } from "../section/last-method.ts";
import { MethodRow } from "../section/method-row.tsx";
import * as styles from "../section/settings-page.css.ts";
import { settingsTexts } from "../section/settings-texts.tsx";

type Passkey = User["passkeys"][number];
type NamedPasskey = Pick<Passkey, "credentialId"> & { name: string };
type PasskeyListProps = {
  user: User;
  busy: boolean;
  /** The passkey that is being removed. */
  removing: string | undefined;
  onRemove: (passkey: NamedPasskey) => void;
};

const { methods, passkeys: texts } = settingsTexts;

const addedOn = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "long" });
function detailOf({ enrolledAt }: Passkey): string {
  const at = enrolledAt === undefined ? Number.NaN : Date.parse(enrolledAt);
  return Number.isNaN(at) ? "" : methods.added(addedOn.format(at));
}

/** The account's passkeys, each with its name and date. The last sign-in method cannot be removed. */
export function PasskeyList({ user, busy, removing, onRemove }: PasskeyListProps) {
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const { passkeys } = user;
  if (passkeys.length === 0) return null;
  const isLast = isLastMethod(user);
  return (
    <div className={styles.rows}>
      {passkeys.map((passkey) => {
        const { credentialId } = passkey;
        const name = passkey.name ?? texts.unnamed;
        return (
          <MethodRow
            key={credentialId}
            name={name}
            detail={detailOf(passkey)}
            {...(isLast ? { note: lastMethodText(user) } : {})}
            question={
              asked === credentialId && (
                <Confirm
                  question={texts.removal(name)}
                  yes={methods.remove}
                  no={methods.keep}
                  busy={busy}
                  onYes={() => {
                    setAsked(undefined);
                    onRemove({ credentialId, name });
                  }}
                  onNo={() => setAsked(undefined)}
                />
              )
            }
          >
            {!isLast && (
              <Button
                variant="secondary"
                size="sm"
                busy={removing === credentialId}
                disabled={busy}
                aria-label={methods.removeOne(name)}
                onClick={() => setAsked(credentialId)}
              >
                {methods.remove}
              </Button>
            )}
          </MethodRow>
        );
      })}
    </div>
  );
}
