import { useState } from "react";
import type { User } from "../../account/user.ts";
import { Button } from "../../components/button/button.tsx";
import { Confirm } from "../../components/confirm/confirm.tsx";
import { factorName } from "../../components/second-factor/factor-name.ts";
import { MethodRow } from "./method-row.tsx";
import * as styles from "./settings-page.css.ts";

type Factor = User["enrolledFactors"][number];
type FactorListProps = {
  factors: readonly Factor[];
  busy: boolean;
  /** The uid of the factor that is being removed. */
  removing: string | undefined;
  onRemove: (factor: Factor, name: string) => void;
};

const addedOn = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });
function detailOf({ enrolledAt }: Factor): string {
  const at = enrolledAt === undefined ? Number.NaN : Date.parse(enrolledAt);
  return Number.isNaN(at) ? "" : `Added ${addedOn.format(at)}`;
}

/** The account's second factors. */
export function FactorList({ factors, busy, removing, onRemove }: FactorListProps) {
  const [asked, setAsked] = useState<string | undefined>(undefined);
  if (factors.length === 0) return null;
  return (
    <div className={styles.rows}>
      {factors.map((factor) => {
        const name = factorName(factor);
        return (
          <MethodRow
            key={factor.uid}
            name={name}
            detail={detailOf(factor)}
            question={
              asked === factor.uid && (
                <Confirm
                  question={
                    factors.length === 1
                      ? "Without it, signing in asks for your first step only."
                      : `${name} will not be asked for any more.`
                  }
                  yes="Remove"
                  no="Keep it"
                  busy={busy}
                  onYes={() => {
                    setAsked(undefined);
                    onRemove(factor, name);
                  }}
                  onNo={() => setAsked(undefined)}
                />
              )
            }
          >
            <Button
              variant="secondary"
              size="sm"
              busy={removing === factor.uid}
              disabled={busy}
              aria-label={`Remove ${name}`}
              onClick={() => setAsked(factor.uid)}
            >
              Remove
            </Button>
          </MethodRow>
        );
      })}
    </div>
  );
}
