import { useState } from "react";
import { Button } from "../../../components/button/button.tsx";
import * as styles from "../section/settings-page.css.ts";
import { settingsTexts } from "../section/settings-texts.tsx";

const texts = settingsTexts.factors;

/** Copies the key for an app on the same device. A browser may refuse; the key can then be selected. */
export function CopyKey({ secretKey }: { secretKey: string }) {
  const [outcome, setOutcome] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secretKey);
      setOutcome(texts.copied);
    } catch {
      setOutcome(texts.notCopied);
    }
  };
  return (
    <div className={styles.preview}>
      <Button variant="secondary" size="sm" onClick={() => void copy()}>
        {texts.copy}
      </Button>
      <span role="status">{outcome}</span>
    </div>
  );
}
