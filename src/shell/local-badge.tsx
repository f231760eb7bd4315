import { useState } from "react";
import { CloseIcon } from "../components/icon/icon.tsx";
import { tabValues } from "../lib/site-data.ts";
import * as styles from "./local-badge.css.ts";
import { shellTexts } from "./shell-texts.tsx";

const KEY = "local-badge-dismissed";

/** Says that accounts and mails on this page are simulated, and links to the workbench. */
export function LocalBadge({ workbenchUrl }: { workbenchUrl: string }) {
  const [dismissed, setDismissed] = useState(() => tabValues().read(KEY) !== null);
  const dismiss = () => {
    setDismissed(true);
    tabValues().write(KEY, "1");
  };
  if (dismissed) return null;
  return (
    <aside className={styles.badge} aria-label={shellTexts.localServices}>
      <span>
        {shellTexts.localBadge((text) => (
          <a className={styles.link} href={workbenchUrl}>
            {text}
          </a>
        ))}
      </span>
      <button type="button" className={styles.close} aria-label={shellTexts.dismiss} onClick={dismiss}>
        <CloseIcon />
      </button>
    </aside>
  );
}
