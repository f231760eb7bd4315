import { type Device, deviceOf } from "@tallybin/contract/device";
import { identityTexts } from "../identity-texts.ts";

/** "Chrome on Mac", or the known part of it. */
export const nameOfDevice = ({ browser, system }: Device) =>
  browser && system ? identityTexts.browserOnSystem(browser, system) : (system ?? browser ?? undefined);

/** The default name of a new passkey. */
export const deviceName = (userAgent: string): string =>
  nameOfDevice(deviceOf(userAgent)) ?? identityTexts.thisDevice;
