import { useState } from "react";
import type { User } from "../../account/user.ts";
import { Button } from "../../components/button/button.tsx";
import { Confirm } from "../../components/confirm/confirm.tsx";
import { isLastMethod, lastMethodText } from "./last-method.ts";
import { MethodRow } from "./method-row.tsx";
import * as styles from "./settings-page.css.ts";

type Passkey = User["passkeys"][number];
type NamedPasskey = Pick<Passkey, "credentialId"> & { name: string };
type PasskeyListProps = {
  user: User;
  busy: boolean;
  /** The passkey that is being removed. */
  removing: string | undefined;
  onRemove: (passkey: NamedPasskey) => void;
};

const addedOn = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });
function detailOf({ enrolledAt }: Passkey): string {
  const at = enrolledAt === undefined ? Number.NaN : Date.parse(enrolledAt);
  return Number.isNaN(at) ? "" : `Added ${addedOn.format(at)}`;
}

/** Each with its name and date. The last sign-in method stays. */
export function PasskeyList({ user, busy, removing, onRemove }: PasskeyListProps) {
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const { passkeys } = user;
  if (passkeys.length === 0) return null;
  const isLast = isLastMethod(user);
  return (
    <div className={styles.rows}>
      {passkeys.map((passkey) => {
        const { credentialId } = passkey;
        const name = passkey.name ?? "Passkey";
        return (
          <MethodRow
            key={credentialId}
            name={name}
            detail={detailOf(passkey)}
            {...(isLast ? { note: lastMethodText(user) } : {})}
            question={
              asked === credentialId && (
                <Confirm
                  question={`${name} won’t sign you in any more.`}
                  yes="Remove"
                  no="Keep it"
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
                aria-label={`Remove ${name}`}
                onClick={() => setAsked(credentialId)}
              >
                Remove
              </Button>
            )}
          </MethodRow>
        );
      })}
    </div>
  );
}
