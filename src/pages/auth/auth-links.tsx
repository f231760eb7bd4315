import type { ReactElement } from "react";
import { Link } from "../../components/link/link.tsx";
import { type AuthType, authPath, paths } from "../../config/paths.ts";
import * as styles from "./auth-page.css.ts";
import { authTexts } from "./auth-texts.tsx";

/** The links below the form. `next` is passed on to the next form. */
export function AuthLinks({ type, next }: { type: AuthType; next: string }) {
  const to = (target: AuthType, text: string): ReactElement => (
    <Link className={styles.link} href={authPath(target, next)}>
      {text}
    </Link>
  );
  switch (type) {
    case "signup":
      return (
        <>
          <p className={styles.agreement}>
            {authTexts.agreement(
              (text) => (
                <Link href={paths.terms}>{text}</Link>
              ),
              (text) => (
                <Link href={paths.privacy}>{text}</Link>
              ),
            )}
          </p>
          <p className={styles.links}>{to("signin", authTexts.haveAccount)}</p>
        </>
      );
    case "signin":
      return (
        <p className={styles.links}>
          {to("signup", authTexts.createAccount)}
          {to("forgotpass", authTexts.forgot)}
        </p>
      );
    case "forgotpass":
      return <p className={styles.links}>{to("signin", authTexts.remembered)}</p>;
    case "changepass":
      return null;
  }
}
