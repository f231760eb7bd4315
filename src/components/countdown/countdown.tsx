import { useEffect, useState } from "react";
import { now } from "../../lib/clock.ts";
import { figure, visuallyHidden } from "../../styles/layout.css.ts";
import { countdownTexts } from "./countdown-texts.tsx";

/** The wait before the next attempt. Read out once as a sentence instead of each second. */
export function Countdown({ seconds }: { seconds: number }) {
  if (seconds === 0) return <p>{countdownTexts.retryNow}</p>;
  return (
    <p>
      <span aria-hidden="true">
        {countdownTexts.retryIn(<span className={figure}>{formatClock(seconds)}</span>)}
      </span>
      <span className={visuallyHidden}>{countdownTexts.retryLater}</span>
    </p>
  );
}

const TICK_MS = 1_000;

/** Whole seconds until a moment; 0 after it, or without one. */
export function useCountdown(until: number | undefined): number {
  const secondsLeft = () => (until === undefined ? 0 : Math.max(0, Math.ceil((until - now()) / TICK_MS)));
  const [, tick] = useState(0);
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setInterval(() => {
      tick((count) => count + 1);
      if (now() >= until) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return secondsLeft();
}

/** "0:29", "12:05". */
export const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
