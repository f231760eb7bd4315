import { linkTo } from "../../components/link/link.tsx";
import type { AuthType } from "../../config/paths.ts";
import type { Elements } from "../../lib/elements.ts";
import * as styles from "./auth-page.css.ts";
import { authTexts } from "./auth-texts.tsx";

const GOOGLE = "https://policies.google.com";

type AuthFrameProps = { children: Elements } & (
  | { type: AuthType; title?: string | undefined }
  | { title: string; type?: never }
);

/** One column with a heading. Google wants to be named where the badge of reCAPTCHA Enterprise is out of sight. */
export const AuthFrame = ({ type, title, children }: AuthFrameProps) => (
  <div className={type === "changepass" ? styles.passwordPage : styles.page}>
    <h1 className={styles.title}>{title ?? (type && authTexts.forms[type].title)}</h1>
    {children}
    {type !== undefined && type !== "changepass" && (
      <p className={styles.agreement} data-offer="recaptcha">
        {authTexts.recaptcha(linkTo(`${GOOGLE}/privacy`), linkTo(`${GOOGLE}/terms`))}
      </p>
    )}
  </div>
);
