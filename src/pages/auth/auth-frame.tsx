import type { AuthType } from "../../config/paths.ts";
import type { Elements } from "../../lib/elements.ts";
import * as styles from "./auth-page.css.ts";
import { authTexts } from "./auth-texts.tsx";

type AuthFrameProps = { children: Elements } & (
  | { type: AuthType; title?: never }
  | { title: string; type?: never }
);

/** One column with a heading. */
export const AuthFrame = ({ type, title, children }: AuthFrameProps) => (
  <div className={styles.page}>
    <h1 className={styles.title}>{type === undefined ? title : authTexts.forms[type].title}</h1>
    {children}
  </div>
);
