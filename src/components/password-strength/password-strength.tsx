import { useEffect, useState } from "react";
import type { Strength } from "./judge.ts";
import * as styles from "./password-strength.css.ts";
import { strengthTexts } from "./strength-texts.ts";

const STEPS = [0, 1, 2, 3, 4] as const;
const WIDTH = 100;
const GAP = 2;
const STEP_WIDTH = (WIDTH - GAP * (STEPS.length - 1)) / STEPS.length;

type PasswordStrengthProps = {
  password: string;
  /** The user's own name and address, which an attacker would try first. */
  known?: readonly string[];
};

/** Advice on a new password. Only advice: the server decides what it accepts. */
export function PasswordStrength({ password, known = [] }: PasswordStrengthProps) {
  const strength = useStrength(password, known);
  return (
    // The element is always in the document, so that its content is announced once the user pauses.
    <div className={styles.strength} aria-live="polite">
      {strength && (
        <>
          <svg
            className={styles.meter}
            viewBox={`0 0 ${WIDTH} 4`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {STEPS.map((step) => (
              <rect
                key={step}
                className={step <= strength.score ? styles.filled[strength.score] : styles.empty}
                x={step * (STEP_WIDTH + GAP)}
                width={STEP_WIDTH}
                height="4"
              />
            ))}
          </svg>
          <p>{strengthTexts[strength.score]}</p>
          {strength.advice && <p className={styles.advice}>{strength.advice}</p>}
        </>
      )}
    </div>
  );
}

/** Rating costs some milliseconds, so it does not run on every key of a fast typist. */
const PAUSE_MS = 150;

/** Advice on a new password; none while it is empty, or if the library does not load. */
function useStrength(password: string, known: readonly string[]): Strength | undefined {
  const [judged, setJudged] = useState<Strength | undefined>(undefined);
  const words = known.join("\n");
  useEffect(() => {
    if (password === "") return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      import("./judge.ts").then(
        ({ judgePassword }) => isCurrent && setJudged(judgePassword(password, words.split("\n"))),
        () => undefined, // without the rating there is no advice, which blocks no password
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, words]);
  // The last rating stays while the next one is computed, so that nothing flickers.
  return password === "" ? undefined : judged;
}
