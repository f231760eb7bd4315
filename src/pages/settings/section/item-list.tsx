import { LANGUAGE } from "@tallybin/contract/company";
import { useState } from "react";
import { Address } from "../../../components/address/address.tsx";
import { SmallButton } from "../../../components/button/button.tsx";
import { Confirm } from "../../../components/confirm/confirm.tsx";
import type { Elements } from "../../../lib/elements.ts";
import * as styles from "./settings-page.css.ts";
import { methodTexts as texts } from "./settings-texts.tsx";

export type Item = {
  id: string;
  name: string;
  detail: string;
  /** Why the action is unavailable. */
  note?: string | undefined;
  action?: ItemAction | undefined;
  /** What the running action waits for, below the line. */
  below?: Elements;
};
type ItemAction = {
  text: string;
  /** The button's name, with the item's. */
  label: string;
  question?: string | undefined;
  isRunning?: boolean;
  run: () => void;
};

/** Items with a button each. One question is open at a time, and any other action closes it. */
export function ItemList({ items, busy = false }: { items: readonly Item[]; busy?: boolean }) {
  const [openId, setOpenId] = useState<string>();
  if (items.length === 0) return null;
  const runAction = ({ run }: ItemAction): void => {
    setOpenId(undefined);
    run();
  };
  return (
    <div className={styles.rows}>
      {items.map(({ id, name, detail, note, action, below }) => (
        <div key={id} className={styles.row}>
          <div className={styles.rowLine}>
            <span className={styles.rowText}>
              <span className={styles.rowName}>{name}</span>
              <span className={styles.rowDetail}>
                <Address text={detail} />
              </span>
              {note !== undefined && <span className={styles.rowDetail}>{note}</span>}
            </span>
            {action && (
              <SmallButton
                key={action.text} // a button of another action does not take the focus over
                busy={action.isRunning === true}
                disabled={busy}
                aria-label={action.label}
                onClick={() => (action.question === undefined ? runAction(action) : setOpenId(id))}
                text={action.text}
              />
            )}
          </div>
          {action?.question !== undefined && openId === id && (
            <Confirm
              question={action.question}
              yes={action.text}
              no={texts.keep}
              busy={busy}
              onYes={() => runAction(action)}
              onNo={() => setOpenId(undefined)}
            />
          )}
          {below}
        </div>
      ))}
    </div>
  );
}

const dateOf = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "long" });

type RemovableItem = {
  id: string;
  name: string;
  /** An ISO date. */
  enrolledAt: string | undefined;
  question: string;
  /** Why the item cannot be removed. */
  note?: string | undefined;
  isRunning: boolean;
  run: () => void;
};

/** A passkey or second factor: its name, its date, and a button that removes it. */
export function enrolledItem({ id, name, enrolledAt, note, ...removal }: RemovableItem): Item {
  const at = Date.parse(enrolledAt ?? "");
  return {
    id,
    name,
    detail: Number.isNaN(at) ? "" : texts.added(dateOf.format(at)),
    note,
    action: note === undefined ? { text: texts.remove, label: texts.removeOne(name), ...removal } : undefined,
  };
}
