import { useId } from "react";
import { type FactorHint, factorName } from "./factor-name.ts";
import * as styles from "./second-factor.css.ts";
import { secondFactorTexts } from "./second-factor-texts.tsx";

type FactorChoiceProps = {
  hints: readonly FactorHint[];
  chosen: string;
  onChoose: (uid: string) => void;
};

/** A choice among several second factors. */
export function FactorChoice({ hints, chosen, onChoose }: FactorChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{secondFactorTexts.choose}</legend>
      {hints.map((hint) => (
        <label key={hint.uid} className={styles.choice}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            checked={hint.uid === chosen}
            onChange={() => onChoose(hint.uid)}
          />
          <span>{factorName(hint)}</span>
        </label>
      ))}
    </fieldset>
  );
}
