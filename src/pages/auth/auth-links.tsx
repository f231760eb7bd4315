import { type ReactElement, useRef } from "react";
import { Link } from "../../components/link/link.tsx";
import { type AuthType, authPath, paths } from "../../config/paths.ts";
import { useHeldClick } from "../../lib/held-press.ts";
import * as styles from "./auth-page.css.ts";
import { authTexts } from "./auth-texts.tsx";

/** The links below the form. Each passes `next`, the page to open after the sign-in, on to its form. */
export function AuthLinks({ type, next }: { type: AuthType; next: string }) {
  const linkTo = (target: AuthType, text: string): ReactElement => (
    <HeldLink href={authPath(target, next)} text={text} />
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
          <p className={styles.links}>{linkTo("signin", authTexts.haveAccount)}</p>
        </>
      );
    case "signin":
      return (
        <p className={styles.links}>
          {linkTo("signup", authTexts.createAccount)}
          {linkTo("forgotpass", authTexts.forgot)}
        </p>
      );
    case "forgotpass":
      return <p className={styles.links}>{linkTo("signin", authTexts.remembered)}</p>;
    case "changepass":
      return null;
  }
}

/** Beside the password's label, where a user looks who does not know it. */
export const ForgotLink = ({ next }: { next: string }) => (
  <HeldLink href={authPath("forgotpass", next)} text={authTexts.forgotIt} />
);

/** A click before hydration waits, because the next form gets the address that is typed here. */
function HeldLink({ href, text }: { href: string; text: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useHeldClick(link);
  return (
    <Link ref={link} className={styles.link} href={href} data-hold="">
      {text}
    </Link>
  );
}
