import { useState } from "react";
import type { User } from "../../../account/user.ts";
import { Button } from "../../../components/button/button.tsx";
import { Confirm } from "../../../components/confirm/confirm.tsx";
import { factorName } from "../../../components/second-factor/factor-name.ts";
import { LANGUAGE } from "../../../config/language.ts";
import { MethodRow } from "../section/method-row.tsx";
import * as styles from "../section/settings-page.css.ts";
import { settingsTexts } from "../section/settings-texts.tsx";

type Factor = User["enrolledFactors"][number];
type FactorListProps = {
  factors: readonly Factor[];
  busy: boolean;
  /** The uid of the factor that is being removed. */
  removing: string | undefined;
  onRemove: (factor: Factor, name: string) => void;
};

const { methods, factors: texts } = settingsTexts;

const addedOn = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "long" });
function detailOf({ enrolledAt }: Factor): string {
  const at = enrolledAt === undefined ? Number.NaN : Date.parse(enrolledAt);
  return Number.isNaN(at) ? "" : methods.added(addedOn.format(at));
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
                  question={factors.length === 1 ? texts.removalOfLast : texts.removal(name)}
                  yes={methods.remove}
                  no={methods.keep}
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
              aria-label={methods.removeOne(name)}
              onClick={() => setAsked(factor.uid)}
            >
              {methods.remove}
            </Button>
          </MethodRow>
        );
      })}
    </div>
  );
}
