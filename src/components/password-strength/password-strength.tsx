import * as styles from "./password-strength.css.ts";
import { strengthTexts } from "./strength-texts.ts";
import { useStrength } from "./use-strength.ts";

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
