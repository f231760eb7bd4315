import { useEffect, useRef } from "react";
import { Button } from "../components/button/button.tsx";
import { Link } from "../components/link/link.tsx";
import { paths } from "../config/paths.ts";
import * as styles from "./consent-banner.css.ts";
import { consentTexts } from "./consent-banner-texts.ts";
import { consentStore, useConsent } from "./consent-store.ts";

const closeBanner = (): void => consentStore.setState({ isOpen: false });

/** The consent question. Yes and no look the same and take one click each. If the user opened it, it takes the focus. */
export function ConsentBanner() {
  const { choice, isForbidden, choose } = useConsent();
  const takesFocus = choice !== undefined;
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
        if (key === "Escape" && (choice || isForbidden)) closeBanner();
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
            <Link href={paths.privacy}>{consentTexts.policy}</Link>
          </p>
        )}
      </div>
      <div className={styles.buttons}>
        {isForbidden ? (
          <Button variant="secondary" fullWidth onClick={closeBanner} text={consentTexts.close} />
        ) : (
          <>
            <Button
              variant="secondary"
              fullWidth
              onClick={() => choose("rejected")}
              text={consentTexts.reject}
            />
            <Button
              variant="secondary"
              fullWidth
              onClick={() => choose("accepted")}
              text={consentTexts.accept}
            />
          </>
        )}
      </div>
    </section>
  );
}
