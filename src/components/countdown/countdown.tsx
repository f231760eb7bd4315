import { figure, visuallyHidden } from "../../styles/utilities.css.ts";
import { countdownTexts } from "./countdown-texts.tsx";
import { clockFace } from "./use-countdown.ts";

/** The wait before the next attempt. Read out once as a sentence instead of each second. */
export function Countdown({ seconds }: { seconds: number }) {
  if (seconds === 0) return <p>{countdownTexts.retryNow}</p>;
  return (
    <p>
      <span aria-hidden="true">
        {countdownTexts.retryIn(<span className={figure}>{clockFace(seconds)}</span>)}
      </span>
      <span className={visuallyHidden}>{countdownTexts.retryLater}</span>
    </p>
  );
}
