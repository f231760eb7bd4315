import type { Happening } from "@tallybin/contract";
import { signInMethodName } from "../../../config/providers.ts";
import { nameOfDevice } from "../../../identity/methods/device-name.ts";
import { historyTexts as texts } from "./history-texts.ts";

/** A browser by name. */
export const browserName = (device: { browser: string | null; system: string | null }): string =>
  nameOfDevice({ browser: device.browser ?? undefined, system: device.system ?? undefined }) ??
  texts.unknownBrowser;

type Words = { [Kind in Happening["kind"]]: (event: Extract<Happening, { kind: Kind }>) => string };

const words: Words = {
  "signed-in": () => texts.signedIn,
  "session-moved": () => texts.moved,
  "signed-out": () => texts.signedOut,
  "ended-elsewhere": ({ by }) => texts.endedFrom(browserName(by)),
  "ended-by-support": () => texts.endedBySupport,
  "ended-by-notice": () => texts.endedByNotice,
  "ended-by-service": () => texts.endedByService,
  password: ({ change }) => texts.password[change],
  address: ({ change }) => texts.address[change],
  "second-factor": ({ change }) => texts.factor[change],
  passkey: ({ change }) => texts.passkey[change],
  provider: ({ change, provider }) => texts.provider[change](signInMethodName(provider)),
  "account-deleted": () => texts.deleted,
};

/** A security event in words. */
export const describeEvent = (event: Happening): string =>
  (words[event.kind] as (event: Happening) => string)(event);
