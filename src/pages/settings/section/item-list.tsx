import { useState } from "react";
import { Address } from "../../../components/address/address.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Confirm } from "../../../components/confirm/confirm.tsx";
import type { Elements } from "../../../lib/elements.ts";
import * as styles from "./settings-page.css.ts";
import { methodTexts } from "./settings-texts.tsx";

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
export type ItemAction = {
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
              <Button
                key={action.text} // a button of another action does not take the focus over
                variant="secondary"
                size="sm"
                busy={action.isRunning === true}
                disabled={busy}
                aria-label={action.label}
                onClick={() => (action.question === undefined ? runAction(action) : setOpenId(id))}
              >
                {action.text}
              </Button>
            )}
          </div>
          {action?.question !== undefined && openId === id && (
            <Confirm
              question={action.question}
              yes={action.text}
              no={methodTexts.keep}
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
