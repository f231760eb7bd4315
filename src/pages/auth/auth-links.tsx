import { Link } from "../../components/link/link.tsx";
import { type AuthType, authPath, paths } from "../../config/paths.ts";
import * as styles from "./auth-page.css.ts";

/** The links below the form. `next` is passed on to the next form. */
export function AuthLinks({ type, next }: { type: AuthType; next: string }) {
  const to = (target: AuthType, text: string) => (
    <Link className={styles.link} href={authPath(target, next)}>
      {text}
    </Link>
  );
  switch (type) {
    case "signup":
      return (
        <>
          <p className={styles.agreement}>
            By signing up, you agree to our <Link href={paths.terms}>Terms of Service</Link> and{" "}
            <Link href={paths.privacy}>Privacy Policy</Link>.
          </p>
          <p className={styles.links}>{to("signin", "Already have an account?")}</p>
        </>
      );
    case "signin":
      return (
        <p className={styles.links}>
          {to("signup", "Create an account")}
          {to("forgotpass", "Forgot Password?")}
        </p>
      );
    case "forgotpass":
      return <p className={styles.links}>{to("signin", "Remember it after all?")}</p>;
    case "changepass":
      return null;
  }
}
