import type { Happening } from "@tallybin/contract/account";
import { signInMethodName } from "../../../config/providers.ts";
import { nameOfDevice } from "../../../identity/methods/device-name.ts";
import { historyTexts as texts } from "../section/settings-texts.tsx";

export const browserNameOf = (device: { browser: string | null; system: string | null }): string =>
  nameOfDevice(device) ?? texts.unknownBrowser;

type Words = Record<Happening["kind"], (event: Happening) => string>;

const words: Words = {
  "signed-in": () => texts.signedIn,
  "session-moved": () => texts.moved,
  "signed-out": () => texts.signedOut,
  "ended-elsewhere": ({ by = { browser: null, system: null } }) => texts.endedFrom(browserNameOf(by)),
  "ended-by-support": () => texts.endedBySupport,
  "ended-by-notice": () => texts.endedByNotice,
  "ended-by-service": () => texts.endedByService,
  password: ({ change = "changed" }) => texts.password[change],
  address: ({ change = "changed" }) => texts.address[change],
  "second-factor": ({ change = "changed" }) => texts.factor[change],
  passkey: ({ change = "changed" }) => texts.passkey[change],
  provider: ({ change = "changed", provider = "" }) => texts.provider[change](signInMethodName(provider)),
  "account-deleted": () => texts.deleted,
};

export const describeEvent = (event: Happening): string => words[event.kind](event);
