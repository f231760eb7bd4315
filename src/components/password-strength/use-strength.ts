import { useEffect, useState } from "react";
import type { Strength } from "./strength.ts";

/** Rating costs some milliseconds, so it does not run on every key of a fast typist. */
const PAUSE_MS = 150;

/** Advice on a new password; none while it is empty, or if the library does not load. */
export function useStrength(password: string, known: readonly string[]): Strength | undefined {
  const [judged, setJudged] = useState<Strength | undefined>(undefined);
  const words = known.join("\n");
  useEffect(() => {
    if (password === "") return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      import("./judge.ts").then(
        ({ judge }) => isCurrent && setJudged(judge(password, words.split("\n"))),
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
