import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../button/button.tsx";
import * as styles from "./consent-banner.css.ts";

export type ConsentBannerProps = {
  choice: "accepted" | "rejected" | undefined;
  /** The browser has already answered, so there is no choice. */
  isForbidden: boolean;
  policyLink: ReactNode;
  /** If the user opened the question, it takes the focus; otherwise it does not. */
  takesFocus: boolean;
  onChoose: (choice: "accepted" | "rejected") => void;
  onClose: () => void;
};

const present = { accepted: "At present you accept it.", rejected: "At present you reject it." };

/** The consent question. Yes and no look the same and take one click each. */
export function ConsentBanner(props: ConsentBannerProps) {
  const { choice, isForbidden, policyLink, takesFocus, onChoose, onClose } = props;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    const before = document.activeElement;
    box.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [takesFocus]);
  return (
    <section
      ref={box}
      className={styles.banner}
      aria-labelledby="consent-title"
      tabIndex={-1}
      data-consent=""
      onKeyDown={({ key }) => {
        if (key === "Escape" && (choice || isForbidden)) onClose();
      }}
    >
      <div className={styles.text}>
        <h2 id="consent-title" className={styles.title}>
          May we count page views?
        </h2>
        {isForbidden ? (
          <p>Your browser tells sites not to (Global Privacy Control), so we don’t.</p>
        ) : (
          <p>
            It tells us which pages are useful. Unless you accept, nothing is sent, and nothing but your
            answer is stored. {choice && `${present[choice]} `}
            {policyLink}
          </p>
        )}
      </div>
      <div className={styles.buttons}>
        {isForbidden ? (
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button variant="secondary" onClick={() => onChoose("rejected")}>
              Reject
            </Button>
            <Button variant="secondary" onClick={() => onChoose("accepted")}>
              Accept
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
