import type { PublicConfig } from "@tallybin/contract";

/** The only page that loads a third-party script. */
export const HUMAN_CHECK_PATH = "/auth-frame/human-check";

/** The host of the origin for that page alone; undefined if SMS second factors are off. */
export const humanCheckHost = ({ sms, humanCheckOrigin }: PublicConfig): string | undefined =>
  sms !== "off" && humanCheckOrigin !== undefined ? new URL(humanCheckOrigin).host : undefined;
