import type { Happening } from "@tallybin/contract/account";
import { signInMethodName } from "../../../config/providers.ts";
import { nameOfDevice } from "../../../identity/methods/device-name.ts";
import { historyTexts as texts } from "../section/settings-texts.tsx";

export const browserNameOf = (device: { browser: string | null; system: string | null }): string =>
  nameOfDevice(device) ?? texts.unknownBrowser;

const UNKNOWN = { browser: null, system: null };

export function describeEvent({ kind, by = UNKNOWN, change = "changed", provider = "" }: Happening): string {
  if (kind === "ended-elsewhere") return texts.endedFrom(browserNameOf(by));
  if (kind === "provider") return texts.provider[change](signInMethodName(provider));
  const text = texts.events[kind];
  return typeof text === "string" ? text : text[change];
}
