import { suggestEmail } from "../../lib/email-typo.ts";
import { Address } from "../address/address.tsx";
import * as styles from "./email-hint.css.ts";
import { emailHintTexts } from "./email-hint-texts.ts";

type EmailHintProps = {
  /** The address when its field lost the focus. */
  email: string;
  onAccept: (email: string) => void;
};

/**
 * For "gmial.com", asks whether the user meant another address. It neither blocks the form nor changes the address by
 * itself.
 */
export function EmailHint({ email, onAccept }: EmailHintProps) {
  const suggestion = suggestEmail(email);
  return (
    // The element is always in the document, so that the question is announced.
    <div className={styles.hint} aria-live="polite">
      {suggestion !== undefined && (
        <>
          <span>
            <Address text={emailHintTexts.question(suggestion)} />{" "}
          </span>
          <button type="button" className={styles.accept} onClick={() => onAccept(suggestion)}>
            {emailHintTexts.accept}
          </button>
        </>
      )}
    </div>
  );
}
