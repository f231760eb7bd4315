import type { ReactNode } from "react";
import { Address } from "../../../components/address/address.tsx";
import * as styles from "./settings-page.css.ts";

type MethodRowProps = {
  name: string;
  detail: string;
  /** Why an action is unavailable. */
  note?: string;
  /** The available actions. */
  children: ReactNode;
  /** A confirmation below the row. */
  question?: ReactNode;
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
