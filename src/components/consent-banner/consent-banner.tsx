import { useEffect, useRef } from "react";
import type { Elements } from "../../lib/elements.ts";
import { Button } from "../button/button.tsx";
import * as styles from "./consent-banner.css.ts";
import { consentTexts } from "./consent-banner-texts.ts";

export type ConsentBannerProps = {
  choice: "accepted" | "rejected" | undefined;
  /** Whether the browser has already answered, so that the user has no choice. */
  isForbidden: boolean;
  policyLink: Elements;
  /** If the user opened the question, it takes the focus; otherwise it does not. */
  takesFocus: boolean;
  onChoose: (choice: "accepted" | "rejected") => void;
  onClose: () => void;
};

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
          {consentTexts.question}
        </h2>
        {isForbidden ? (
          <p>{consentTexts.forbidden}</p>
        ) : (
          <p>
            <span>{consentTexts.purpose} </span>
            {choice && <span>{consentTexts.present[choice]} </span>}
            {policyLink}
          </p>
        )}
      </div>
      <div className={styles.buttons}>
        {isForbidden ? (
          <Button variant="secondary" onClick={onClose}>
            {consentTexts.close}
          </Button>
        ) : (
          <>
            <Button variant="secondary" onClick={() => onChoose("rejected")}>
              {consentTexts.reject}
            </Button>
            <Button variant="secondary" onClick={() => onChoose("accepted")}>
              {consentTexts.accept}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
