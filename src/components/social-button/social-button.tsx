import { useKeptFocus } from "../button/button.tsx";
import { Spinner } from "../spinner/spinner.tsx";
import { Mark, type ProviderMark } from "./provider-mark.tsx";
import * as styles from "./social-button.css.ts";
import { socialButtonTexts } from "./social-button-texts.ts";

type SocialButtonProps = {
  icon: ProviderMark;
  text: string;
  /** Shows the spinner and ignores further clicks. */
  busy?: boolean;
  isLastUsed?: boolean;
  /** The button's name in `data-without`, by which the server may hide the button before the page's script runs. */
  offer?: string;
  onClick: () => void;
};

/** Sign-in through another service, in that service's own colors. */
export function SocialButton({ icon, text, busy = false, isLastUsed, offer, onClick }: SocialButtonProps) {
  const kept = useKeptFocus(busy);
  return (
    <button
      ref={kept}
      type="button"
      className={styles.button({ icon })}
      disabled={busy}
      data-hold=""
      data-offer={offer}
      onClick={onClick}
      {...(busy ? { "aria-busy": true } : {})}
    >
      <span className={styles.mark}>{busy ? <Spinner /> : <Mark name={icon} />}</span>
      {/* The space separates the text from the badge in the button's accessible name. */}
      <span>{`${text} `}</span>
      {isLastUsed && <span className={styles.lastUsed}>{socialButtonTexts.lastUsed}</span>}
    </button>
  );
}
