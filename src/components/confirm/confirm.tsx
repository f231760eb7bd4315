import { useEffect, useRef } from "react";
import { isFocusLost } from "../../lib/focus.ts";
import { actions } from "../../styles/layout.css.ts";
import { Button, SmallButton } from "../button/button.tsx";
import { confirm } from "./confirm.css.ts";

type ConfirmProps = {
  question: string;
  yes: string;
  no: string;
  busy?: boolean;
  onYes: () => void;
  onNo: () => void;
};

/**
 * Asks in place before an action that is hard to undo. The safe answer gets the focus, and a screen reader then reads
 * the group's name, which is the question. Afterwards the focus returns to the button that asked.
 */
export function Confirm({ question, yes, no, busy = false, onYes, onNo }: ConfirmProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const asker = document.activeElement;
    box.current?.querySelector<HTMLButtonElement>("button:last-of-type")?.focus();
    return () => {
      if (isFocusLost() && asker instanceof HTMLElement) asker.focus();
    };
  }, []);
  return (
    <fieldset ref={box} className={confirm} aria-label={question}>
      <p>{question}</p>
      <div className={actions}>
        <Button variant="dark" size="sm" busy={busy} onClick={onYes} text={yes} />
        <SmallButton disabled={busy} onClick={onNo} text={no} />
      </div>
    </fieldset>
  );
}
