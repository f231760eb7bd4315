import { Link, linkTo } from "../../components/link/link.tsx";
import { type AuthType, authPath, paths } from "../../config/paths.ts";
import { useHeldClick } from "../../lib/held-press.ts";
import * as styles from "./auth-page.css.ts";
import { authTexts } from "./auth-texts.tsx";

type LinkedForm = Exclude<AuthType, "changepass">;
const links: Record<LinkedForm, readonly { to: AuthType; text: string }[]> = {
  signup: [{ to: "signin", text: authTexts.haveAccount }],
  signin: [
    { to: "signup", text: authTexts.createAccount },
    { to: "forgotpass", text: authTexts.forgot },
  ],
  forgotpass: [{ to: "signin", text: authTexts.remembered }],
};

/** The links below the form. Each passes `next`, the page to open after the sign-in, on to its form. */
export const AuthLinks = ({ type, next }: { type: LinkedForm; next: string }) => (
  <>
    {type === "signup" && (
      <p className={styles.agreement}>{authTexts.agreement(linkTo(paths.terms), linkTo(paths.privacy))}</p>
    )}
    <p className={styles.links}>
      {links[type].map(({ to, text }) => (
        <HeldLink key={to} href={authPath(to, next)} text={text} />
      ))}
    </p>
  </>
);

/** Beside the password's label, where a user looks who does not know it. */
export const ForgotLink = ({ next }: { next: string }) => (
  <HeldLink href={authPath("forgotpass", next)} text={authTexts.forgotIt} />
);

/** A click before hydration waits, because the next form gets the address that is typed here. */
function HeldLink({ href, text }: { href: string; text: string }) {
  const link = useHeldClick<HTMLAnchorElement>();
  return (
    <Link ref={link} className={styles.link} href={href} data-hold="">
      {text}
    </Link>
  );
}
