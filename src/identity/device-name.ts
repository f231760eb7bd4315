import { deviceOf, deviceName as nameOf } from "@tallybin/contract";

/** The default name of a new passkey: "Chrome on Mac". */
export const deviceName = (userAgent: string): string => nameOf(deviceOf(userAgent)) ?? "This device";
