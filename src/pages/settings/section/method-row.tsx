import { Address } from "../../../components/address/address.tsx";
import type { Elements } from "../../../lib/elements.ts";
import * as styles from "./settings-page.css.ts";

type MethodRowProps = {
  name: string;
  detail: string;
  /** Why an action is unavailable. */
  note?: string | undefined;
  /** The available actions. */
  children?: Elements;
  /** A confirmation below the row. */
  question?: Elements;
};

/** One line of a list of items that can be added and removed. */
export const MethodRow = ({ name, detail, note, children, question }: MethodRowProps) => (
  <div className={styles.row}>
    <div className={styles.rowLine}>
      <span className={styles.rowText}>
        <span className={styles.rowName}>{name}</span>
        <span className={styles.rowDetail}>
          <Address text={detail} />
        </span>
        {note !== undefined && <span className={styles.rowDetail}>{note}</span>}
      </span>
      {children}
    </div>
    {question}
  </div>
);
