import { LANGUAGE } from "@tallybin/contract/company";
import { useState } from "react";
import { Button } from "../../../components/button/button.tsx";
import { Confirm } from "../../../components/confirm/confirm.tsx";
import { MethodRow } from "./method-row.tsx";
import * as styles from "./settings-page.css.ts";
import { settingsTexts } from "./settings-texts.tsx";

export type Removable = {
  id: string;
  name: string;
  /** An ISO date. */
  enrolledAt: string | undefined;
  /** What the removal means; asked before it. */
  question: string;
};
type RemovableListProps = {
  items: readonly Removable[];
  busy: boolean;
  /** The ID of the item that is being removed. */
  removing: string | undefined;
  /** Why no item can be removed. */
  note?: string | undefined;
  onRemove: (item: Removable) => void;
};

const { methods: texts } = settingsTexts;
const addedOn = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "long" });
function itemDetailOf({ enrolledAt }: Removable): string {
  const at = enrolledAt === undefined ? Number.NaN : Date.parse(enrolledAt);
  return Number.isNaN(at) ? "" : texts.added(addedOn.format(at));
}

/** Passkeys or second factors with name and date. A removal is confirmed first. */
export function RemovableList({ items, busy, removing, note, onRemove }: RemovableListProps) {
  const [asked, setAsked] = useState<string | undefined>(undefined);
  if (items.length === 0) return null;
  const renderQuestion = (item: Removable) => (
    <Confirm
      question={item.question}
      yes={texts.remove}
      no={texts.keep}
      busy={busy}
      onYes={() => {
        setAsked(undefined);
        onRemove(item);
      }}
      onNo={() => setAsked(undefined)}
    />
  );
  return (
    <div className={styles.rows}>
      {items.map((item) => (
        <MethodRow
          key={item.id}
          name={item.name}
          detail={itemDetailOf(item)}
          note={note}
          question={asked === item.id && renderQuestion(item)}
        >
          {note === undefined && (
            <Button
              variant="secondary"
              size="sm"
              busy={removing === item.id}
              disabled={busy}
              aria-label={texts.removeOne(item.name)}
              onClick={() => setAsked(item.id)}
            >
              {texts.remove}
            </Button>
          )}
        </MethodRow>
      ))}
    </div>
  );
}
