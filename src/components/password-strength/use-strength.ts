import { useEffect, useState } from "react";
import type { Strength } from "./strength.ts";

/** Judging costs some milliseconds: not on every key of a fast typist. */
const PAUSE_MS = 150;

/** Advice on a new password; nothing while it is empty, or where the library cannot be had. */
export function useStrength(password: string, known: readonly string[]): Strength | undefined {
  const [judged, setJudged] = useState<Strength | undefined>(undefined);
  const words = known.join("\n");
  useEffect(() => {
    if (password === "") return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      import("./judge.ts").then(
        ({ judge }) => isCurrent && setJudged(judge(password, words.split("\n"))),
        () => undefined, // advice only: a password is never held up by its absence
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, words]);
  // The last judgement stays while the next one is being made, so that nothing flickers.
  return password === "" ? undefined : judged;
}
