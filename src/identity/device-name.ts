import { deviceOf, deviceName as nameOf } from "@tallybin/contract";

/** What a new passkey is called unless its owner says otherwise: "Chrome on Mac". */
export const deviceName = (userAgent: string): string => nameOf(deviceOf(userAgent)) ?? "This device";
