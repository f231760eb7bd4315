import { useEffect, useRef } from "react";
import { actions } from "../../styles/layout.css.ts";
import { Button } from "../button/button.tsx";
import { confirm } from "./confirm.css.ts";

type ConfirmProps = {
  question: string;
  yes: string;
  no: string;
  busy?: boolean;
  onYes: () => void;
  onNo: () => void;
};

/** Asked in place before something that is hard to undo; the safe answer has the focus. */
export function Confirm({ question, yes, no, busy = false, onYes, onNo }: ConfirmProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.querySelector<HTMLButtonElement>("button:last-of-type")?.focus(), []);
  return (
    <fieldset ref={box} className={confirm} aria-label={question}>
      <p role="alert">{question}</p>
      <div className={actions}>
        <Button variant="dark" size="sm" busy={busy} onClick={onYes}>
          {yes}
        </Button>
        <Button variant="secondary" size="sm" disabled={busy} onClick={onNo}>
          {no}
        </Button>
      </div>
    </fieldset>
  );
}
