import * as v from "valibot";
import { lastingValues } from "../lib/site-data.ts";

/** The consent applies to the policy of this date; a new policy asks again. */
const POLICY_VERSION = "2024-05-06";
const KEY = "analytics-consent";

const Choice = v.picklist(["accepted", "rejected"]);
export type Choice = v.InferOutput<typeof Choice>;
/** Stored as the record of the question and its time. */
const Consent = v.object({ version: v.picklist([POLICY_VERSION]), choice: Choice, at: v.string() });

/** This browser's choice; undefined before a choice about the current policy. */
export const readChoice = (): Choice | undefined => lastingValues.readJson(KEY, Consent)?.choice;

export function writeChoice(choice: Choice, at: number): void {
  lastingValues.write(
    KEY,
    JSON.stringify({ version: POLICY_VERSION, choice, at: new Date(at).toISOString() }),
  );
}

/** Reports that the choice may have changed: in another tab, or while this page was in the back-forward cache. */
export function watchChoice(onChange: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) onChange();
  };
  window.addEventListener("storage", onStorage, { signal });
  window.addEventListener("pageshow", onChange, { signal });
  document.addEventListener("visibilitychange", onChange, { signal });
  return () => listening.abort();
}

/**
 * Global Privacy Control: the browser refuses on the user's behalf.
 * @see https://w3c.github.io/gpc/
 */
export const isRefusedByBrowser = (): boolean => Reflect.get(navigator, "globalPrivacyControl") === true;
