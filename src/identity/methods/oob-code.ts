import { parseActionCodeUrl } from "@tallybin/identity";
import { useState } from "react";
import * as v from "valibot";
import { useHydrated } from "../../lib/use-hydrated.ts";

const OobCode = v.object({ oobCode: v.string(), mode: v.optional(v.string()) });
/** The out-of-band code of an action link, and what the link is for. */
export type OobCode = v.InferOutput<typeof OobCode>;

const Done = v.object({
  mode: v.string(),
  email: v.optional(v.string()),
  factor: v.optional(v.string()),
  isResetSent: v.optional(v.boolean()),
  /** Whether the code was spent before this page was opened. */
  isUsedBefore: v.optional(v.boolean()),
});
/** The outcome of a spent code, shown after a reload. Contains no secret. */
export type Done = v.InferOutput<typeof Done>;

const CODE_KEY = "oobCode";
const DONE_KEY = "oobDone";
/** The parameters of an action link. All are removed from the address; the page needs only the first two. */
const LINK_PARAMETERS = [
  "oobCode",
  "mode",
  "apiKey",
  "continueUrl",
  "lang",
  "tenantId",
  "link",
  "deep_link_id",
];

const HistoryState = v.fallback(v.record(v.string(), v.unknown()), {});
const historyState = () => v.parse(HistoryState, window.history.state);

const readHistoryState = <T>(schema: v.GenericSchema<unknown, T>, key: string): T | undefined => {
  const result = v.safeParse(schema, historyState()[key]);
  return result.success ? result.output : undefined;
};

/**
 * Parses the action link in the address once, and moves its code into the state of this history entry, because an
 * address ends up in histories, logs and screenshots. A reload finds the code in the state.
 */
export function takeOobCode(): OobCode | undefined {
  const url = new URL(window.location.href);
  const { oobCode, mode } = { ...Object.fromEntries(url.searchParams), ...parseActionCodeUrl(url.href) };
  // Keep an incomplete link too, because a link without a code or of an unknown kind gets its own message.
  if (oobCode !== undefined || mode !== undefined) {
    for (const name of LINK_PARAMETERS) url.searchParams.delete(name);
    const taken: OobCode = { oobCode: oobCode ?? "", mode };
    window.history.replaceState({ ...historyState(), [CODE_KEY]: taken }, "", url);
  }
  return readHistoryState(OobCode, CODE_KEY);
}

/** Deletes a spent code immediately. With `done`, a reload shows the outcome again. */
export function dropOobCode(done?: Done): void {
  const { [CODE_KEY]: _spent, ...rest } = historyState();
  window.history.replaceState({ ...rest, ...(done && { [DONE_KEY]: done }) }, "", window.location.href);
}

export const readDone = (): Done | undefined => readHistoryState(Done, DONE_KEY);

type ActionLink = { code: OobCode | undefined; isDone: boolean };

/**
 * The code this page was opened with, and whether it was spent before. Both stay the same while the page is shown.
 * `undefined` until hydration, because one prerendered page serves every link.
 */
export function useActionLink(): ActionLink | undefined {
  const isHydrated = useHydrated();
  const [link, setLink] = useState<ActionLink>();
  if (!isHydrated || link) return link;
  const taken: ActionLink = { code: takeOobCode(), isDone: readDone() !== undefined };
  setLink(taken);
  return taken;
}
