import * as v from "valibot";
import { lastingValues } from "../lib/site-data.ts";

/** What was agreed to is what the policy of that date says; another policy asks again. */
const POLICY_VERSION = "2024-05-06";
const KEY = "analytics-consent";

const Choice = v.picklist(["accepted", "rejected"]);
export type Choice = v.InferOutput<typeof Choice>;
/** Kept as the record of who was asked what, and when. */
const Consent = v.object({ version: v.literal(POLICY_VERSION), choice: Choice, at: v.string() });

/** The choice of this browser; undefined while nobody has made one about the present policy. */
export function readChoice(): Choice | undefined {
  const stored = v.safeParse(Consent, lastingValues.readJson(KEY));
  return stored.success ? stored.output.choice : undefined;
}

export function writeChoice(choice: Choice, at: number): void {
  lastingValues.write(
    KEY,
    JSON.stringify({ version: POLICY_VERSION, choice, at: new Date(at).toISOString() }),
  );
}

/** Tells that the choice may have changed: in another tab, or while the browser kept this page aside. */
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

/** Global Privacy Control: a "no" that the browser says for its owner. @see https://w3c.github.io/gpc/ */
export const browserSaysNo = (): boolean => Reflect.get(navigator, "globalPrivacyControl") === true;
