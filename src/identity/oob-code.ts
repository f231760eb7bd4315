import { useState } from "react";

/**
 * Codes of mailed links. They come in the address, where histories, logs and screenshots would keep them, and go at
 * once into the state of this entry of the history: a reload finds them there, and nobody else does.
 */
export type OobCode = { oobCode: string; mode?: string; apiKey?: string; continueUrl?: string };

/** What came of a code, for a reload after it was spent: no secret, only words to show. */
export type Done = { mode: string; email?: string; factor?: string; isResetSent?: boolean };

const KEY = "oobCode";
const DONE = "oobDone";
const TAKEN = ["oobCode", "mode", "apiKey", "continueUrl", "lang", "tenantId"];

const stateOf = (browser: Window): Record<string, unknown> => {
  const state: unknown = browser.history.state;
  return typeof state === "object" && state !== null ? { ...state } : {};
};

const isOobCode = (value: unknown): value is OobCode =>
  typeof value === "object" && value !== null && "oobCode" in value && typeof value.oobCode === "string";

const isDone = (value: unknown): value is Done =>
  typeof value === "object" && value !== null && "mode" in value && typeof value.mode === "string";

/** Moves a code from the address into the history's state; returns the one that is there now, if any. */
export function takeOobCode(browser: Window = window): OobCode | undefined {
  const url = new URL(browser.location.href);
  const given = Object.fromEntries(TAKEN.map((name) => [name, url.searchParams.get(name) ?? undefined]));
  if (given["oobCode"] !== undefined || given["mode"] !== undefined) {
    for (const name of TAKEN) url.searchParams.delete(name);
    const kept = { ...given, oobCode: given["oobCode"] ?? "" };
    browser.history.replaceState({ ...stateOf(browser), [KEY]: kept }, "", url);
  }
  return readOobCode(browser);
}

function readOobCode(browser: Window = window): OobCode | undefined {
  const kept = stateOf(browser)[KEY];
  return isOobCode(kept) ? kept : undefined;
}

/** Spent: it is not kept a moment longer. What it brought about is, so that a reload shows that again. */
export function dropOobCode(done?: Done, browser: Window = window): void {
  const { [KEY]: _dropped, ...rest } = stateOf(browser);
  browser.history.replaceState({ ...rest, ...(done && { [DONE]: done }) }, "", browser.location.href);
}

export function readDone(browser: Window = window): Done | undefined {
  const done = stateOf(browser)[DONE];
  return isDone(done) ? done : undefined;
}

/** The code this page was opened with; stays the same while the page is shown, also once it is spent. */
export function useOobCode(): OobCode | undefined {
  const [code] = useState(() => takeOobCode());
  return code;
}
