import { figure } from "../../styles/utilities.css.ts";
import { Button } from "../button/button.tsx";
import { clockFace, useCountdown } from "../countdown/use-countdown.ts";
import { resend } from "./second-factor.css.ts";
import { secondFactorTexts } from "./second-factor-texts.tsx";

type ResendProps = {
  busy: boolean;
  /** When the next message may be requested. */
  availableAt: number | undefined;
  now: () => number;
  onResend: () => void;
};

/** Requests another text message, no more often than one can arrive. */
export function Resend({ busy, availableAt, now, onResend }: ResendProps) {
  const seconds = useCountdown(availableAt, now);
  return (
    <div className={resend}>
      {seconds > 0 ? (
        <p>{secondFactorTexts.noMessageWait(<span className={figure}>{clockFace(seconds)}</span>)}</p>
      ) : (
        <>
          <span>{secondFactorTexts.noMessage}</span>
          <Button variant="secondary" size="sm" busy={busy} onClick={onResend}>
            {secondFactorTexts.newCode}
          </Button>
        </>
      )}
    </div>
  );
}
