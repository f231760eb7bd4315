import { figure, visuallyHidden } from "../../styles/utilities.css.ts";
import { clockFace } from "./use-countdown.ts";

/** A countdown. Read out once as a sentence instead of each second. */
export function Countdown({ seconds, before, after }: { seconds: number; before: string; after: string }) {
  if (seconds === 0) return <p>{after}</p>;
  return (
    <p>
      <span aria-hidden="true">
        {before} <span className={figure}>{clockFace(seconds)}</span>.
      </span>
      <span className={visuallyHidden}>{before} a little while.</span>
    </p>
  );
}
